"""The app in a page of another site: only where that is named, without what leads away from it."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    FilePayload,
    Frame,
    FrameLocator,
    Page,
    expect,
)

from explainer.text import Text
from explainer.web.frames import VARIABLE
from tests.browser.app_page import violations, visits
from tests.browser.restarted import Restarted, serving
from tests.browser.tabs import clean_tab, forget, spend

COURSE, OTHER = "https://course.example", "https://other.example"
SAID = Text("en")
BASE = "lab"
CODE = re.compile(
    r'<iframe src="([^"]+)" title="([^"<>]+)" width="100%" height="\d+"[^<>]*></iframe>'
)


@pytest.fixture(scope="module")
def framed(models_folder: Path) -> Iterator[Restarted]:
    """Below a path, as behind most proxies."""
    settings = {VARIABLE: f"{COURSE} https://hub.example", "STREAMLIT_SERVER_BASE_URL_PATH": BASE}
    with serving(models_folder, **settings) as found:
        yield found


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    bad: list[str] = []
    found = clean_tab(browser, bad, size={"width": 1100, "height": 800})
    yield found
    found.goto("about:blank")  # there is no such site behind the routes
    found.unroute_all()
    found.context.clear_permissions()
    forget([found])
    assert bad == []


def show(page: Page, site: str, code: str) -> FrameLocator:
    """A page of this site with the code in it, whose reader lets it reach this machine."""
    page.context.grant_permissions(["local-network-access"], origin=site)
    body = f"<!doctype html><html lang=en><title>Week 3</title><h1>Week 3</h1>{code}"
    page.route(f"{site}/**", lambda route: route.fulfill(content_type="text/html", body=body))
    page.goto(f"{site}/week-3")
    return page.frame_locator("iframe")


def code_for(framed: Restarted, path: str) -> str:
    return (
        f'<iframe src="{framed.url}/{BASE}/{html.escape(path)}" width="1000" height="700"></iframe>'
    )


def test_the_code_beside_the_link_shows_the_view_in_a_page_that_is_named(framed, browser, page):
    with visits(f"{framed.url}/{BASE}", browser) as go:
        own = spend(go("greedy?lang=en&model=en-toy&s=The+%22dog%22+%26+I"))
        own.locator(".st-key-share button").first.click()
        expect(own.get_by_text(SAID("share.frames"))).to_be_visible()
        fields = own.locator(".sharelink input")
        code, link = fields.nth(1).input_value(), fields.first.input_value()
        own.get_by_role("button", name=SAID("drawings.sharelink.copy_embed")).click()
        own.locator(".sharelink .news", has_text=SAID("drawings.sharelink.copied")).wait_for()
    found = CODE.fullmatch(code)
    assert found, code
    assert html.unescape(found[1]) == f"{link}&embed=true" and f"/{BASE}/greedy?" in link
    assert html.unescape(found[2]) == SAID("shell.tab", page=SAID("greedy.name"))

    inside = show(page, COURSE, code)
    expect(inside.locator(".st-key-s input")).to_have_value('The "dog" & I')
    for part in ('[class*="st-key-figure_"]', ".st-key-beats"):
        expect(inside.locator(part).first).to_be_visible()
    for part in ("stSidebar", "stHeader"):
        expect(inside.get_by_test_id(part)).to_be_hidden()
    for key in ("share", "figuremap", "idea", "needed", "foot", "mistake", "tasks"):
        expect(inside.locator(f".st-key-{key} > *")).to_have_count(0)
    assert violations(page) == []


def test_another_page_of_a_lesson_stays_in_the_frame(framed: Restarted, page: Page) -> None:
    """Streamlit keeps `embed` out of what a script may read and write."""
    path = "beam?embed=true&lang=en&model=en-toy&lesson=search&at=3"
    inside = show(page, COURSE, code_for(framed, path))
    inside.locator(".st-key-lesson_back button").click()
    frame = page.frames[1]
    frame.wait_for_url(lambda url: f"/{BASE}/greedy?" in url)
    expect(inside.locator(".st-key-lesson_next")).to_be_visible()
    assert "embed=true" in frame.url
    expect(inside.get_by_test_id("stSidebar")).to_be_hidden()


def test_a_file_can_be_sent_from_the_frame(framed: Restarted, page: Page) -> None:
    """The browser takes no cookie there that does not say it is meant for frames."""
    path = "sentences?embed=true&lang=en&model=en-toy&sentences_from=file"
    inside = show(page, COURSE, code_for(framed, path))
    sent: FilePayload = {
        "name": "lines.txt",
        "mimeType": "text/plain",
        "buffer": b"The dog is asleep.",
    }
    with page.expect_response(re.compile("/upload_file/")) as answered:
        inside.locator("input[type=file]").set_input_files(sent)
    assert answered.value.status == 204


def test_a_page_that_is_not_named_shows_nothing(framed: Restarted, page: Page) -> None:
    def is_refusal(said: ConsoleMessage) -> bool:
        return "frame-ancestors" in said.text and framed.url in said.text

    def is_error(frame: Frame) -> bool:
        return frame.url.startswith("chrome-error:")

    # The refusal may be said before the frame is at the browser's page of errors.
    with page.expect_console_message(is_refusal), page.expect_event("framenavigated", is_error):
        show(page, OTHER, code_for(framed, "greedy?embed=true"))
    assert page.frames[1].url.startswith("chrome-error:")
