"""Positions as clocks in a real browser: hands and stripes in dragging, keys, phone, files."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.app_page import Go, parameters, visits
from tests.browser.mounted import Mount, Mounted
from tests.browser.saved_figure import Saved
from tests.browser.tabs import settle

pytestmark = pytest.mark.browser
WIDTH, PAIRS = 192, (0, 10, 20, 30, 95)
TURN = 2 * math.pi
READ = """(token) => {
  const find = (node) => [...node.querySelectorAll("*")].flatMap((each) => (
    [each, ...(each.shadowRoot ? find(each.shadowRoot) : [])]));
  const chip = find(document).find((each) => each.dataset?.token === String(token));
  const column = chip.parentNode;
  const number = (each, name) => Number(each.getAttribute(name));
  return {
    x: Number(column.getAttribute("transform").match(/[-\\d.]+/)[0]),
    hands: [...column.querySelectorAll(".hand")]
      .map((hand) => [number(hand, "x2"), -number(hand, "y2")]),
    face: number(column.querySelector(".face"), "r"),
    value: column.querySelector(".value").textContent,
    wedges: [...column.querySelectorAll(".angle")].map((each) => each.textContent),
    stripe: [...column.querySelectorAll(".stripe path")]
      .map((path) => [path.getAttribute("style"), path.getAttribute("d")]),
    now: chip.getAttribute("aria-valuenow"),
  };
}"""
SHADE = re.compile(r"var\(--div_(plus|minus)\) ([\d.]+)%, var\(--div_zero\)")
CELLS = re.compile(r"M(\d) (\d+)h1v(\d+)h-1z")


@pytest.fixture
def go(browser: Browser, address: str) -> Iterator[Go]:
    with visits(address, browser) as visit:
        yield visit


@pytest.fixture
def dials(mount: Mount) -> Mount:
    def drawn(path: str = "positions", **options: Any) -> Mounted:
        return mount(path, "positions_dials", **options)

    return drawn


def chip(page: Page, token: int) -> Any:
    return page.locator(f".dials [data-token='{token}']")


def column(page: Page, token: int) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(READ, token)
    return found


def check_hands(found: dict[str, Any], place: float) -> None:
    """Every hand points where the paper's formula says; its tip is (sine, cosine)."""
    assert len(found["hands"]) == len(PAIRS)
    for pair, (x, y) in zip(PAIRS, found["hands"], strict=True):
        angle = place / 10000 ** (2 * pair / WIDTH)
        long = math.hypot(x, y)
        assert long == pytest.approx(0.8 * found["face"], abs=0.02)
        assert (x / long, y / long) == pytest.approx((math.sin(angle), math.cos(angle)), abs=3e-3)


def check_stripe(found: dict[str, Any], place: float) -> None:
    """A row of the stripe is the sine and the cosine of a pair, shaded between three colours."""
    painted = dict[tuple[int, int], float]()
    for style, path in found["stripe"]:
        shade = SHADE.search(style)
        assert shade
        value = float(shade[2]) / (100 if shade[1] == "plus" else -100)
        for side, top, rows in CELLS.findall(path):
            painted |= {(int(top) + row, int(side)): value for row in range(int(rows))}
    assert len(painted) > 2 * 20
    for (pair, side), value in painted.items():
        angle = place / 10000 ** (2 * pair / WIDTH)
        assert value == pytest.approx(math.cos(angle) if side else math.sin(angle), abs=0.006)


