"""What is dragged in a browser: masks, widths and similarities; by mouse, finger and keys."""

import re

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from explainer.analysis.lookup import PRICES, SIMILARITIES, soft_lookup, softmax
from tests.browser.mounted import Mount
from tests.browser.tabs import settle

MASKS = "masks?model=ko-en&masks_view=training"
ALL_PLAYED = 10_000  # ms


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


def test_dragging_the_edge_is_sent_once(mount: Mount) -> None:
    drawing = mount(MASKS, "masks_triangle")
    page = drawing.page
    x, y = middle(page, ".triangle .handle")
    page.mouse.move(x, y)
    page.mouse.down()
    for far in (1, 2, 3):
        page.mouse.move(x + far * cell(page), y, steps=3)
        expect(page.locator(".triangle .handle")).to_have_attribute("aria-valuenow", str(far))
        expect(page.locator(".triangle .query[aria-checked=true] .cell.future")).to_have_count(far)
    assert middle(page, ".triangle .handle")[1] == pytest.approx(y, abs=0.5)  # in its row still
    drawing.settle()
    assert drawing.told == []
    page.mouse.up()
    drawing.settle()
    assert len(drawing.told) == 1 and drawing.parameters["masks_edge"] == edge(page) == "3"


def test_the_width_is_moved_by_keys_and_by_mouse_and_plays_to_its_end(mount: Mount) -> None:
    drawing = mount("scaling?lang=en", "scaling_softmax_bars", reduced_motion="reduce")
    page, data = drawing.page, drawing.data("scaling_softmax_bars")["data"]
    slider, stops = page.locator(".softmax_bars input"), data["widths"]
    first = stops.index(64)
    for key, at in (("ArrowRight", first + 1), ("End", len(stops) - 1), ("Home", 0)):
        slider.focus()
        page.keyboard.press(key)
        largest = softmax(np.array(data["scores"][at])).max()
        expect(page.locator(".softmax_bars .fact").first).to_have_text(f"{largest:.2f}")
        widths = [one.bounding_box() for one in page.locator(".softmax_bars .row.none .part").all()]
        found = [box["width"] for box in widths if box]
        assert max(found) / sum(found) == pytest.approx(largest, abs=0.02)
        drawing.settle()
        assert drawing.parameters.get("scaling_d") == str(stops[at])

    page.locator(".softmax_bars .play").click()
    drawing.wait(ALL_PLAYED)
    assert drawing.parameters["scaling_d"] == str(stops[-1])
    area = [page.locator(f".softmax_bars .area.{side}") for side in ("before", "after")]
    before = [one.evaluate("(it) => it.getBoundingClientRect().width") for one in area]
    box, told = slider.bounding_box(), len(drawing.told)
    assert box is not None
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] - 8, y)
    page.mouse.down()
    page.mouse.move(box["x"] + 12, y, steps=6)
    after = [one.evaluate("(it) => it.getBoundingClientRect().width") for one in area]
    assert after[0] < 0.5 * before[0] and after[1] == pytest.approx(before[1], abs=1.5)
    page.mouse.up()
    drawing.settle()
    assert int(drawing.parameters["scaling_d"]) < 8 and len(drawing.told) == told + 1


def test_a_similarity_that_is_dragged_moves_the_answer_and_a_view_brings_its_bar(go):
    """At once what the browser works out, then the address; the focus stays. The bar of the
    sentence is there where a figure has one.
    """
    tab = go("lookup")
    answer = tab.locator(".soft_lookup .hit strong")
    expect(answer).to_have_text(f"✓ {soft_lookup(SIMILARITIES, PRICES).value:,.2f}")
    tab.locator(".soft_lookup input").first.focus()
    for _ in range(3):
        tab.keyboard.press("ArrowRight")
    moved = (SIMILARITIES[0] + 0.3, *SIMILARITIES[1:])
    expect(answer).to_have_text(f"✓ {soft_lookup(moved, PRICES).value:,.2f}")
    expect(tab).to_have_url(re.compile(r"lookup_scores=3\.4"))
    settle(tab)
    expect(answer).to_have_text(f"✓ {soft_lookup(moved, PRICES).value:,.2f}")
    expect(tab.locator(".soft_lookup input").first).to_be_focused()
    # The shop has no sentence of its own; the view keeps the focus that switched it.
    bar = tab.locator(".st-key-sentence")
    views = tab.locator(".st-key-lookup_view [role=radio]")
    expect(bar).to_be_hidden()
    for place, there in ((1, True), (0, False)):
        views.nth(place).click()
        expect(bar).to_be_visible(visible=there)
        expect(views.nth(place)).to_be_focused()


def test_a_part_that_is_pressed_is_off(mount: Mount) -> None:
    drawing = mount("ablation?lang=en", "ablation_switchboard")
    tab = drawing.page
    tab.get_by_role("button", name="Take away: Encoder, Feed-forward, all").click()
    drawing.settle()
    part = tab.get_by_role("button", name="Take away: Encoder, Feed-forward, Layer 1")
    part.focus()
    tab.keyboard.press("Enter")
    drawing.settle()
    found = drawing.parameters
    assert (found["ablation_kind"], found["ablation_layer"]) == ("ffn", "1")
    expect(part).to_have_attribute("aria-pressed", "true")
    expect(part).to_be_focused()
