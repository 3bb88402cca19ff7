"""The browser's history, and answers that come late: nothing a reader has moved since is lost."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from explainer.text import Text
from tests.browser.app_page import Go, visits
from tests.browser.tabs import NOWHERE, settle

SENTENCE = "The dog is asleep."

Open = Callable[[str], Page]


@pytest.fixture
def opened(go: Go) -> Open:
    return lambda path: at_rest(go(path))


def at_rest(page: Page) -> Page:
    state = "[data-test-connection-state=CONNECTED][data-test-script-state=notRunning]"
    page.locator(f"[data-testid=stApp]{state}").wait_for()
    return page


def test_what_the_app_adds_to_an_address_is_no_step_back(address: str, opened: Open) -> None:
    page = opened("lessons?model=en-de")
    before = page.evaluate("history.length")
    for more, path in enumerate(("masks?s=A+dog", "glossary"), start=1):
        page.goto(f"{address}/{path}")
        expect(page).to_have_url(re.compile("model="))
        at_rest(page)
        assert page.evaluate("history.length") == before + more
    page.evaluate("history.go(-2)")
    expect(page).to_have_url(f"{address}/lessons?model=en-de")


def test_a_word_of_the_glossary_opens_in_the_same_tab(address: str, opened: Open) -> None:
    page = opened("masks?lang=en&model=en-de&masks_edge=1")
    left = page.url
    page.locator('a[href^="glossary?"]').first.click()
    expect(page).to_have_url(re.compile(f"{address}/glossary"))
    at_rest(page)
    page.evaluate("history.back()")
    expect(page).to_have_url(left)


def test_back_goes_to_the_page_before_as_it_was_left(opened: Open) -> None:
    page = opened("?s=A+dog&lang=en&model=en-de")
    before, field = page.evaluate("history.length"), page.locator(".st-key-s input")
    field.fill(SENTENCE)
    field.press("Enter")
    expect(page).to_have_url(re.compile("asleep"))
    left = at_rest(page).url
    page.locator(".st-key-chapters a[href*='/masks']").dispatch_event("click")
    expect(page).to_have_url(re.compile("/masks"))
    at_rest(page)
    assert page.evaluate("history.length") == before + 1
    page.evaluate("history.back()")
    expect(page).to_have_url(left)
    expect(field).to_have_value(SENTENCE)


def test_what_is_written_into_the_address_of_a_page_is_no_step(opened: Open) -> None:
    """Streamlit writes once for each message of a run that changes it, and what the next page is to
    have while the one before is still there. All at once: the app writes addresses meanwhile.
    """
    page = opened("glossary?lang=en&model=en-de")
    writes = """() => {
        const entries = () => navigation.entries().map(({ url }) => (url ?? "").split("/").at(-1));
        const before = entries();
        history.pushState({}, "", "?a=1");
        const written = entries();
        document.querySelector("h1").click();
        history.pushState({}, "", "?b=2");
        history.pushState({}, "", "masks?b=2");
        return [before.slice(0, -1), written, entries()];
    }"""
    earlier, written, at_last = page.evaluate(writes)
    assert written == [*earlier, "glossary?a=1"]
    assert at_last == [*written, "masks?b=2"]


def test_an_address_without_a_page_opens_the_first_and_says_so(opened: Open) -> None:
    page = opened(f"{NOWHERE}?lang=ko&model=en-de")
    expect(page.get_by_text(Text("ko")("shell.no_page"))).to_be_visible()
    expect(page.get_by_text("Page not found")).to_have_count(0)


SLOW = Path(__file__).with_name("slow.js").read_text("utf-8")


class SlowWire:
    """The connection of a page; what the server answers can be held back."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def hold(self) -> None:
        self._page.evaluate("() => wire.hold()")

    def wait(self, asked: int, answered: int) -> None:
        """Until so many runs were asked for since, and so many answers are held."""
        self._page.wait_for_function("([...runs]) => wire.has(...runs)", arg=[asked, answered])

    def release(self, runs: int | None = None) -> None:
        """The answers to the first runs, or all that are held and all that come."""
        self._page.evaluate("(runs) => wire.release(runs ?? undefined)", runs)


@pytest.fixture
def slow(address: str, browser: Browser) -> Iterator[Go]:
    with visits(address, browser, reduced_motion="reduce", script=SLOW) as open_page:
        yield open_page


def release(page: Page, wire: SlowWire) -> None:
    """Lets the answer through that was waited for, and all that come."""
    wire.wait(0, 1)
    wire.release()
    settle(page)


def test_the_keyboard_walks_on_and_a_map_frames_what_was_pressed_before_the_answer_comes(slow):
    page = slow("maps?model=ko-en&lang=en")
    wire = SlowWire(page)
    page.locator(".headgrid button[tabindex='0']").first.focus()
    wire.hold()
    for key in ("ArrowDown", "Home", "Enter", "ArrowRight"):
        page.keyboard.press(key)
    here = page.locator(".headgrid button:focus")
    name = str(here.text_content())
    release(page, wire)
    expect(here).to_have_text(name)
    expect(here).to_have_attribute("tabindex", "0")

    cells = page.locator(".map [role=grid]").first
    cells.focus()
    wire.hold()
    for key in ("Home", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    here = cells.locator("[role=gridcell]")
    expect(here).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowRight")
    release(page, wire)
    expect(page).to_have_url(re.compile("col=2"))
    expect(cells).to_be_focused()
    expect(here).to_have_attribute("aria-colindex", "3")


def test_of_two_marks_made_at_once_none_is_lost(slow: Go) -> None:
    """Parts of a lesson's figure, the second pressed before the answer to the first has come."""
    page = slow("lessons?model=ko-en&lang=en")
    wire = SlowWire(page)
    for key in ("lessons_start_heads", "lesson_next", "lesson_next"):
        page.locator(f".st-key-{key} button").first.click()
        settle(page)
    keys = page.locator(".st-key-lesson_asked .headfan .key")
    wire.hold()
    for press, at in enumerate((1, 3), start=1):
        keys.nth(at).click()
        wire.wait(press, press)
    wire.release()
    for at in range(keys.count()):
        expect(keys.nth(at)).to_have_attribute("aria-pressed", str(at in (1, 3)).lower())
