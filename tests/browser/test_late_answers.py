"""What a reader has moved since is not taken back when an answer to an earlier move comes late."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.app_page import Go, visits
from tests.browser.tabs import settle

pytestmark = pytest.mark.browser
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


def test_a_late_answer_takes_no_length_back(go: Go) -> None:
    """The drawing stays while the words below it follow."""
    page = go("complexity?lang=en")
    wire = SlowWire(page)
    hand, verdict = page.locator(".race input").first, page.get_by_text("Fewest multiply-adds")
    hand.focus()
    wire.hold()
    before = verdict.inner_text()
    seen = [hand.get_attribute("aria-valuetext")]
    for press in (1, 2):
        page.keyboard.press("ArrowRight")
        wire.wait(press, press)
        seen.append(hand.get_attribute("aria-valuetext"))
    assert len({*seen}) == 3
    wire.release(1)
    expect(verdict).not_to_have_text(before)
    assert hand.get_attribute("aria-valuetext") == seen[-1]
    wire.release()
    settle(page)
    expect(hand).to_have_attribute("aria-valuetext", str(seen[-1]))
    expect(hand).to_be_focused()


def test_a_late_answer_takes_no_step_of_training_back(go: Go) -> None:
    """What is drawn stays, node by node: towers that fall are not cut short."""
    page = go("training?model=ko-en&lang=en")
    wire = SlowWire(page)
    step, dots = page.locator(".pull .step"), page.locator(".pull .dot:not(.ahead)")
    step.evaluate("button => { button.dataset.drawn = 'before'; }")
    wire.hold()
    for press in (1, 2):
        step.click()
        expect(dots).to_have_count(press + 1)
        wire.wait(press, press)
    counts = page.get_by_text("Six pairs; the decoder reads")
    untrained = counts.inner_text()
    wire.release(1)
    expect(counts).not_to_have_text(untrained)  # the answer is there
    expect(dots).to_have_count(3)
    wire.release()
    settle(page)
    expect(dots).to_have_count(3)
    expect(step).to_have_attribute("data-drawn", "before")


@pytest.fixture
def slow(go: Go) -> Callable[[str], tuple[Page, SlowWire]]:
    """Opens a page whose answers can be held back."""

    def opened(path: str) -> tuple[Page, SlowWire]:
        page = go(path)
        return page, SlowWire(page)

    return opened


Slow = Callable[[str], tuple[Page, SlowWire]]


def release(page: Page, wire: SlowWire, answers: int) -> None:
    """Lets so many answers through that were waited for, and all that come."""
    wire.wait(0, answers)
    wire.release()
    settle(page)


@pytest.mark.parametrize(
    ("path", "first", "keys"),
    [
        ("embeddings?model=ko-en&lang=en", ".chips .chip[tabindex='0']", ("Home", "ArrowRight")),
        ("maps?model=ko-en&lang=en", ".headgrid button[tabindex='0']", ("ArrowDown", "Home")),
    ],
)
def test_the_keyboard_walks_on_while_an_answer_is_on_its_way(
    slow: Slow, path: str, first: str, keys: tuple[str, str]
) -> None:
    page, wire = slow(path)
    page.locator(first).first.focus()
    wire.hold()
    for key in (*keys, "Enter", "ArrowRight"):
        page.keyboard.press(key)
    here = page.locator(f"{first.split(' ', maxsplit=1)[0]} button:focus")
    name = str(here.text_content())
    release(page, wire, 1)
    expect(here).to_have_text(name)
    expect(here).to_have_attribute("tabindex", "0")


def test_a_map_frames_what_was_pressed_before_the_answer_comes(slow: Slow) -> None:
    page, wire = slow("maps?model=ko-en&lang=en")
    cells = page.locator(".map [role=grid]").first
    cells.focus()
    wire.hold()
    for key in ("Home", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    here = cells.locator("[role=gridcell]")
    expect(here).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowRight")
    release(page, wire, 1)
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
    keys = page.locator(".st-key-lesson_veiled .headfan .key")
    wire.hold()
    for press, at in enumerate((1, 3), start=1):
        keys.nth(at).click()
        wire.wait(press, press)
    wire.release()
    for at in range(keys.count()):
        expect(keys.nth(at)).to_have_attribute("aria-pressed", str(at in (1, 3)).lower())
