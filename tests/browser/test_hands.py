"""What is dragged in a real browser: the edge of a mask and the width of vectors; by mouse, finger
and keys, what the numbers become, what reaches the server."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from explainer.analysis.batch_masks import softmax
from tests.browser.app_page import parameters, visits
from tests.browser.flow_page import report
from tests.browser.mounted import Mount, Mounted
from tests.browser.tabs import settle

pytestmark = pytest.mark.browser
APP = Path(__file__).parent / "hands_app.py"
ROW = 2  # that is chosen at first
ALL_PLAYED = 10_000  # ms


@pytest.fixture
def hands(mount: Mount) -> Mount:
    def drawn(query: str = "", **options: object) -> Mounted:
        return mount(APP, query=query, **options)

    return drawn


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def cell(page: Page) -> float:
    """Width of a column; asked in one go, for the drawing is made anew while the pointer moves."""
    wide: float = page.locator(".triangle").first.evaluate(
        "(root) => root.querySelector('.panel .cell').getBoundingClientRect().width"
    )
    return wide + 1.5


def edge(page: Page) -> str | None:
    return page.locator(".triangle .handle").get_attribute("aria-valuenow")


def test_in_the_app_the_edge_that_is_moved_stands_in_the_address(
    address: str, browser: Browser
) -> None:
    with visits(address, browser) as go:
        page = go("masks?model=ko-en&masks_view=training")
        page.locator(".triangle .handle").focus()
        page.keyboard.press("ArrowRight")
        settle(page)
        assert edge(page) == parameters(page)["masks_edge"] == "1"
        expect(page.locator(".triangle .handle")).to_be_focused()


def test_dragging_the_edge_is_sent_once(hands: Mount) -> None:
    drawing = hands()
    page = drawing.page
    x, y = middle(page, ".triangle .handle")
    page.mouse.move(x, y)
    page.mouse.down()
    for far in (1, 2, 3):
        page.mouse.move(x + far * cell(page), y, steps=3)
        expect(page.locator(".triangle .handle")).to_have_attribute("aria-valuenow", str(far))
        expect(page.locator(f".triangle .query[data-row='{ROW}'] .cell.future")).to_have_count(far)
    assert middle(page, ".triangle .handle")[1] == pytest.approx(y, abs=0.5)  # in its row still
    assert report(drawing)["runs"] == 1
    page.mouse.up()
    told = report(drawing)
    assert (told["edge"], told["at"], told["runs"]) == (3, None, 2)
    assert edge(page) == "3"


def test_a_finger_drags_the_edge_and_pieces_are_text(hands: Mount) -> None:
    drawing = hands(width=390, has_touch=True)
    page = drawing.page
    x, y = middle(page, ".triangle .handle")
    finger = page.context.new_cdp_session(page)
    points = [{"x": x + far, "y": y} for far in range(0, int(2 * cell(page)) + 4, 4)]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    for point in points[1:]:
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    reached = edge(page)
    assert reached in ("1", "2", "3")  # the browser may leave out some moves of a finger
    assert report(drawing)["edge"] == int(reached)
    assert page.locator(".triangle img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def recut(page: Page) -> list[float]:
    """Lengths of the parts of the undivided row, as shares of the bar."""
    parts = page.locator(".recut .row.none .part").all()
    found = [box["width"] for part in parts if (box := part.bounding_box())]
    return [one / sum(found) for one in found]


@pytest.mark.parametrize("key", ["ArrowRight", "End", "Home"])
def test_a_key_on_the_width_cuts_the_bars_anew(hands: Mount, key: str) -> None:
    drawing = hands("draw=recut")
    page = drawing.page
    told = report(drawing)
    before = recut(page)
    page.locator(".recut input").focus()
    page.keyboard.press(key)
    stops = told["stops"]
    at = {"ArrowRight": stops.index(64) + 1, "End": len(stops) - 1, "Home": 0}[key]
    weights = softmax(np.array(told["scores"][at]))
    largest = page.locator(".recut .fact").first
    expect(largest).to_have_text(f"{weights.max():.2f}")
    found = recut(page)
    assert max(found) == pytest.approx(weights.max(), abs=0.02)
    assert key == "ArrowRight" or found != before
    told = report(drawing)
    assert (told["width"], told["runs"]) == (stops[at], 2)
    expect(page.locator(".recut .value strong")).to_have_text(str(stops[at]))


def test_dragging_the_width_spreads_one_distribution_alone(hands: Mount) -> None:
    drawing = hands("draw=recut")
    page = drawing.page

    def width_of(side: str) -> float:
        box = page.locator(f".recut .area.{side}").bounding_box()
        assert box is not None
        return box["width"]

    before = width_of("before"), width_of("after")
    box = page.locator(".recut input").bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    x, _ = middle(page, ".recut input")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(box["x"] + 12, y, steps=6)
    assert width_of("before") < 0.5 * before[0]
    assert width_of("after") == pytest.approx(before[1], abs=1.5)
    page.mouse.up()
    assert report(drawing)["width"] < 8


def test_the_width_plays_to_its_end_and_is_sent_once(hands: Mount) -> None:
    drawing = hands("draw=recut", reduced_motion="reduce")
    page = drawing.page
    page.locator(".recut .play").click()
    drawing.wait(ALL_PLAYED)
    told = report(drawing)
    assert (told["width"], told["runs"]) == (512, 2)
