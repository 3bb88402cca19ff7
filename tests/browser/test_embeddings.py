"""The stripes of embeddings: a row that is pressed shows its sum, a dimension its product."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.mounted import Mount

pytestmark = pytest.mark.browser


def test_a_row_that_is_pressed_shows_its_sum_and_a_dimension_its_product(mount: Mount) -> None:
    path = "embeddings?model=ko-en&lang=en"
    drawing = mount(path, "embeddings_alike", reduced_motion="reduce")
    page = drawing.page
    rows, caption = page.locator(".alike button.row"), page.locator(".alike .caption")
    lit = page.locator(".alike .sum.lit")
    before = lit.get_attribute("d")
    rows.nth(3).click()
    page.mouse.move(0, 0)
    expect(rows.nth(3)).to_have_attribute("aria-pressed", "true")
    expect(caption).to_contain_text(rows.nth(3).locator(".name").inner_text())
    assert lit.get_attribute("d") != before
    page.locator(".alike .curves").hover()
    expect(caption).to_contain_text("dimension")
    assert drawing.violations() == []
