"""The tree of a beam search in a real browser: pointer, keys, phone, what reaches the server."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.mounted import Mount, Mounted

SHORT = "나는 학생이다."
LONG = "우리 할머니는 어제 아침 일찍 시장에서 사과와 배와 포도를 사서 손자들에게 나누어 주셨다."


@pytest.fixture
def tree(mount: Mount) -> Mount:
    def drawn(query: str = "", **options: object) -> Mounted:
        return mount(f"beam?model=ko-en&lang=en{query}", "beam_beamtree", **options)

    return drawn


def caption(page: Page) -> str:
    return page.locator(".beamtree .caption").inner_text()


def test_pointing_tells_and_a_press_is_sent_once_with_its_place(tree: Mount) -> None:
    """After a rescue the rows move, and another token lies under the pointer: the rescued branch
    never turns pale.
    """
    drawing = tree("&beam_step=2")
    page = drawing.page
    before, cut = caption(page), page.locator(".beamtree .node.cut.open").first
    cut.hover()
    assert caption(page) != before
    assert page.locator(".beamtree .node.pale").count() > 5
    page.mouse.move(5, 5)
    assert caption(page) == before
    expect(page.locator(".beamtree .pale")).to_have_count(0)
    drawing.settle()
    assert drawing.told == []
    cut.click()
    drawing.settle()
    assert len(drawing.told) == 1 and drawing.parameters["beam_rescue"]
    expect(page.locator(".beamtree .node.rescued")).not_to_have_count(0)
    page.locator(".beamtree .node.cut:not(.rescued)").last.hover()
    assert page.locator(".beamtree .node.pale").count() > 5
    expect(page.locator(".beamtree .rescued.pale")).to_have_count(0)


def test_alpha_is_dragged_here_and_sent_when_it_rests(tree: Mount) -> None:
    drawing = tree()
    page = drawing.page
    slider = page.locator(".beamtree input[type=range]")
    slider.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".beamtree .value")).to_have_text("1.1")
    drawing.settle()
    assert drawing.parameters["beam_alpha"] == "1.1"
    expect(slider).to_be_focused()
    total, divisor, score = (
        float(part.replace("\u2212", "-"))
        for part in re.split("[÷≈]", page.locator(".beamtree .ranking .first .sum").inner_text())
    )
    assert total / divisor == pytest.approx(score, abs=0.02)
    count = round(6 * divisor ** (1 / 1.1) - 5)
    assert divisor == pytest.approx(((5 + count) / 6) ** 1.1, abs=0.01)


def test_a_whole_tree_fits_the_width_and_a_long_one_scrolls_inside_its_frame(tree: Mount) -> None:
    drawing = tree(f"&s={SHORT}", height=900)
    scroll = drawing.page.locator(".beamtree .scroll")
    for width in (1440, 1366):
        drawing.page.set_viewport_size({"width": width, "height": 900})
        drawing.settle()
        assert scroll.evaluate("n => n.scrollWidth - n.clientWidth") <= 0
    drawing = tree(f"&beam_width=8&s={LONG}", width=400, height=800)
    page = drawing.page
    scroll = page.locator(".beamtree .scroll")
    sizes = scroll.evaluate("n => [n.scrollWidth, n.clientWidth]")
    assert sizes[0] > 2 * sizes[1]
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    page.locator(".beamtree .step[tabindex='0']").focus()
    for key in ("Home", "Enter"):
        page.keyboard.press(key)
    drawing.settle()
    before = scroll.evaluate("n => n.scrollLeft")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    drawing.settle()
    assert drawing.parameters["beam_step"] == str(drawing.data("beam_beamtree")["data"]["n_steps"])
    assert scroll.evaluate("n => n.scrollLeft") > before + 400
