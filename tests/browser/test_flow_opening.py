"""The opening of the first page: seen once, skipped by anything, absent where it would disturb."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.mounted import Mount, Mounted
from tests.browser.tabs import OPENING, clean_tab, forget, tap

# A browser that was never here, whose time stands still, so that nothing is over before one looks.
FIRST = f"localStorage.removeItem({OPENING!r}); performance.now = () => 0;"
SEEN = f"localStorage.getItem({OPENING!r})"
LONG = 4100  # ms: then it is over
PLAYING = ".flow [data-opening=playing]"
MOVES = "node => node.getAnimations({ subtree: true }).length"
COVERED = """names => {
  const skip = names[0].closest(".stage").querySelector(".skip").getBoundingClientRect();
  return names.map((one) => one.getBoundingClientRect())
    .filter(({ right, top }) => right > skip.left && top < skip.bottom).length;
}"""


@pytest.fixture
def first(mount: Mount) -> Mount:
    """The first page in a browser that was never here."""

    def drawn(path: str = "", **options: Any) -> Mounted:
        return mount(path, "translate_flow", **{"first_visit": True, **options})

    return drawn


def playing(page: Page) -> Page:
    expect(page.locator(PLAYING)).to_have_count(1)
    return page


def over(page: Page) -> None:
    expect(page.locator(".flow [data-opening]")).to_have_count(0)
    expect(page.locator(".flow .skip")).to_have_count(0)


def drawing(page: Page) -> int:
    """As a number: a difference of two long texts takes minutes."""
    return hash(page.locator(".flow svg.main").inner_html())


def test_in_the_app_it_plays_until_a_key_is_pressed(address: str, browser: Browser) -> None:
    bad = list[str]()
    page = clean_tab(browser, bad, size={"width": 1440, "height": 1000}, script=FIRST)
    page.goto(address)
    playing(page).keyboard.press("Shift")
    over(page)
    assert page.evaluate(SEEN) == "1"
    forget([page])
    assert bad == []


def test_it_plays_once_and_leaves_the_drawing_as_it_is(first: Mount) -> None:
    flow = first()
    page = playing(flow.page)
    assert page.locator(".flow .target.token").count() > 3, "all is there to be pressed"
    flow.wait(LONG // 2)
    stage = playing(page).locator(".flow .stage")
    assert stage.evaluate(MOVES) > 10
    flow.wait(LONG // 2)
    over(page)
    still = drawing(page)
    assert stage.evaluate(MOVES) == 0
    assert page.evaluate(SEEN) == "1"
    flow = first(first_visit=False)
    assert page.locator(".flow [data-opening]").count() == 0, "seen is seen"
    flow.wait(LONG)
    assert drawing(page) == still
    page.locator(".flow .again").click()
    playing(page)
    page.locator(".flow .skip").click()
    over(page)
    page.mouse.move(0, 0)  # away from what lay below the button, which would show its numbers
    flow.settle()
    assert drawing(page) == still


def test_on_a_phone_nothing_lies_below_the_button(first: Mount) -> None:
    page = playing(first("?lang=en", width=390, height=844).page)
    names = page.locator(".flow .names > *")
    assert names.count() == 12 and names.evaluate_all(COVERED) == 0


def test_a_press_ends_it_and_does_its_own_work(first: Mount) -> None:
    page = playing(first().page)
    tap(page.locator(".flow .icon").last)
    over(page)
    expect(page.locator(".flow [role=slider]")).to_have_attribute("aria-valuenow", "3")


@pytest.mark.parametrize(
    ("path", "motion", "again"),
    [
        ("", "reduce", 0),
        ("?step=2", "no-preference", 1),
        ("?head=3", "no-preference", 1),
        ("?present=1", "no-preference", 0),
        ("?teach=1", "no-preference", 0),
    ],
)
def test_who_wants_no_motion_and_an_address_that_leads_somewhere_have_none(
    first: Mount, path: str, motion: str, again: int
) -> None:
    flow = first(path, reduced_motion=motion)
    over(flow.page)
    flow.wait(LONG)
    over(flow.page)
    expect(flow.page.locator(".flow .again")).to_have_count(again)
    assert flow.page.evaluate(SEEN) is None
