"""The tree of a beam search in a real browser: pointer, keys, phone, what reaches the server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import drawings
from tests.browser.flow_page import Open, report, wait_for_report
from tests.browser.shared import Servers
from tests.browser.tabs import settle
from tests.runs.waiting import until

pytestmark = pytest.mark.browser
APP = Path(__file__).parent / "beam_app.py"


@pytest.fixture
def tree(servers: Servers, browser: Browser) -> Iterator[Open]:
    """Opens the page; an error of its script or a dialog fails the test."""
    address = servers.address(APP, "/_stcore/health")
    yield from drawings(browser, address, ".beamtree .node")


def node(page: Page, index: int) -> Any:
    return page.locator(f".beamtree [data-focus=node{index}]")


def test_pointing_tells_and_reaches_no_server(tree: Open) -> None:
    page = tree()
    caption = page.locator(".beamtree .caption")
    expect(caption).to_have_text("nothing pointed at")
    cut = report(page)["cut"]
    node(page, cut).hover()
    expect(caption).to_contain_text("| rank ")
    assert page.locator(".beamtree .node.pale").count() > 5
    page.mouse.move(5, 5)
    expect(caption).to_have_text("nothing pointed at")
    expect(page.locator(".beamtree .pale")).to_have_count(0)
    settle(page)
    assert report(page)["runs"] == 1


def test_a_press_is_sent_once_with_its_place(tree: Open) -> None:
    page = tree()
    cut = report(page)["cut"]
    node(page, cut).click()
    wait_for_report(page, "pick", ["node", cut])
    page.locator(".beamtree [data-focus=step4]").click()
    wait_for_report(page, "pick", ["step", 4])
    expect(page.locator(".beamtree .step.on")).to_have_text("step 5")
    assert report(page)["runs"] == 3


def test_one_tab_stop_for_steps_and_one_for_pieces(tree: Open) -> None:
    page = tree()
    assert page.locator(".beamtree .node").count() == report(page)["nodes"]
    for kind in ("step", "node"):
        assert page.locator(f".beamtree .{kind}[tabindex='0']").count() == 1
    page.locator(".beamtree .step[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    wait_for_report(page, "pick", ["step", 3])
    start = page.locator(".beamtree .node[tabindex='0']")
    start.focus()
    expect(page.locator(".beamtree .caption")).not_to_have_text("nothing pointed at")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    wait_for_report(page, "runs", 3)
    assert report(page)["pick"][0] == "node"
    focused = page.locator(".beamtree .node:focus")
    expect(focused).to_have_attribute("data-focus", f"node{report(page)['pick'][1]}")


def test_the_whole_tree_fits_the_width(tree: Open) -> None:
    for width in (1440, 1366, 1024):
        page = tree("steps=13", width=width, height=900)
        scroll = page.locator(".beamtree .scroll")
        assert scroll.evaluate("n => n.scrollWidth - n.clientWidth") <= 0


def test_alpha_is_dragged_here_and_sent_when_it_rests(tree: Open) -> None:
    page = tree()
    slider = page.locator(".beamtree input[type=range]")
    slider.focus()
    before = page.locator(".beamtree .ranking .first .sum").inner_text()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".beamtree .value")).to_have_text("1.1")
    wait_for_report(page, "pick", ["alpha", 11])
    expect(slider).to_be_focused()
    total, divisor, score = (
        float(part.replace("\u2212", "-"))
        for part in re.split("[÷=]", page.locator(".beamtree .ranking .first .sum").inner_text())
    )
    assert before and total / divisor == pytest.approx(score, abs=0.02)
    assert divisor == pytest.approx(((5 + 9) / 6) ** 1.1, abs=0.01)


def test_a_long_output_scrolls_inside_its_frame_on_a_phone(tree: Open) -> None:
    page = tree("width=8&steps=45&dark=1", width=400, height=800)
    sizes = page.locator(".beamtree .scroll").evaluate("n => [n.scrollWidth, n.clientWidth]")
    assert sizes[0] > 3 * sizes[1]
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    before = page.locator(".beamtree .scroll").evaluate("n => n.scrollLeft")
    page.locator(".beamtree .step[tabindex='0']").focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    wait_for_report(page, "pick", ["step", 44])
    scrolled = page.locator(".beamtree .scroll")
    until(lambda: scrolled.evaluate("n => n.scrollLeft") > before + 400)


def test_a_piece_is_text_whatever_it_says(tree: Open) -> None:
    page = tree("steps=3", width=1440)
    assert page.locator(".beamtree text", has_text="onerror").count() > 0
    assert page.locator(".beamtree img").count() == 0
