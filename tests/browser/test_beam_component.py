"""The tree of a beam search in a real browser: pointer, keys, phone, what reaches the server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import served
from tests.browser.flow_page import SETTLED_MS, report, wait_for_report

pytestmark = pytest.mark.browser
APP = Path(__file__).parent / "beam_app.py"
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(APP) as found:
        yield found


@pytest.fixture
def tree(address: str, flow_browser: Browser) -> Iterator[Open]:
    """Opens the page; an error of its script or a dialog fails the test."""
    contexts, errors = [], []

    def go(query: str = "", width: int = 1440, height: int = 1000) -> Page:
        viewport: Any = {"width": width, "height": height}
        context = flow_browser.new_context(viewport=viewport)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("dialog", lambda dialog: errors.append(f"dialog {dialog.message}"))
        page.goto(f"{address}/?{query}")
        page.locator(".beamtree .node").first.wait_for(timeout=60_000)
        page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
        return page

    yield go
    for context in contexts:
        context.close()
    assert errors == []


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
    page.wait_for_timeout(SETTLED_MS)
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
    page.wait_for_timeout(300)
    assert page.locator(".beamtree .scroll").evaluate("n => n.scrollLeft") > before + 400


def test_a_piece_is_text_whatever_it_says(tree: Open) -> None:
    page = tree()
    assert page.locator(".beamtree text", has_text="onerror").count() > 0
    assert page.locator(".beamtree img").count() == 0
