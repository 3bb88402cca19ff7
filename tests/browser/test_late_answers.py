"""What a reader has moved since is not taken back when an answer to an earlier move comes late."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.app_page import Go, visits
from tests.browser.tabs import settle

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
def go(address: str, browser: Browser) -> Iterator[Go]:
    with visits(address, browser, reduced_motion="reduce", script=SLOW) as open_page:
        yield open_page


def release(page: Page, wire: SlowWire) -> None:
    """Lets the answer through that was waited for, and all that come."""
    wire.wait(0, 1)
    wire.release()
    settle(page)


def test_the_keyboard_walks_on_and_a_map_frames_what_was_pressed_before_the_answer_comes(
    go: Go,
) -> None:
    page = go("maps?model=ko-en&lang=en")
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


def test_of_two_marks_made_at_once_none_is_lost(go: Go) -> None:
    """Parts of a lesson's figure, the second pressed before the answer to the first has come."""
    page = go("lessons?model=ko-en&lang=en")
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
