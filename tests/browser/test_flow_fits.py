"""The first page in the windows people have: what matters stands on the first screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.app_page import Go, visits

pytestmark = pytest.mark.browser

SLANTED = ".flow svg.main text[transform*=rotate]"
TILE_NUMBERS = """() => {
  const tiles = [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")];
  const root = tiles.map((tile) => tile.shadowRoot?.querySelector(".flow")).find(Boolean);
  const memory = [...root.querySelectorAll(".target.memory")]
    .map((tile) => tile.getBoundingClientRect());
  const numbers = [...root.querySelectorAll("svg.main text.tabular")]
    .filter((text) => /^0?\\.\\d\\d$/.test(text.textContent))
    .map((text) => text.getBoundingClientRect());
  return memory.map((tile) => numbers.filter((text) =>
    text.left >= tile.left - 2 && text.right <= tile.right + 2
    && text.top >= tile.top && text.bottom <= tile.bottom + 1).length);
}"""


@pytest.fixture
def go(browser: Browser, address: str) -> Iterator[Go]:
    with visits(address, browser) as visit:
        yield visit


def bottom(page: Page, selector: str) -> float:
    box = page.locator(f".flow {selector}").first.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


@pytest.mark.parametrize("locale", ["ko-KR", "en-US"])
def test_the_whole_loop_is_on_the_first_screen(go: Go, locale: str) -> None:
    page = go(width=1440, height=900, locale=locale)
    assert bottom(page, "svg.main") <= 900
    assert page.locator(SLANTED).count() == 0


@pytest.mark.parametrize("locale", ["ko-KR", "en-US"])
def test_the_whole_tree_of_the_beam_is_on_the_first_screen(go: Go, locale: str) -> None:
    page = go("beam", width=1440, height=900, locale=locale)
    tree = page.locator(".beamtree .scroll").first
    box = tree.bounding_box()
    assert box is not None and box["y"] + box["height"] <= 900
    assert tree.evaluate("one => one.scrollHeight - one.clientHeight") <= 1


@pytest.mark.parametrize("locale", ["ko-KR", "en-US"])
def test_a_low_window_shows_the_way_to_the_first_token(go: Go, locale: str) -> None:
    page = go(width=1366, height=700, locale=locale)
    assert bottom(page, ".target.row") < bottom(page, "text.feedback") <= 640
    assert bottom(page, ".caption") < 290


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_every_name_and_every_number_of_the_memory_is_there(
    go: Go, width: int, height: int
) -> None:
    page = go(width=width, height=height)
    assert page.locator(SLANTED).count() == 0
    found = page.evaluate(TILE_NUMBERS)
    assert found == [1] * len(found) and len(found) == 10


def test_no_sentence_moves_the_drawing(go: Go) -> None:
    """Else the pointer would lose what it points at, and the drawing would flicker."""
    for width in (1366, 1100, 760):
        page = go("?step=10", width=width, height=900)
        top = drawing_top(page)
        for kind in ("piece", "row"):
            targets = page.locator(f".flow .target.{kind}")
            for index in range(targets.count()):
                targets.nth(index).dispatch_event("pointerenter", {"pointerType": "mouse"})
                assert drawing_top(page) == top, (width, kind, index)


def drawing_top(page: Page) -> Any:
    expect(page.locator(".flow .caption")).not_to_be_empty()
    return page.locator(".flow svg.main").evaluate("node => node.getBoundingClientRect().top")
