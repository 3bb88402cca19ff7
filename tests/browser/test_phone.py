"""On a phone the figure is what a reader sees first."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.app_page import visits
from tests.browser.tabs import settle

HEIGHT = 844
SEEN = 0.5  # of the window that the figure, or as much of it as there is, has to itself
TOP = """() => document.querySelector(
  '[data-testid=stMain] :is([class*="st-key-figure_"], .flow .stage)'
).getBoundingClientRect().top"""
BAR = """() => {
  const tops = [...document.querySelectorAll(".st-key-sentence :is(input, button)")]
    .filter((each) => each.offsetParent).map((each) => each.getBoundingClientRect());
  const under = Math.max(...tops.map((r) => r.top));
  return [tops.length, under - Math.min(...tops.map((r) => r.bottom))];
}"""


@pytest.mark.parametrize("page", ["", "cell", "heads", "sampling", "ablation"])
def test_the_lead_figure_is_on_the_first_screen(browser: Browser, address: str, page: str) -> None:
    with visits(address, browser, width=390, height=HEIGHT, locale="ko-KR") as go:
        tab = go(page)
        assert 0 < tab.evaluate(TOP) <= HEIGHT * (1 - SEEN)
        controls, apart = tab.evaluate(BAR)
        # Field, button and examples; settings where the page has no search of its own.
        assert controls == (3 if page == "sampling" else 4)
        assert apart < 0, "the sentence bar takes more than one line"
        assert tab.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        uncovered(tab)


def test_choices_that_wrap_keep_their_room(browser: Browser, address: str) -> None:
    """Segments in two lines: what stands below them does not lie over them."""
    with visits(address, browser, width=390, height=HEIGHT, locale="en-US") as go:
        tab = go("training")
        lost = tab.evaluate(
            """() => [...document.querySelectorAll("[data-testid=stButtonGroup]")].map((group) =>
              group.getBoundingClientRect().bottom
              - group.parentElement.getBoundingClientRect().bottom)"""
        )
        assert len(lost) >= 2 and max(lost) < 8  # the gap between two controls is wider


@pytest.mark.parametrize("page", ["toy", "alignment"])
def test_the_bar_above_covers_nothing_of_the_title(
    browser: Browser, address: str, page: str
) -> None:
    with visits(address, browser, width=390, height=HEIGHT, locale="en-US") as go:
        uncovered(go(page))


def uncovered(page: Page) -> None:
    """The title, by the bar above."""
    top, under = page.evaluate(
        """() => ["h1", "[data-testid=stHeader]"].map((each) =>
          document.querySelector(each).getBoundingClientRect())
          .map((box, at) => at ? box.bottom : box.top)"""
    )
    assert top >= under - 1


def test_another_page_begins_at_its_top(browser: Browser, address: str) -> None:
    with visits(address, browser, width=390, height=HEIGHT, locale="en-US") as go:
        tab = go("lessons")
        tab.locator(".st-key-lessons_start_heads button").click()
        tab.wait_for_url("**lesson=*")
        settle(tab)
        assert tab.evaluate("() => document.querySelector('[data-testid=stMain]').scrollTop") == 0
