"""Positions as clocks in a real browser: dragged by mouse, keys and finger, on a phone. What is
drawn at each place is in the drawing's own test.
"""

from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.mounted import Mount, Mounted
from tests.browser.tabs import touch

X = "(chip) => Number(chip.parentNode.getAttribute('transform').match(/[-\\d.]+/)[0])"


@pytest.fixture
def dials(mount: Mount) -> Mount:
    def drawn(path: str = "positions", **options: Any) -> Mounted:
        return mount(path, "positions_dials", **options)

    return drawn


def chip(page: Page, token: int) -> Any:
    return page.locator(f".dials [data-token='{token}']")


def across(page: Page, token: int) -> float:
    """Where a token stands in the drawing."""
    return chip(page, token).evaluate(X)


def test_what_is_dragged_follows_the_hand_and_is_told_when_it_is_dropped(dials: Mount) -> None:
    """The others make room; the encoder answers."""
    drawing = dials("positions", reduced_motion="reduce")
    page = drawing.page
    start, step = across(page, 2), across(page, 3) - across(page, 2)
    box = chip(page, 2).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 1.3 * step, y, steps=5)
    assert (across(page, 2) - start) / step == pytest.approx(1.3, abs=0.05)
    assert across(page, 3) == pytest.approx(start, abs=0.5)
    drawing.settle()
    assert drawing.told == []
    page.mouse.up()
    drawing.settle()
    assert len(drawing.told) == 1
    assert drawing.parameters["positions_order"] == "1-2-4-3-5-6-7-8-9"
    assert drawing.parameters["positions_at"] == "3"
    bars = page.locator(".dials .encoder .value").all_text_contents()
    assert len(bars) == 10 and max(float(value) for value in bars) > 0.1
    drawing.app.session_state["positions_pe"] = "off"
    drawing.rerun()
    bars = page.locator(".dials .encoder .value").all_text_contents()
    assert {float(value) for value in bars} == {0.0}

    # The keyboard does the same, from there.
    chip(page, 3).focus()
    for key in ("ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    drawing.settle()
    expect(chip(page, 3)).to_be_focused()
    assert drawing.parameters["positions_order"] == "1-2-3-5-4-6-7-8-9"
    page.keyboard.press("ArrowUp")
    drawing.settle()
    expect(chip(page, 4)).to_be_focused()
    assert drawing.parameters["positions_at"] == "5"
    page.keyboard.press("Home")
    drawing.settle()
    again = dials("positions?" + urlencode(drawing.parameters))
    expect(chip(again.page, 4)).to_have_attribute("aria-valuenow", "0")
    assert page.locator(".dials [role=slider][tabindex='0']").count() == 1
    assert drawing.violations() == []


def test_a_finger_along_the_sentence_drags(dials: Mount) -> None:
    drawing = dials("positions", width=390, height=844)
    page = drawing.page
    start, step = across(page, 1), across(page, 2) - across(page, 1)
    box = chip(page, 1).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + 15
    touch(page, "touchStart", (x, y))
    for share in range(1, 9):
        touch(page, "touchMove", (x + share * step / 2.5, y + share))
    assert (across(page, 1) - start) / step == pytest.approx(3.2, abs=0.3)
    touch(page, "touchEnd")
    drawing.settle()
    assert drawing.parameters["positions_order"] == "1-3-4-5-2-6-7-8-9"


def test_a_long_sentence_on_a_phone_scrolls_inside_its_frame(dials: Mount) -> None:
    sentence = "나는 어제 친구와 도서관에서 책을 읽다가 비가 와서 집에 일찍 돌아왔다."
    page = dials(f"positions?s={sentence}&positions_at=16", width=390, height=844).page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    scroll = page.locator(".dials .scroll")
    assert scroll.evaluate("(each) => each.scrollWidth > each.clientWidth && each.scrollLeft > 0")
    seen, frame = chip(page, 15).bounding_box(), scroll.bounding_box()
    assert seen and frame and seen["width"] >= 24 and seen["height"] >= 24
    assert frame["x"] <= seen["x"] and seen["x"] + seen["width"] <= frame["x"] + frame["width"]
