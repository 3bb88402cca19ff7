"""What is dragged in a real browser: the edge of a mask and the width of vectors; by mouse, finger
and keys, what the numbers become, what reaches the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from explainer.analysis.batch_masks import additive, band, softmax
from tests.browser.conftest import drawings
from tests.browser.flow_page import Open, report
from tests.browser.shared import Servers
from tests.browser.tabs import settle
from tests.runs.waiting import until

pytestmark = pytest.mark.browser
APP = Path(__file__).parent / "hands_app.py"
ROW = 2  # that is chosen at first


@pytest.fixture
def hands(servers: Servers, browser: Browser) -> Iterator[Open]:
    """Opens the page; an error of its script or a dialog fails the test."""
    address = servers.address(APP, "/_stcore/health")
    yield from drawings(browser, address, ".triangle .handle, .recut .bars")


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


def digits(page: Page) -> list[float]:
    """The numbers in the chosen row of the triangle."""
    row = page.locator(f".triangle .query[data-row='{ROW}'] .number")
    return [float(text) for text in row.all_text_contents() if text]


def wait_for(page: Page, **expected: object) -> dict[str, Any]:
    """What the server was told, once it was."""
    until(lambda: all(report(page)[name] == value for name, value in expected.items()))
    settle(page)
    return report(page)


def test_dragging_the_edge_cuts_the_weights_anew_and_is_sent_once(hands: Open) -> None:
    page = hands()
    scores = np.array(report(page)["scores"])
    x, y = middle(page, ".triangle .handle")
    page.mouse.move(x, y)
    page.mouse.down()
    for far in (1, 2, 3):
        page.mouse.move(x + far * cell(page), y, steps=3)
        expect(page.locator(".triangle .handle")).to_have_attribute("aria-valuenow", str(far))
        weights = softmax(scores + additive(band(far, 6)))[ROW]
        assert digits(page) == pytest.approx(weights[weights > 0], abs=0.006)
        expect(page.locator(f".triangle .query[data-row='{ROW}'] .cell.future")).to_have_count(far)
    assert report(page)["runs"] == 1
    page.mouse.up()
    assert wait_for(page, edge=3)["row"] == ROW
    assert report(page)["runs"] == 2
    assert edge(page) == "3"


def test_the_handle_hides_no_number_and_stays_in_its_row_while_it_is_dragged(hands: Open) -> None:
    page = hands(width=1100)
    number = page.locator(f".triangle .query[data-row='{ROW}'] .number").nth(ROW).bounding_box()
    knob = page.locator(".triangle .handle .knob").bounding_box()
    assert number is not None and knob is not None
    above = number["y"] + number["height"] <= knob["y"]
    assert above or number["x"] + number["width"] <= knob["x"]
    x, y = middle(page, ".triangle .handle")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + cell(page), y, steps=3)
    expect(page.locator(".triangle .handle")).to_have_attribute("aria-valuenow", "1")
    assert middle(page, ".triangle .handle")[1] == pytest.approx(y, abs=0.5)
    page.mouse.up()


@pytest.mark.parametrize(("width", "lines"), [(1440, 1), (800, 2)])
def test_names_above_the_columns_stand_level_in_as_few_lines_as_hold_them(
    hands: Open, width: int, lines: int
) -> None:
    names = hands("short=1", width=width).locator(".triangle .panel:not(.single) > .side")
    expect(names).to_have_count(6)
    boxes = [box for one in names.all() if (box := one.bounding_box())]
    assert len({box["y"] for box in boxes}) == lines
    assert not [one for one in names.all() if one.get_attribute("transform")]
    ends = [(box["y"], box["x"], box["x"] + box["width"]) for box in boxes]
    same = [(a, b) for a in ends for b in ends if a[0] == b[0] and a[1] < b[1]]
    assert all(a[2] < b[1] for a, b in same)


def test_a_row_that_sees_the_future_no_longer_agrees_with_translation(hands: Open) -> None:
    page = hands()
    verdict = page.locator(".triangle .verdict")
    expect(verdict).to_have_class("verdict right")
    page.locator(".triangle .handle").focus()
    page.keyboard.press("ArrowRight")
    expect(verdict).to_have_class("verdict wrong")
    found = report(page)["probs"]
    both = (f"{round(100 * found[at][ROW])}%" for at in (1, 0))
    expect(verdict).to_have_text("✗ " + " ≠ ".join(both))
    wait_for(page, edge=1)
    page.keyboard.press("Home")  # the focus is still there after the run
    expect(verdict).to_have_class("verdict right")


def test_rows_are_one_tab_stop_and_are_chosen_by_arrow_keys(hands: Open) -> None:
    page = hands()
    rows = page.locator(".triangle .query")
    assert [row.get_attribute("tabindex") for row in rows.all()].count("0") == 1
    rows.nth(ROW).focus()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(ROW + 1)).to_have_attribute("aria-checked", "true")
    page.keyboard.press("End")
    wait_for(page, row=5)
    rows.nth(1).click()
    wait_for(page, row=1)


def test_a_finger_drags_the_edge_and_pieces_are_text(hands: Open) -> None:
    page = hands(width=390, has_touch=True)
    x, y = middle(page, ".triangle .handle")
    finger = page.context.new_cdp_session(page)
    points = [{"x": x + far, "y": y} for far in range(0, int(2 * cell(page)) + 4, 4)]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    for point in points[1:]:
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    reached = edge(page)
    assert reached in ("1", "2", "3")  # the browser may leave out some moves of a finger
    wait_for(page, edge=int(reached))
    assert page.locator(".triangle img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_playing_writes_row_after_row_also_without_motion(hands: Open) -> None:
    page = hands(reduced_motion="reduce")
    page.locator(".triangle .play").click()
    expect(page.locator(".triangle .panel.single .now")).to_have_count(1)
    assert wait_for(page, row=5)["runs"] == 2
    style = "getComputedStyle(document.querySelector('.stApp')).animationName"
    assert page.evaluate(style) == "none"


def recut(page: Page) -> list[float]:
    """Lengths of the parts of the undivided row, as shares of the bar."""
    boxes = page.locator(".recut .row.none .part").all()
    found = [float(box.get_attribute("width") or 0) + 1 for box in boxes]
    return [one / sum(found) for one in found]


@pytest.mark.parametrize("key", ["ArrowRight", "End", "Home"])
def test_a_key_on_the_width_cuts_the_bars_anew(hands: Open, key: str) -> None:
    page = hands("draw=recut")
    told = report(page)
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
    assert wait_for(page, width=stops[at])["runs"] == 2
    expect(page.locator(".recut .value strong")).to_have_text(str(stops[at]))


def test_dragging_the_width_spreads_one_distribution_alone(hands: Open) -> None:
    page = hands("draw=recut")

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
    until(lambda: width_of("before") < 0.5 * before[0])
    assert width_of("after") == pytest.approx(before[1], abs=1.5)
    page.mouse.up()
    until(lambda: (report(page)["width"] or 64) < 8)


def test_the_width_plays_to_its_end_and_is_sent_once(hands: Open) -> None:
    page = hands("draw=recut&dark=1", reduced_motion="reduce")
    page.locator(".recut .play").click()
    assert wait_for(page, width=512)["runs"] == 2
