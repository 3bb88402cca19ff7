"""Drawings of embeddings in the real app: the map to press, sums below the stripes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.app_page import Go, visits
from tests.browser.mounted import Mount, Mounted

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
        return mount(path, "embeddings_alike", reduced_motion="reduce", **options)

    return drawn


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