def similarity(one: float, other: float) -> float:
    return sum(math.cos((one - other) / 10000 ** (2 * i / WIDTH)) for i in range(WIDTH // 2)) / (
        WIDTH // 2
    )


def test_dragging_turns_the_hands_and_writes_the_stripe(dials: Mount) -> None:
    """Also between two places; what is dropped goes to the address and the encoder answers."""
    drawing = dials("positions", reduced_motion="reduce")
    page = drawing.page
    for token in (0, 3, 9):
        check_hands(column(page, token), token)
        check_stripe(column(page, token), token)
    start, step = column(page, 2)["x"], column(page, 3)["x"] - column(page, 2)["x"]
    box = chip(page, 2).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 1.3 * step, y, steps=5)
    held = column(page, 2)
    place = 2 + (held["x"] - start) / step
    assert place == pytest.approx(3.3, abs=0.05)
    check_hands(held, place)
    check_stripe(held, place)
    assert column(page, 3)["x"] == pytest.approx(start, abs=0.5)  # it has made room
    check_hands(column(page, 3), 2)
    assert float(column(page, 6)["value"]) == pytest.approx(similarity(place, 6), abs=0.01)
    drawing.settle()
    assert drawing.told == []
    page.mouse.up()
    check_hands(column(page, 2), 3)
    drawing.settle()
    assert len(drawing.told) == 1
    assert drawing.parameters["positions_order"] == "1-2-4-3-5-6-7-8-9"
    assert drawing.parameters["positions_at"] == "3"
    expect(page.locator(".dials .texts .said")).to_have_count(2)
    bars = page.locator(".dials .encoder .value").all_text_contents()
    assert len(bars) == 10 and max(float(value) for value in bars) > 0.1
    drawing.app.session_state["positions_pe"] = "off"
    drawing.rerun()
    bars = page.locator(".dials .encoder .value").all_text_contents()
    assert {float(value) for value in bars} == {0.0}
    expect(page.locator(".dials .texts .same")).to_have_count(1)


def test_the_keyboard_does_the_same(dials: Mount) -> None:
    drawing = dials("positions")
    page = drawing.page
    chip(page, 3).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    drawing.settle()
    expect(chip(page, 3)).to_be_focused()
    check_hands(column(page, 3), 5)
    check_stripe(column(page, 3), 5)
    assert column(page, 3)["now"] == "5"
    assert drawing.parameters["positions_order"] == "1-2-3-5-6-4-7-8-9"
    page.keyboard.press("ArrowUp")
    drawing.settle()
    expect(chip(page, 5)).to_be_focused()
    assert drawing.parameters["positions_at"] == "6"
    page.keyboard.press("End")
    page.keyboard.press("Home")
    drawing.settle()
    check_hands(column(page, 5), 0)
    again = dials("positions?" + urlencode(drawing.parameters))
    check_hands(column(again.page, 5), 0)
    page.keyboard.press("Tab")
    assert page.locator(".dials [role=slider][tabindex='0']").count() == 1
    assert drawing.violations() == []


def test_two_held_together_keep_their_turn(dials: Mount) -> None:
    drawing = dials("positions?positions_gap=2", reduced_motion="reduce")
    page = drawing.page
    first = column(page, 5)["wedges"]
    turned = [math.degrees(2 / 10000 ** (2 * pair / WIDTH)) for pair in PAIRS]
    assert [float(each.strip("+°")) for each in first] == pytest.approx(turned, abs=0.6)
    chip(page, 3).focus()
    for place in (2, 1, 0):
        page.keyboard.press("ArrowLeft")
        check_hands(column(page, 3), place)
        check_hands(column(page, 5), place + 2)
        assert column(page, 5)["wedges"] == first
    page.keyboard.press("End")
    check_hands(column(page, 3), 6)
    drawing.settle()  # an answer draws anew what is about to be taken
    chip(page, 5).hover()  # the right one may be taken, too
    page.mouse.down()
    page.mouse.move(page.viewport_size["width"] / 2, 10, steps=4)  # type: ignore[index]
    between = column(page, 5)
    page.mouse.up()
    assert between["wedges"] == first
    drawing.settle()
    place = int(column(page, 3)["now"])
    page.keyboard.press("ArrowRight")
    check_hands(column(page, 3), place + 1)
    check_hands(column(page, 5), place + 3)


def test_a_clock_that_is_pointed_at_says_its_numbers(dials: Mount) -> None:
    drawing = dials("positions")
    page = drawing.page
    page.locator(".dials .column.on .dial").nth(1).hover()
    angle = 3 / 10000 ** (20 / WIDTH)
    caption = page.locator(".dials .caption")
    expect(caption).to_contain_text(f"sine {math.sin(angle):.3f}, cosine {math.cos(angle):.3f}")
    page.mouse.move(2, 2)
    expect(caption).to_contain_text("Most alike: position 2, 4")
    drawing.settle()
    assert drawing.told == []


