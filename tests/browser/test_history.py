"""The browser's history: one entry for each step of the reader, and none for what the app adds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from explainer.text import LANGUAGES, Text
from tests.browser.app_page import visits
from tests.browser.tabs import NOWHERE

LONG = 120_000  # ms; only a page that never comes takes so long
SENTENCE = "The dog is asleep."

Open = Callable[[str], Page]


@pytest.fixture
def opened(address: str, browser: Browser) -> Iterator[Open]:
    with visits(address, browser) as go:
        yield lambda path: at_rest(go(path))


def at_rest(page: Page) -> Page:
    state = "[data-test-connection-state=CONNECTED][data-test-script-state=notRunning]"
    page.locator(f"[data-testid=stApp]{state}").wait_for(timeout=LONG)
    return page


@pytest.mark.parametrize("path", ["maps?s=A+dog", "?lang=en", "glossary"])
def test_what_the_app_adds_to_an_address_is_no_step_back(
    address: str, browser: Browser, path: str
) -> None:
    with visits(address, browser) as go:
        page = at_rest(go("models?model=en-de"))
        before = page.evaluate("history.length")
        page.goto(f"{address}/{path}")
        expect(page).to_have_url(re.compile("model="), timeout=LONG)
        at_rest(page)
        assert page.evaluate("history.length") == before + 1
        page.evaluate("history.back()")
        expect(page).to_have_url(f"{address}/models?model=en-de", timeout=LONG)


def test_what_the_reader_does_is_a_step_back(opened: Open) -> None:
    page = opened("?s=A+dog")
    first, field = page.url, page.locator(".st-key-s input")
    field.fill(SENTENCE)
    field.press("Enter")
    expect(page).to_have_url(re.compile("asleep"), timeout=LONG)
    at_rest(page)
    page.evaluate("history.back()")
    expect(page).to_have_url(first, timeout=LONG)
    expect(field).to_have_value("A dog", timeout=LONG)


def test_one_deed_is_one_step_back_however_often_the_address_is_written(opened: Open) -> None:
    """Streamlit writes it once for each message of a run that changes it; one may come alone."""
    page = opened("glossary?lang=en&model=en-de")
    before = page.evaluate("history.length")
    page.locator("h1").first.click()
    page.evaluate("history.pushState(null, '', '?a=1')")
    page.evaluate("history.pushState(null, '', '?a=1&b=2')")
    assert page.evaluate("[history.length, location.search]") == [before + 1, "?a=1&b=2"]
    page.locator("h1").first.click()
    page.evaluate("history.pushState(null, '', '?a=2')")
    assert page.evaluate("history.length") == before + 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_address_without_a_page_opens_the_first_and_says_so(opened: Open, lang: str) -> None:
    page = opened(f"{NOWHERE}?lang={lang}&model=en-de")
    expect(page.get_by_text(Text(lang)("shell.no_page"))).to_be_visible(timeout=LONG)
    expect(page.get_by_text("Page not found")).to_have_count(0)
