"""What is dragged in a real browser: the edge of a mask and the width of vectors; by mouse, finger
and keys, what the numbers become, what reaches the server."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from explainer.analysis.batch_masks import additive, band, softmax
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


def digits(page: Page) -> list[float]:
    """The numbers in the chosen row of the triangle."""
    row = page.locator(f".triangle .query[data-row='{ROW}'] .number")
    return [float(text) for text in row.all_text_contents() if text]


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


def test_dragging_the_edge_cuts_the_weights_anew_and_is_sent_once(hands: Mount) -> None:
    drawing = hands()
    page = drawing.page
    scores = np.array(report(drawing)["scores"])
    x, y = middle(page, ".triangle .handle")
    page.mouse.move(x, y)
    page.mouse.down()
    for far in (1, 2, 3):
        page.mouse.move(x + far * cell(page), y, steps=3)
        expect(page.locator(".triangle .handle")).to_have_attribute("aria-valuenow", str(far))
        weights = softmax(scores + additive(band(far, 6)))[ROW]
        assert digits(page) == pytest.approx(weights[weights > 0], abs=0.006)
        expect(page.locator(f".triangle .query[data-row='{ROW}'] .cell.future")).to_have_count(far)
    assert report(drawing)["runs"] == 1
    page.mouse.up()
    told = report(drawing)
    assert (told["edge"], told["at"], told["runs"]) == (3, None, 2)
    assert edge(page) == "3"


def test_the_handle_hides_no_number_and_stays_in_its_row_while_it_is_dragged(hands: Mount) -> None:
    drawing = hands(width=1100)
    page = drawing.page
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
    hands: Mount, width: int, lines: int
) -> None:
    names = hands("short=1", width=width).page.locator(".triangle .panel:not(.single) > .side")
    expect(names).to_have_count(6)
    boxes = [box for one in names.all() if (box := one.bounding_box())]
    assert len({box["y"] for box in boxes}) == lines
    assert not [one for one in names.all() if one.get_attribute("transform")]
    ends = [(box["y"], box["x"], box["x"] + box["width"]) for box in boxes]
    same = [(a, b) for a in ends for b in ends if a[0] == b[0] and a[1] < b[1]]
    assert all(a[2] < b[1] for a, b in same)


def test_a_row_that_sees_the_future_no_longer_agrees_with_translation(hands: Mount) -> None:
    drawing = hands()
    page = drawing.page
    verdict = page.locator(".triangle .verdict")
    expect(verdict).to_have_class("verdict right")
    page.locator(".triangle .handle").focus()
    page.keyboard.press("ArrowRight")
    expect(verdict).to_have_class("verdict wrong")
    found = report(drawing)["probs"]
    both = (f"{round(100 * found[at][ROW])}%" for at in (1, 0))
    expect(verdict).to_have_text("✗ " + " ≠ ".join(both))
    assert report(drawing)["edge"] == 1
    page.keyboard.press("Home")  # the focus is still there after the run
    expect(verdict).to_have_class("verdict right")


def test_rows_are_one_tab_stop_and_are_chosen_by_arrow_keys(hands: Mount) -> None:
    drawing = hands()
    page = drawing.page
    rows = page.locator(".triangle .query")
    assert [row.get_attribute("tabindex") for row in rows.all()].count("0") == 1
    rows.nth(ROW).focus()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(ROW + 1)).to_have_attribute("aria-checked", "true")
    page.keyboard.press("End")
    assert report(drawing)["at"] == 5
    rows.nth(1).click()
    assert report(drawing)["at"] == 1


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


def test_playing_writes_row_after_row_also_without_motion(hands: Mount) -> None:
    drawing = hands(reduced_motion="reduce")
    page = drawing.page
    page.locator(".triangle .play").click()
    expect(page.locator(".triangle .panel.single .now")).to_have_count(1)
    drawing.wait(ALL_PLAYED)
    told = report(drawing)
    assert (told["at"], told["runs"]) == (5, 2)


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