def test_a_finger_along_the_sentence_drags(dials: Mount) -> None:
    drawing = dials("positions", width=390, height=844, has_touch=True, is_mobile=True)
    page = drawing.page
    wire = page.context.new_cdp_session(page)
    start, step = column(page, 1)["x"], column(page, 2)["x"] - column(page, 1)["x"]
    box = chip(page, 1).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + 15

    def touch(kind: str, *points: dict[str, float]) -> None:
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [*points]})

    touch("touchStart", {"x": x, "y": y})
    for share in range(1, 9):
        touch("touchMove", {"x": x + share * step / 2.5, "y": y + share})
    assert (column(page, 1)["x"] - start) / step == pytest.approx(3.2, abs=0.3)
    touch("touchEnd")
    drawing.settle()
    assert drawing.parameters["positions_order"] == "1-3-4-5-2-6-7-8-9"


def test_a_long_sentence_on_a_phone_scrolls_inside_its_frame(go: Go) -> None:
    sentence = "나는 어제 친구와 도서관에서 책을 읽다가 비가 와서 집에 일찍 돌아왔다."
    page = go(f"positions?s={sentence}&positions_at=16", width=390, height=844, locale="ko-KR")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    scroll = page.locator(".dials .scroll")
    assert scroll.evaluate("(each) => each.scrollWidth > each.clientWidth && each.scrollLeft > 0")
    seen, frame = chip(page, 15).bounding_box(), scroll.bounding_box()
    assert seen and frame and seen["width"] >= 24 and seen["height"] >= 24
    assert frame["x"] <= seen["x"] and seen["x"] + seen["width"] <= frame["x"] + frame["width"]
    assert page.locator(".dials .column.on .dial").count() == 4
    top = page.locator('[class*="st-key-figure_"]').first.bounding_box()
    assert top and top["y"] <= 472
    chip(page, 15).focus()
    page.keyboard.press("Home")
    settle(page)
    expect(chip(page, 15)).to_be_focused()
    assert parameters(page)["positions_order"].startswith("16-1-2-")


def test_the_numbers_of_the_clocks_are_saved(go: Go, tmp_path: Path) -> None:
    saved = Saved(go("positions?positions_at=5"), 0, tmp_path)
    rows = saved.table("-clocks.csv")
    assert len(rows) == 10
    for place, row in enumerate(rows):
        for pair in PAIRS:
            angle = place / 10000 ** (2 * pair / WIDTH) % TURN
            assert float(row[f"angle_{pair}"]) == pytest.approx(angle, abs=2e-4)
        assert float(row["similarity"]) == pytest.approx(similarity(4, place), abs=1e-3)
    assert len(saved.table("-vectors.csv")[0]) == WIDTH + 2


def test_what_can_be_dragged_bears_a_handle(dials: Mount) -> None:
    drawing = dials("positions?lang=en")
    page = drawing.page
    last = page.locator(".dials .chip").count() - 1
    expect(page.locator(".dials .grip").filter(visible=True)).to_have_count(1)
    expect(chip(page, 3).locator(".grip")).to_be_visible()
    chip(page, 0).hover()
    expect(chip(page, 0).locator(".grip")).to_be_visible()
    chip(page, last).click()  # the end stays the end
    expect(page.locator(".dials .grip").filter(visible=True)).to_have_count(0)


def test_on_a_phone_the_words_keep_to_what_is_drawn(dials: Mount) -> None:
    drawing = dials("positions?lang=en", width=390, height=844)
    page = drawing.page
    clocks = page.locator(".dials .column").first.locator(".dial").count()
    assert clocks == len(PAIRS) - 1
    caption = page.locator(".dials .caption")
    assert caption.inner_text().count("°") == clocks
    waiting = page.locator(".dials .waiting").bounding_box()
    assert waiting is not None and waiting["x"] + waiting["width"] <= 390
