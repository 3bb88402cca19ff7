"""The tree of a beam search in a real browser: pointer, keys, phone, what reaches the server."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.app_page import parameters, visits
from tests.browser.flow_page import report
from tests.browser.mounted import Mount, Mounted
from tests.browser.tabs import settle

pytestmark = pytest.mark.browser
APP = Path(__file__).parent / "beam_app.py"


@pytest.fixture
def tree(mount: Mount) -> Mount:
    def drawn(query: str = "", **options: object) -> Mounted:
        return mount(APP, query=query, **options)

    return drawn


def node(page: Page, index: int) -> Any:
    return page.locator(f".beamtree [data-focus=node{index}]")


def test_in_the_app_a_step_that_is_pressed_stands_in_the_address(
    address: str, browser: Browser
) -> None:
    with visits(address, browser) as go:
        page = go("beam?model=ko-en")
        page.locator(".beamtree [data-focus=step3]").click()
        settle(page)
        expect(page.locator(".beamtree [data-focus=step3]")).to_have_class("step on")
        assert parameters(page)["beam_step"] == "4"


def test_pointing_tells_and_reaches_no_server(tree: Mount) -> None:
    drawing = tree()
    page = drawing.page
    caption = page.locator(".beamtree .caption")
    expect(caption).to_have_text("nothing pointed at")
    cut = report(drawing)["cut"]
    node(page, cut).hover()
    expect(caption).to_contain_text("| rank ")
    assert page.locator(".beamtree .node.pale").count() > 5
    page.mouse.move(5, 5)
    expect(caption).to_have_text("nothing pointed at")
    expect(page.locator(".beamtree .pale")).to_have_count(0)
    drawing.settle()
    assert report(drawing)["runs"] == 1


def test_a_rescued_branch_never_turns_pale(tree: Mount) -> None:
    """After a rescue the rows move, and another token lies under the pointer."""
    page = tree("rescue=1").page
    expect(page.locator(".beamtree .node.rescued")).not_to_have_count(0)
    kept = page.locator(".beamtree .node.cut:not(.rescued)").last
    kept.hover()
    assert page.locator(".beamtree .node.pale").count() > 5
    expect(page.locator(".beamtree .rescued.pale")).to_have_count(0)


def test_a_press_is_sent_once_with_its_place(tree: Mount) -> None:
    drawing = tree()
    page = drawing.page
    cut = report(drawing)["cut"]
    node(page, cut).click()
    assert report(drawing)["pick"] == ["node", cut]
    page.locator(".beamtree [data-focus=step4]").click()
    assert report(drawing)["pick"] == ["step", 4]
    expect(page.locator(".beamtree .step.on")).to_have_text("step 5")
    assert report(drawing)["runs"] == 3


def test_one_tab_stop_for_steps_and_one_for_pieces(tree: Mount) -> None:
    drawing = tree()
    page = drawing.page
    assert page.locator(".beamtree .node").count() == report(drawing)["nodes"]
    for kind in ("step", "node"):
        assert page.locator(f".beamtree .{kind}[tabindex='0']").count() == 1
    page.locator(".beamtree .step[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert report(drawing)["pick"] == ["step", 3]
    start = page.locator(".beamtree .node[tabindex='0']")
    start.focus()
    expect(page.locator(".beamtree .caption")).not_to_have_text("nothing pointed at")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert report(drawing)["runs"] == 3
    assert report(drawing)["pick"][0] == "node"
    focused = page.locator(".beamtree .node:focus")
    expect(focused).to_have_attribute("data-focus", f"node{report(drawing)['pick'][1]}")


def test_the_whole_tree_fits_the_width(tree: Mount) -> None:
    for width in (1440, 1366, 1024):
        drawing = tree("steps=13", width=width, height=900)
        page = drawing.page
        scroll = page.locator(".beamtree .scroll")
        assert scroll.evaluate("n => n.scrollWidth - n.clientWidth") <= 0


def test_alpha_is_dragged_here_and_sent_when_it_rests(tree: Mount) -> None:
    drawing = tree()
    page = drawing.page
    slider = page.locator(".beamtree input[type=range]")
    slider.focus()
    before = page.locator(".beamtree .ranking .first .sum").inner_text()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".beamtree .value")).to_have_text("1.1")
    assert report(drawing)["pick"] == ["alpha", 11]
    expect(slider).to_be_focused()
    total, divisor, score = (
        float(part.replace("\u2212", "-"))
        for part in re.split("[÷≈]", page.locator(".beamtree .ranking .first .sum").inner_text())
    )
    assert before and total / divisor == pytest.approx(score, abs=0.02)
    assert divisor == pytest.approx(((5 + 9) / 6) ** 1.1, abs=0.01)


def test_a_long_output_scrolls_inside_its_frame_on_a_phone(tree: Mount) -> None:
    drawing = tree("width=8&steps=45&dark=1", width=400, height=800)
    page = drawing.page
    sizes = page.locator(".beamtree .scroll").evaluate("n => [n.scrollWidth, n.clientWidth]")
    assert sizes[0] > 3 * sizes[1]
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    before = page.locator(".beamtree .scroll").evaluate("n => n.scrollLeft")
    page.locator(".beamtree .step[tabindex='0']").focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    assert report(drawing)["pick"] == ["step", 44]
    scrolled = page.locator(".beamtree .scroll")
    assert scrolled.evaluate("n => n.scrollLeft") > before + 400


def test_a_piece_is_text_whatever_it_says(tree: Mount) -> None:
    drawing = tree("steps=3", width=1440)
    page = drawing.page
    assert page.locator(".beamtree text", has_text="onerror").count() > 0
    assert page.locator(".beamtree img").count() == 0
