"""The browser's history: one entry for each page a reader was on, as it was left."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from explainer.text import Text
from tests.browser.app_page import Go
from tests.browser.tabs import NOWHERE

LONG = 120_000  # ms; only a page that never comes takes so long
SENTENCE = "The dog is asleep."

Open = Callable[[str], Page]


@pytest.fixture
def opened(go: Go) -> Open:
    return lambda path: at_rest(go(path))


def at_rest(page: Page) -> Page:
    state = "[data-test-connection-state=CONNECTED][data-test-script-state=notRunning]"
    page.locator(f"[data-testid=stApp]{state}").wait_for(timeout=LONG)
    return page


def test_what_the_app_adds_to_an_address_is_no_step_back(address: str, opened: Open) -> None:
    page = opened("models?model=en-de")
    before = page.evaluate("history.length")
    for path in ("maps?s=A+dog", "glossary"):
        page.goto(f"{address}/{path}")
        expect(page).to_have_url(re.compile("model="), timeout=LONG)
        at_rest(page)
        assert page.evaluate("history.length") == before + 1
        page.evaluate("history.back()")
        expect(page).to_have_url(f"{address}/models?model=en-de", timeout=LONG)


def test_back_goes_to_the_page_before_as_it_was_left(opened: Open) -> None:
    """However much was chosen there, and although the link was followed at once."""
    page = opened("?s=A+dog&lang=en&model=en-de")
    before, field = page.evaluate("history.length"), page.locator(".st-key-s input")
    field.fill(SENTENCE)
    field.press("Enter")
    expect(page).to_have_url(re.compile("asleep"), timeout=LONG)
    left = at_rest(page).url
    page.locator(".st-key-chapters a[href*='/masks']").dispatch_event("click")
    expect(page).to_have_url(re.compile("/masks"), timeout=LONG)
    at_rest(page)
    assert page.evaluate("history.length") == before + 1
    page.evaluate("history.back()")
    expect(page).to_have_url(left, timeout=LONG)
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
    expect(page.get_by_text(Text("ko")("shell.no_page"))).to_be_visible(timeout=LONG)
    expect(page.get_by_text("Page not found")).to_have_count(0)
