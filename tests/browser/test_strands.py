"""Three alignments side by side in a browser: one token is lit in all of them."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.mounted import Mount, Mounted

PANEL = ".attention_lines .panel"


@pytest.fixture
def strands(mount: Mount) -> Mount:
    def drawn(**options: object) -> Mounted:
        return mount("alignment?model=ko-en", "attention_lines", **options)

    return drawn


def lit(page: Page) -> list[list[str]]:
    """Of every panel the tokens that are lit."""
    return [
        panel.locator(".token.lit .words").all_text_contents()
        for panel in page.locator(PANEL).all()
    ]


def token(panel: Locator, name: str) -> Locator:
    return panel.locator(f'.token.row[aria-label^="{name}:"]')


def test_a_token_is_lit_in_all_three_by_pointer_press_and_keys(strands: Mount) -> None:
    drawing = strands()
    page = drawing.page
    assert lit(page) == [["▁morning"]] * 3
    assert drawing.violations() == []
    panels = page.locator(PANEL).all()
    assert "layer 3, head" in panels[2].locator(".name").inner_text()
    token(panels[0], "every").hover()
    assert lit(page) == [["▁every"]] * 3
    page.mouse.move(5, 5)
    expect(panels[1].locator(".token.lit .words")).to_have_text("▁morning")
    token(panels[1], "every").click()
    page.mouse.move(5, 5)
    assert lit(page) == [["▁every"]] * 3
    expect(token(panels[1], "every")).to_have_attribute("aria-pressed", "true")
    panels[2].locator(".token.key").first.hover()
    assert lit(page) == [["▁아버지"]] * 3
    page.mouse.move(5, 5)
    token(panels[0], "every").focus()
    page.keyboard.press("ArrowDown")
    assert lit(page) == [["▁morning"]] * 3
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".attention_lines .token.held .words")).to_have_text("▁morning")
    drawing.settle()
    assert drawing.told == []
