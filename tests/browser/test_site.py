"""Pages of the site in a browser, opened as files: drawn, without an error or a request."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Request

from explainer import __main__ as program
from explainer.frame.params import DEPTHS
from explainer.site import render, states
from tests.apptest import visit
from tests.browser.app_page import Go, violations
from tests.browser.test_own_sentence import Quiet
from tests.in_process import call
from tests.site.course import APP

HERE = ("file:", "data:", "blob:")
# Of every page that stands alone what is moved or pressed by a key in its drawing.
MOVED = {
    "translate": (".flow .bar [role=slider]", "ArrowRight"),
    "positions": (".dials [role=slider][tabindex='0']", "ArrowRight"),
    "layers": (".river .tributary >> nth=4", "Enter"),
    "beam": (".beamtree button[aria-pressed=false], .beamtree [aria-checked=false]", "Enter"),
    "toy": (".training_timeline input, .training_timeline [role=slider]", "ArrowRight"),
}
LARGE = (1200, 630)  # pixels of a picture for a preview
MARKUP = "[...document.querySelectorAll('.host')].map((one) => one.shadowRoot?.innerHTML).join()"
DRAWN_ANEW = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
DRAWN = """(least) => {
  const seen = [...document.querySelectorAll(".host")].filter((one) => one.checkVisibility());
  const drawn = seen.filter((one) => one.shadowRoot?.querySelector(".drawing")?.children.length);
  return drawn.length >= least;
}"""


@contextmanager
def opened(
    browser: Browser, path: Path, query: str = "", least: int = 2, **options: Any
) -> Iterator[Page]:
    """A page of a file with drawings, in which nothing goes wrong or elsewhere."""
    page, bad = browser.new_page(**options), list[str]()

    def asked(request: Request) -> None:
        if not request.url.startswith(HERE):
            bad.append(request.url)

    page.on("request", asked)
    page.on("pageerror", lambda error: bad.append(str(error)))
    page.on("console", lambda said: bad.append(said.text) if said.type == "error" else None)
    page.goto(f"{path.as_uri()}{query}")
    page.wait_for_function(DRAWN, arg=least)
    yield page
    page.close()
    assert bad == []


@pytest.mark.parametrize(("lang", "scheme"), [("ko", "dark"), ("en", "light")])
def test_a_file_shows_every_beat(site: Path, browser: Browser, lang: str, scheme: Any) -> None:
    with opened(browser, site / lang / "masks.html", color_scheme=scheme) as page:
        figure = page.locator(".frame h2:visible").first
        first = figure.inner_text()
        page.click('[data-deep="code"]')
        assert page.locator('[data-from="code"]:visible').count() > 0
        assert violations(page) == []
        page.click('[data-state="3"]')
        page.wait_for_selector('[data-state="3"][aria-current]')
        page.wait_for_function(DRAWN, arg=2)
        assert figure.inner_text() != first
        assert violations(page) == []
        assert not page.is_visible(".old")
        sentences = page.locator('[data-style="masks/shapes"] [role="radio"]')
        sentences.nth(1).click()  # which asks for other numbers, and is taken back
        page.wait_for_selector("#said:not(:empty)")
        assert sentences.nth(0).get_attribute("aria-checked") == "true"
        page.locator('[data-state="off"]').first.click()
        page.wait_for_selector('[data-state="off"][aria-current]')
        a_mark_of_a_chart_tells_its_numbers(page)


def a_mark_of_a_chart_tells_its_numbers(page: Page) -> None:
    mark = page.locator("[data-row]:visible").first
    mark.hover()
    page.wait_for_function("mark => mark.querySelector('title')", arg=mark.element_handle())
    told = str(mark.locator("title").text_content())
    table = page.locator("figure:visible:has([data-row])").first.locator("table").first
    names = table.locator("th").all_text_contents()
    row = str(mark.get_attribute("data-row")).split()[1]
    values = table.locator("tbody tr").nth(int(row)).locator("td").all_text_contents()
    assert told.split("\n") == [f"{a}: {b}" for a, b in zip(names, values, strict=True)] != []


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("alone")
    address = ("--address", "https://lab.example/five", "--model", "en-de")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(states, "DEPTHS", DEPTHS[::2])
        patch.setattr(render, "chart", lambda *_: '<figure class="chart">')  # a third of the time
        assert call(program.main, "alone", str(folder), *address).returncode == 0
    return folder


def test_five_pages_stand_alone(alone: Path) -> None:
    assert sorted(path.stem for path in alone.glob("*.html")) == sorted(MOVED)
    for id in MOVED:
        written = (alone / f"{id}.html").read_text("utf-8")
        assert f'property="og:image" content="https://lab.example/five/{id}.png"' in written
        with Image.open(alone / f"{id}.png") as picture:
            assert picture.size == LARGE


@contextmanager
def moved(browser: Browser, alone: Path, id: str) -> Iterator[Page]:
    """Opened as a file, without a network, and moved by a key; nothing is taken back."""
    part, key = MOVED[id]
    with opened(browser, alone / f"{id}.html", least=1, offline=True) as page:
        page.locator(part).first.focus()
        page.evaluate(DRAWN_ANEW)  # what has the focus looks so
        before = page.evaluate(MARKUP)
        page.keyboard.press(key)
        page.wait_for_function(f"(before) => {MARKUP} !== before", arg=before)
        assert page.inner_text("#said") == ""
        yield page


@pytest.mark.parametrize("id", [one for one in MOVED if one != "positions"])
def test_a_page_that_stands_alone_moves(alone: Path, browser: Browser, id: str) -> None:
    with moved(browser, alone, id):
        pass


def test_a_token_is_dragged_in_a_file_and_stays(alone: Path, browser: Browser) -> None:
    with moved(browser, alone, "positions") as page:
        page.keyboard.press("ArrowLeft")
        chosen, needs = (
            page.locator(".dials [data-token='3']"),
            page.get_attribute("#said", "data-needs"),
        )
        chosen.drag_to(page.locator(".dials [data-token='1']"))
        page.wait_for_selector(".dials [data-token='3'][aria-valuenow='1']")
        assert page.locator(".dials .rail").get_by_text(str(needs)).is_visible()
        page.click("#theme")
        page.wait_for_selector("[data-scheme='dark'], [data-scheme='light']")
        page.evaluate(DRAWN_ANEW)
        assert chosen.get_attribute("aria-valuenow") == "1"
        page.click("[data-state='2']")
        page.wait_for_selector(".dials [data-token='3'][aria-valuenow='3']")


def test_a_dam_in_a_file_has_the_numbers_of_the_model(alone: Path, browser: Browser) -> None:
    """One dam by itself; with another one the page says that the model has to compute."""
    with opened(browser, alone / "layers.html", least=1, offline=True) as page:
        parts = page.locator(".river .tributary")
        for at in (7, 7, 1):  # shut, open again
            parts.nth(at).click()
        page.wait_for_selector(".river .ghost.bank", state="attached")
        numbers = "document.querySelector('[data-style=\"layers/river\"]').shadowRoot"
        levels = page.evaluate(f"{numbers}.querySelector('.drawing').numbers().levels")
        app = visit("layers", lang="en", model="en-de", layers_dams="d1c")
        given = [json.loads(one.proto.bytes)["data"] for one in app.get("bidi_component")]
        (river,) = (one for one in given if "dams" in one)
        assert [one["norm"] for one in levels] == river["now"]["x"]
        assert [one["dammed"] for one in levels].index(True) == 2
        parts.nth(4).click()
        page.wait_for_selector("#said:not(:empty)")
        assert parts.nth(4).get_attribute("aria-pressed") == "false"


def test_a_browser_that_cannot_draw_is_told_so(site: Path, browser: Browser) -> None:
    old = browser.new_context()
    old.add_init_script("delete globalThis.DecompressionStream")
    page = old.new_page()
    page.goto((site / "en" / "masks.html").as_uri())
    page.wait_for_selector(".old:visible")
    page.wait_for_function(
        "getComputedStyle(document.querySelector('.old')).visibility === 'visible'"
    )
    old.close()


def test_an_address_of_the_app_says_the_same_here_and_leads_back(site, browser):
    said = "?lang=ko&model=ko-en&masks_view=batch"
    with opened(browser, site / "en" / "masks.html", said) as page:
        page.wait_for_url("**/ko/masks.html?**")
        page.wait_for_selector('[data-state="3"][aria-current]')
        page.click('[data-state="2"]')
        page.wait_for_selector('[data-state="2"][aria-current]')
        address, _, query = str(page.get_attribute("#app", "href")).partition("?")
    assert address == f"{APP}/masks"
    shown = {"lang": "ko", "model": "ko-en", "masks_edge": "1"}
    assert shown.items() <= dict(parse_qsl(query)).items()


def test_in_a_frame_the_figure_stands_alone(site: Path, browser: Browser) -> None:
    with opened(browser, site / "en" / "masks.html", "?embed=true#3", least=1) as page:
        assert page.locator(".frame h2:visible").count() > 0
        for gone in (".menu", ".tools", ".idea", ".mistake", ".tasks", "footer"):
            assert page.locator(gone).count() > 0
            assert page.locator(f"{gone}:visible").count() == 0
        assert violations(page) == []


def test_a_reader_takes_a_page_along(go: Go, browser: Browser, tmp_path: Path) -> None:
    app = go("scaling?lang=en&model=en-de&s=The+cat+sleeps.&scaling_view=random&scaling_d=16")
    app.locator(".st-key-share button").first.click()
    with app.expect_download() as given:
        app.locator(".st-key-share_take a").click()
    assert given.value.suggested_filename == "scaling-en.html"
    given.value.save_as(tmp_path / "taken.html")
    with opened(browser, tmp_path / "taken.html") as page:
        page.wait_for_selector('[data-state="0"][aria-current]')
        assert page.get_by_text("The cat sleeps.", exact=True).is_visible()
        assert page.locator("#app").count() == 0  # it would lead to this machine alone
        assert violations(page) == []


class Host(Quiet):
    """Answers as hosts of files do where there is nothing."""

    def send_error(self, code: int, *_: Any) -> None:
        self.send_response(code)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write((Path(self.directory) / "course" / "404.html").read_bytes())


def test_what_is_not_there_leads_into_the_site_at_any_depth(site, browser, tmp_path):
    (tmp_path / "course").symlink_to(site)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=tmp_path)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        course = f"http://localhost:{server.server_port}/course/"
        page = browser.new_page(locale="ko-KR")
        page.goto(f"{course}ko/not/there")
        page.wait_for_selector(f'a[href="{course}en/index.html"]')
        page.goto(f"{course}masks?lang=en&masks_view=batch")  # an address of the app
        page.wait_for_url(f"{course}en/masks.html?**")
        page.wait_for_selector('[data-state="3"][aria-current]')
        page.close()
        server.shutdown()
