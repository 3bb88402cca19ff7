"""A browser whose session is gone: the server was restarted, or the lid was closed for too long."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from explainer.text import LANGUAGES, Text
from tests.browser.app_page import violations, visits
from tests.browser.restarted import Restarted, Wire, serving
from tests.browser.tabs import new_context, new_tab, settle

APP = '[data-testid="stApp"]'
BEFORE, AFTER = "The dog is asleep.", "The cat reads a book."
ENGLISH = "?lang=en&model=en-toy"


@pytest.fixture(scope="module")
def app(models_folder: Path) -> Iterator[Restarted]:
    """It forgets a session as soon as its connection is gone."""
    with serving(models_folder, STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL="0") as found:
        yield found


Open = Callable[[str], Page]


@pytest.fixture
def opened(app: Restarted, browser: Browser) -> Iterator[Open]:
    with visits(app.url, browser, reduced_motion="reduce") as go:
        yield lambda path: at_rest(go(path))


def at_rest(page: Page) -> Page:
    """The browser is connected and the script has run."""
    state = '[data-test-connection-state="CONNECTED"][data-test-script-state="notRunning"]'
    page.locator(APP + state).wait_for()
    settle(page)
    return page


def lost(page: Page) -> None:
    state = ("data-test-connection-state", "CONNECTED")
    expect(page.locator(APP)).not_to_have_attribute(*state)


def field(page: Page) -> Locator:
    return page.locator(".st-key-s input")


def send(page: Page, sentence: str) -> None:
    field(page).fill(sentence)
    field(page).press("Enter")
    shown(page, sentence)


def shown(page: Page, sentence: str) -> None:
    """It was translated: only then is it in the address."""
    expect(page).to_have_url(re.compile(re.escape(sentence.replace(" ", "+"))))
    at_rest(page)
    expect(field(page)).to_have_value(sentence)


def test_after_a_restart_everything_goes_on(app: Restarted, opened: Open) -> None:
    """What was typed before the gap and not sent yet survives it, without a connection the field is
    locked, and is translated. And the first click counts, in a part of the page that runs by
    itself, which a new session has never heard of.
    """
    typed, heads = opened(ENGLISH), opened(f"heads{ENGLISH}")
    send(typed, BEFORE)
    field(typed).fill(AFTER)
    app.stop()
    for page in (typed, heads):
        lost(page)
    app.start()
    for page in (typed, heads):
        at_rest(page)
    expect(field(typed)).to_have_value(AFTER)
    field(typed).press("Enter")
    shown(typed, AFTER)
    head = heads.locator(".headgrid button[aria-pressed=false]").first
    name = head.get_attribute("aria-label")
    head.click()
    pressed = heads.locator(".headgrid button[aria-pressed=true]")
    expect(pressed).to_have_attribute("aria-label", str(name))
    expect(heads).to_have_url(re.compile("heads_lit="))


def test_a_gap_longer_than_the_server_remembers(app: Restarted, opened: Open) -> None:
    page = opened("glossary?lang=en")
    wire = Wire(page)
    page.goto(f"{app.url}/{ENGLISH}")
    at_rest(page)
    send(page, BEFORE)
    field(page).fill(AFTER)
    wire.interrupt()
    lost(page)
    before, wire.cut = wire.runs, False
    while wire.runs == before:  # connected, a page is at rest also before its new session has run
        settle(page)
    at_rest(page)
    expect(field(page)).to_have_value(AFTER)
    field(page).press("Enter")
    shown(page, AFTER)


def notice(page: Page, lang: str) -> Locator:
    return page.get_by_role("status").get_by_text(Text(lang)("shell.lost"))


def test_a_network_without_web_sockets_is_told_from_a_server_that_is_gone(app, browser):
    """The page came, and nothing that is asked for over a WebSocket: ten seconds later it says so.
    It is no word for a server that answers nothing later: that is told in the language to which the
    reader has changed, and with no word of Streamlit's own.
    """
    bad, failed = list[str](), list[str]()
    context = new_context(browser, locale="en-US")  # of its own: all its tabs have one clock
    page = new_tab(context, bad)
    page.on("requestfailed", lambda request: failed.append(request.url))
    wire = Wire(page)
    wire.cut = True
    page.clock.install()
    page.goto(f"{app.url}/{ENGLISH}")
    page.locator(APP).wait_for()
    blocked = page.get_by_role("status").get_by_text(Text("en")("shell.blocked"))
    expect(blocked).to_be_hidden()
    page.clock.run_for(11_000)
    expect(blocked).to_be_visible()
    expect(notice(page, "en")).to_be_hidden()
    expect(page.locator("#connection > p:visible")).to_have_count(1)
    assert violations(page, within=["#connection"]) == []
    wire.cut = False
    connected = ("data-test-connection-state", "CONNECTED")  # never at rest: the clock is a toy
    expect(page.locator(APP)).to_have_attribute(*connected)
    expect(blocked).to_be_hidden()
    page.locator(".st-key-lang button").nth(LANGUAGES.index("ko")).click()
    expect(page.locator("html")).to_have_attribute("lang", "ko")
    wire.interrupt()
    page.route(f"{app.url}/**", lambda route: route.abort("connectionrefused"))
    # Streamlit speaks after its sixth vain attempt, each of which asks for two files.
    while len(failed) < 20:
        page.clock.run_for(11_000)
    expect(notice(page, "ko")).to_be_visible()
    expect(page.locator("#connection > p:visible")).to_have_count(1)
    # Nowhere else: Streamlit's own grey of what is locked has too little contrast.
    assert violations(page, within=["#connection"]) == []
    words = page.locator("body").inner_text()
    assert not re.search("streamlit|terminal|connection error|connecting", words, re.IGNORECASE)
    page.unroute_all()
    wire.cut = False
    while notice(page, "ko").is_visible():
        page.clock.run_for(11_000)
    context.close()
    assert bad == []
