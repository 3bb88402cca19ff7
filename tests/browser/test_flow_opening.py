"""The opening of the first page: seen once, skipped by anything, absent where it would disturb."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.tabs import OPENING, new_context, settle

pytestmark = pytest.mark.browser

Visit = Callable[..., Page]
SEEN = f"localStorage.getItem({OPENING!r})"
# The first frame of the opening, seen from within: later ones come when a busy machine has time.
FIRST = """const look = () => {
  for (const { shadowRoot } of document.querySelectorAll("[data-testid=stBidiComponentIsolated]")) {
    const flow = shadowRoot?.querySelector(".flow[data-opening=playing]");
    const words = [...(flow?.querySelectorAll("svg.main > g > text") || [])];
    if (words.length) {
      window.first = {
        words: words.map((word) => word.textContent),
        lines: [...flow.querySelectorAll(".inband")].map((line) => line.checkVisibility({
          visibilityProperty: true, opacityProperty: true })),
      };
      return;
    }
  }
  requestAnimationFrame(look);
};
requestAnimationFrame(look);"""
DRAWN = "node => node.innerHTML"


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """A browser that was never here."""
    opened, bad = list[Page](), list[str]()

    def go(path: str = "", script: str = "", **options: Any) -> Page:
        usual = {"viewport": {"width": 1440, "height": 900}, "locale": "en-US"}
        page = new_context(browser, first_visit=True, **{**usual, **options}).new_page()
        page.add_init_script(script)
        page.on("pageerror", lambda error: bad.append(str(error)))
        opened.append(page)
        page.goto(f"{address}/{path}")
        return page

    yield go
    for page in opened:
        page.context.close()
    assert bad == []


def playing(page: Page) -> Page:
    page.locator(".flow[data-opening=playing]").wait_for()
    return page


def over(page: Page) -> None:
    expect(page.locator(".flow[data-opening]")).to_have_count(0)
    expect(page.locator(".flow .skip")).to_have_count(0)


def drawing(page: Page) -> str:
    drawn: str = page.locator(".flow svg.main").evaluate(DRAWN)
    return drawn


def test_it_plays_once_and_leaves_the_drawing_as_it_is(visit: Visit) -> None:
    page = playing(visit())
    assert page.locator(".flow .target.row").count() > 3, "all is there to be pressed"
    moment = drawing(page)
    over(page)
    settle(page)
    still = drawing(page)
    assert still != moment and "clip-path" in moment and "clip-path" not in still
    assert page.evaluate(SEEN) == "1"
    page.reload()
    page.locator(".flow .region").first.wait_for(state="attached")
    assert page.locator(".flow[data-opening]").count() == 0, "seen is seen"
    settle(page)
    assert drawing(page) == still
    page.locator(".flow .again").click()
    playing(page)
    page.locator(".flow .skip").click()
    over(page)
    assert drawing(page) == still


def test_on_a_phone_the_sentence_is_whole_and_nothing_lies_below_the_button(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, script=FIRST)
    first = page.wait_for_function("() => window.first").json_value()
    assert first["words"].count("고양이") == 1
    assert first["lines"] and not any(first["lines"])
    over(page)
    lines = page.locator(".flow .inband")
    expect(page.locator(".flow svg.main > g > text").filter(has_text="고양이")).to_have_count(0)
    expect(lines.first).to_be_visible()


def test_a_key_ends_it(visit: Visit) -> None:
    page = playing(visit())
    page.keyboard.press("Shift")
    over(page)


def test_a_press_ends_it_and_does_its_own_work(visit: Visit) -> None:
    page = playing(visit(has_touch=True))
    page.locator(".flow .icon").last.tap()
    over(page)
    expect(page.locator(".flow [role=slider]")).to_have_attribute("aria-valuenow", "2")


def test_less_motion_has_none(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    page.locator(".flow .region").first.wait_for()
    settle(page)
    over(page)
    expect(page.locator(".flow .again")).to_have_count(0)
    assert page.evaluate(SEEN) is None


@pytest.mark.parametrize(
    ("path", "again"), [("?step=2", 1), ("?head=3", 1), ("?present=1", 0), ("?teach=1", 0)]
)
def test_an_address_that_leads_somewhere_stands_still(visit: Visit, path: str, again: int) -> None:
    page = visit(path)
    page.locator(".flow .region").first.wait_for()
    settle(page)
    over(page)
    expect(page.locator(".flow .again")).to_have_count(again)
    assert page.evaluate(SEEN) is None
