"""The drawing in a real browser: pointer, keys, and what reaches the server."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.flow_page import (
    Open,
    caption,
    choose,
    report,
    shown,
    slider,
    wait_for_report,
)
from tests.browser.tabs import settle

pytestmark = pytest.mark.browser


def test_hover_never_reaches_the_server(visit: Open) -> None:
    sent: list[int] = []

    def watch(socket: Any) -> None:
        socket.on("framesent", lambda frame: sent.append(len(frame)))

    page = visit()
    page.on("websocket", watch)
    page.reload()
    page.locator(".flow .region").first.wait_for()
    settle(page)
    before = caption(page)
    runs = report(page)["runs"]
    sent.clear()
    told = page.locator(".flow .caption")
    page.locator(".flow .target.piece").nth(4).hover()
    expect(told).to_contain_text("Path of ▁영화")
    assert page.locator(".flow .number").count() > 3
    page.locator(".flow .target.row").nth(2).hover(position={"x": 40, "y": 10})
    expect(told).to_contain_text("Having read ▁saw")
    page.mouse.move(5, 5)
    expect(told).to_have_text(before)
    settle(page)
    assert sent == []
    assert report(page)["runs"] == runs


def test_arrow_keys_move_the_step_and_quick_ones_are_told_together(visit: Open) -> None:
    page = visit()
    slider(page).focus()
    runs = report(page)["runs"]
    # All three within one task of the browser: on a busy machine real presses come too far apart.
    slider(page).evaluate(
        """node => { for (let i = 0; i < 3; i++) node.dispatchEvent(
            new KeyboardEvent("keydown", {key: "ArrowLeft", bubbles: true})); }"""
    )
    expect(slider(page)).to_have_attribute("aria-valuenow", "5")
    wait_for_report(page, "place", [4, 2, -1])
    settle(page)
    # The first step is told at once, the two after it together; a run may take up both.
    assert report(page)["runs"] - runs in (1, 2)
    assert "step=4" in page.url
    expect(slider(page)).to_have_attribute("aria-valuenow", "5")
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    expect(slider(page)).to_have_attribute("aria-valuenow", "10")
    page.keyboard.press("Home")
    expect(slider(page)).to_have_attribute("aria-valuenow", "1")


def test_scrubbing_with_the_pointer(visit: Open) -> None:
    page = visit()
    box = slider(page).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 3, box["y"] + 20)
    page.mouse.down()
    expect(slider(page)).to_have_attribute("aria-valuenow", "1")
    page.mouse.move(box["x"] + box["width"] - 3, box["y"] + 20, steps=5)
    expect(slider(page)).to_have_attribute("aria-valuenow", "10")
    page.mouse.up()


def test_a_small_map_chooses_layer_and_head(visit: Open) -> None:
    page = visit()
    before = caption(page)
    choose(page, "Layer 1, head 3")
    assert shown(page)[1] == "Layer 1, head 3"
    assert "layer 1, head 3" in caption(page)
    assert caption(page) != before
    wait_for_report(page, "place", [7, 0, 2])
    assert "layer=0" in page.url
    assert "head=2" in page.url
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert shown(page)[1] == "Layer 2, head 4"
    focused = page.locator(".flow .map:focus")
    expect(focused).to_have_attribute("aria-label", "Layer 2, head 4")
    picked = page.locator(".flow .picker summary")
    expect(picked).to_have_text("L2 · head 4")
    page.keyboard.press("Escape")
    expect(focused).to_have_count(0)
    expect(picked).to_be_focused()


def test_a_settled_click_does_not_send_the_data_again(visit: Open) -> None:
    received: list[int] = []

    def watch(socket: Any) -> None:
        socket.on("framereceived", lambda frame: received.append(len(frame)))

    page = visit()
    page.on("websocket", watch)
    page.reload()
    page.locator(".flow .region").first.wait_for()
    settle(page)
    assert sum(received) > 60_000, "the first load brings script, style and data"
    received.clear()
    choose(page, "Layer 1, head 3")
    wait_for_report(page, "place", [7, 0, 2])
    assert 0 < sum(received) < 8_000


def test_space_plays_and_stops(visit: Open) -> None:
    page = visit("step=2")
    slider(page).focus()
    page.keyboard.press(" ")
    expect(page.locator(".flow .icon").first).to_have_attribute("aria-label", "Pause")
    expect(slider(page)).to_have_attribute("aria-valuenow", re.compile("[4-9]"))
    page.keyboard.press(" ")
    expect(page.locator(".flow .icon").first).to_have_attribute("aria-label", "Play")
    stopped = slider(page).get_attribute("aria-valuenow")
    settle(page)
    assert slider(page).get_attribute("aria-valuenow") == stopped
    wait_for_report(page, "place", [int(stopped or 0) - 1, 2, -1])


def test_a_memory_tile_opens_its_cell(visit: Open) -> None:
    page = visit("step=5&layer=1&head=3")
    page.locator(".flow .target.memory").nth(4).click()
    wait_for_report(page, "cell", {"row": 5, "piece": 4, "layer": 1, "head": 3})


def test_names_lead_to_their_pages(visit: Open) -> None:
    page = visit()
    names = page.locator(".flow [role=link]")
    pages = names.evaluate_all("nodes => nodes.map(node => node.dataset.page)")
    assert sorted(pages) == [
        "cross_attention",
        "decoder",
        "encoder",
        "memory",
        "output",
        "tokens",
    ]
    page.locator(".flow [data-page=memory]").focus()
    page.keyboard.press("Enter")
    wait_for_report(page, "goto", "memory")
    page.locator(".flow [data-page=output]").click()
    wait_for_report(page, "goto", "output")


def test_one_tab_stop_for_each_group(visit: Open) -> None:
    page = visit()
    for kind, count in (("piece", 9), ("memory", 9), ("row", 10)):
        nodes = page.locator(f".flow .target.{kind}")
        assert nodes.count() == count
        assert page.locator(f".flow .target.{kind}[tabindex='0']").count() == 1
    assert page.locator(".flow .map[tabindex='0']").count() == 1
    page.locator(".flow .target.piece[tabindex='0']").focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    assert "친구" in caption(page)
    assert slider(page).get_attribute("aria-valuenow") == "8", "inside a group arrows move in it"
    page.keyboard.press("Enter")
    expect(page.locator(".flow .target.piece").nth(2)).to_have_attribute("aria-pressed", "true")
    page.locator(".flow .target.row[tabindex='0']").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(slider(page)).to_have_attribute("aria-valuenow", "7")


def test_a_first_tap_lights_and_a_second_one_presses(visit: Open) -> None:
    page = visit(width=400, height=800, has_touch=True)
    tile = page.locator(".flow .target.memory").nth(1)
    tile.tap()
    expect(page.locator(".flow .caption")).to_contain_text("Path of ▁어제")
    settle(page)
    assert report(page)["cell"] is None
    tile.tap()
    wait_for_report(page, "cell", {"row": 7, "piece": 1, "layer": 2, "head": -1})


def test_the_same_data_keeps_the_drawing_and_another_sentence_begins_anew(visit: Open) -> None:
    page = visit()
    slider(page).focus()
    page.keyboard.press("ArrowLeft")
    wait_for_report(page, "place", [6, 2, -1])
    page.locator(".flow .target.piece").nth(4).click()
    page.locator(".flow svg path.fade").first.evaluate("node => { node.kept = true; }")
    runs = report(page)["runs"]
    page.get_by_role("button", name="again", exact=True).click()
    wait_for_report(page, "runs", runs + 1)
    assert report(page)["place"] == [6, 2, -1]
    expect(slider(page)).to_have_attribute("aria-valuenow", "7")
    assert page.locator(".flow svg path.fade").first.evaluate("node => node.kept === true")
    expect(page.locator(".flow .target.piece").nth(4)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="other sentence").click()
    expect(slider(page)).to_have_attribute("aria-valuenow", "3")
    wait_for_report(page, "place", [2, 2, -1])
    assert page.locator(".flow").count() == 1
    expect(page.locator(".flow .target[aria-pressed=true]")).to_have_count(0)
