"""A tab that a test gives back is as good as a new one to the next, and tells what goes wrong."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.browser.tabs import NOTHING, OPENING, clean_tab, forget

HEAR = """() => {
  window.heard = [];
  addEventListener("pointermove", ({ buttons }) => heard.push(buttons));
}"""
LOAD = "(url) => { new Image().src = url; }"
STORED = "[{ ...localStorage }, { ...sessionStorage }]"


def test_what_fails_in_a_tab_is_told(address: str, browser: Browser) -> None:
    bad = list[str]()
    page = clean_tab(browser, bad, size={"width": 400, "height": 400})
    missing, away = f"{address}/media/nothing.png", "http://elsewhere.example/one.png"
    with page.expect_event("requestfailed"):
        page.evaluate(LOAD, away)  # from a page that may load what it likes
    page.goto(f"{address}{NOTHING}")
    with page.expect_console_message(lambda said: said.location["url"] == missing):
        page.evaluate(LOAD, missing)
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw Error('ours'); })")
    forget([page])
    assert bad == [away, missing, "ours"]


def test_a_tab_that_was_given_back_remembers_nothing(address: str, browser: Browser) -> None:
    old, bad = list[str](), list[str]()
    page = clean_tab(browser, old, size={"width": 400, "height": 400}, reduced_motion="reduce")
    page.goto(f"{address}{NOTHING}")
    page.evaluate("localStorage.a = sessionStorage.a = 1")
    page.evaluate("history.pushState(null, '', '?a=1')")
    page.emulate_media(media="print", reduced_motion="reduce")
    page.mouse.move(200, 200)
    page.mouse.down()
    forget([page])

    again = clean_tab(browser, bad, size={"width": 800, "height": 400})
    assert again is page
    assert again.evaluate("history.length") == 1
    assert again.evaluate(STORED) == [{OPENING: "1"}, {}]
    assert not again.evaluate("matchMedia('print, (prefers-reduced-motion)').matches")
    again.evaluate(HEAR)
    again.mouse.move(20, 20)
    assert again.evaluate("heard") == [0]  # no button is held
    forget([again])
    assert (old, bad) == ([], [])
