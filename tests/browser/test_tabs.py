"""A tab that a test gives back is as good as a new one to the next, and tells what goes wrong."""

from playwright.sync_api import Browser

from tests.browser.tabs import NOTHING, clean_tab, forget

LOAD = "(url) => { new Image().src = url; }"


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
