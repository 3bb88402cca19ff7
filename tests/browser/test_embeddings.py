"""Drawings of embeddings in the real app: the map to press, sums below the stripes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.app_page import Go, visits
from tests.browser.mounted import Mount, Mounted
from tests.browser.tabs import settle

pytestmark = pytest.mark.browser
MAP = "embeddings?model=ko-en&embeddings_view=map"


@pytest.fixture
def go(address: str, browser: Browser) -> Iterator[Go]:
    with visits(address, browser, reduced_motion="reduce") as found:
        yield found


def places(page: Page) -> list[tuple[float, float]]:
    """Where the words of the sentence are drawn."""
    dots = page.locator(".cloud circle.dot.target").all()
    return [(float(d.get_attribute("cx") or ""), float(d.get_attribute("cy") or "")) for d in dots]


@pytest.fixture
def alone(mount: Mount) -> Mount:
    def drawn(path: str, **options: object) -> Mounted:
        return mount(path, "cloud", "alike", reduced_motion="reduce", **options)

    return drawn


@pytest.mark.parametrize("width", [1440, 390])
def test_no_name_lies_over_another(alone: Mount, width: int) -> None:
    drawing = alone(MAP, width=width)
    page = drawing.page
    boxes = [b for name in page.locator(".cloud .piece").all() if (b := name.bounding_box())]
    assert len(boxes) > 10
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            across = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
            down = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
            assert across <= 4 or down <= 12  # the font's box is twice as high as letters
    assert drawing.violations() == []


def test_a_word_that_is_pressed_is_chosen(go: Go) -> None:
    page = go(MAP)
    words = page.locator(".cloud .piece.target").all_text_contents()
    expect(page.locator(".cloud .piece.neighbour").first).to_be_visible()
    near = page.locator(".cloud .piece.neighbour").all_text_contents()
    chosen = page.locator(".chips .chip.on").inner_text()
    other = next(word for word in words if word.strip("\u2581") not in chosen)
    page.locator(".cloud .piece.target", has_text=other).first.scroll_into_view_if_needed()
    settle(page)
    dots = page.locator(".cloud circle.dot.target")
    for at in range(dots.count()):
        dots.nth(at).click(force=True)
        settle(page)
        if page.locator(".chips .chip.on").inner_text() != chosen:
            break
    assert page.locator(".chips .chip.on").inner_text() != chosen
    assert page.locator(".cloud .piece.neighbour").all_text_contents() != near


def test_a_row_that_is_pressed_shows_its_sum_and_a_dimension_its_product(alone: Mount) -> None:
    drawing = alone("embeddings?model=ko-en&lang=en")
    page = drawing.page
    rows, caption = page.locator(".alike button.row"), page.locator(".alike .caption")
    lit = page.locator(".alike .sum.lit")
    before = lit.get_attribute("d")
    rows.nth(3).click()
    page.mouse.move(0, 0)
    expect(rows.nth(3)).to_have_attribute("aria-pressed", "true")
    expect(caption).to_contain_text(rows.nth(3).locator(".name").inner_text())
    expect(caption).to_contain_text(rows.nth(3).locator(".written").inner_text())
    assert lit.get_attribute("d") != before
    page.locator(".alike .curves").hover()
    expect(caption).to_contain_text("dimension")
    x, y, product = re.findall(r"\u2212?\d+\.\d+", caption.inner_text())
    found = [float(one.replace("\u2212", "-")) for one in (x, y, product)]
    assert found[2] == pytest.approx(found[0] * found[1], abs=2e-3)  # factors have two decimals
    assert drawing.violations() == []
