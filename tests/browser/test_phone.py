"""On a phone: what every page has there is in test_everywhere."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.browser.app_page import visits
from tests.browser.tabs import settle

HEIGHT = 844


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


def test_another_page_begins_at_its_top(browser: Browser, address: str) -> None:
    with visits(address, browser, width=390, height=HEIGHT, locale="en-US") as go:
        tab = go("lessons")
        tab.locator(".st-key-lessons_start_heads button").click()
        tab.wait_for_url("**lesson=*")
        settle(tab)
        assert tab.evaluate("() => document.querySelector('[data-testid=stMain]').scrollTop") == 0
