"""Three models' attention in a browser: one token is lit, and stays so in another model."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.mounted import Mount


def lit(page: Page) -> str:
    return "▁" + page.locator(".token.lit .words").inner_text().split("▁")[-1]  # without gloss


def token(page: Page, name: str) -> Locator:
    return page.locator(f'.rows .token[aria-label^="{name}:"]')


@pytest.mark.parametrize("width", [1200, 390])
def test_a_token_stays_lit_in_another_model_by_pointer_and_keys(mount: Mount, width: int) -> None:
    drawing = mount("alignment?model=ko-en", "attention_lines", width=width)
    page = drawing.page
    models = page.locator(".model")
    assert (lit(page), models.nth(2).get_attribute("aria-checked")) == ("▁morning", "true")
    assert drawing.violations() == []
    token(page, "every").hover()
    assert lit(page) == "▁every"
    models.nth(0).click()
    drawing.settle()
    assert drawing.parameters["alignment_model"] == "gru-bahdanau"
    assert (lit(page), models.nth(0).get_attribute("aria-checked")) == ("▁morning", "true")
    page.locator(".keys .token").first.click()
    page.mouse.move(5, 5)
    assert lit(page) == "▁아버지"
    drawing.app.segmented_control(key="alignment_beats").set_value("luong")
    drawing.rerun()
    assert lit(page) == "▁morning"  # a step of the story lets go
    token(page, "every").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    drawing.settle()
    expect(page.locator(".token[aria-pressed=true] .words")).to_have_text("▁morning")
    assert "alignment_step" not in drawing.parameters  # where it opened
