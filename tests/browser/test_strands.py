"""Three alignments side by side in a browser: one token is lit in all of them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.mounted import Mount, Mounted

pytestmark = pytest.mark.browser
PANEL = ".strands .panel"
# Where a strand arrives: its upper and its lower edge.
ENDS = r"""(lines) => lines.map((line) => line.getAttribute("d")
  .match(/ [\d.]+ ([\d.]+)L[\d.]+ ([\d.]+)/).slice(1).map(Number))"""


@pytest.fixture
def strands(mount: Mount) -> Mount:
    def drawn(**options: object) -> Mounted:
        return mount("alignment?model=ko-en", "strands", **options)

    return drawn


def lit(page: Page) -> list[list[str]]:
    """Of every panel the tokens that are lit."""
    return [
        panel.locator(".token.lit .words").all_text_contents()
        for panel in page.locator(PANEL).all()
    ]


def token(panel: Locator, name: str) -> Locator:
    return panel.locator(f'.token.row[aria-label^="{name}:"]')


def strongest(panel: Locator) -> float:
    """The largest of the numbers at the lit strands."""
    return max(map(float, panel.locator(".number").all_text_contents()))


def test_it_opens_with_one_token_lit_in_all_three(strands: Mount) -> None:
    drawing = strands()
    page = drawing.page
    assert lit(page) == [["▁love"]] * 3
    panels = page.locator(PANEL).all()
    for panel in panels:
        told = panel.locator(".told")
        assert told.inner_text().replace("▁", "").split() == ["love", "←", "사랑해", *_share(panel)]
        assert 1 <= panel.locator(".line.lit").count() < panel.locator(".line").count()
    assert "layer 3, head" in panels[2].locator(".name").inner_text()
    assert drawing.violations() == []


def _share(panel: Locator) -> list[str]:
    return [f"{strongest(panel):.2f}"]


def test_strands_of_a_token_fill_its_tile_as_one_stack(strands: Mount) -> None:
    drawing = strands()
    page = drawing.page
    for panel in page.locator(PANEL).all():
        ends = panel.locator(".line.lit").evaluate_all(ENDS)
        tiles = panel.locator(".tile").evaluate_all(
            "(all) => all.map((tile) => [Number(tile.getAttribute('y')), 15])"
        )
        top, high = min(tiles, key=lambda tile: abs(tile[0] - ends[0][0]))
        assert all(
            before[1] <= after[0] + 0.02 for before, after in zip(ends, ends[1:], strict=False)
        )
        assert top - 0.02 <= ends[0][0] and ends[-1][1] <= top + high + 0.02
        told = {round((until - to) / high, 2) for to, until in ends}
        assert set(map(float, panel.locator(".number").all_text_contents())) <= told


def test_pointing_lights_a_token_everywhere_and_a_press_keeps_it(strands: Mount) -> None:
    drawing = strands()
    page = drawing.page
    panels = page.locator(PANEL).all()
    token(panels[0], "you").hover()
    assert lit(page) == [["▁you"]] * 3
    page.mouse.move(5, 5)
    expect(panels[1].locator(".token.lit .words")).to_have_text("▁love")
    token(panels[1], "you").click()
    page.mouse.move(5, 5)
    assert lit(page) == [["▁you"]] * 3
    expect(token(panels[1], "you")).to_have_attribute("aria-pressed", "true")
    panels[2].locator(".token.key").first.hover()
    assert lit(page) == [["▁나는"]] * 3
    drawing.settle()
    assert drawing.told == []


def test_keys_walk_through_the_tokens(strands: Mount) -> None:
    drawing = strands()
    page = drawing.page
    token(page.locator(PANEL).first, "love").focus()
    page.keyboard.press("ArrowDown")
    assert lit(page) == [["▁you"]] * 3
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".strands .token.held .words")).to_have_text("▁you")


def test_a_finger_lights_a_token_and_the_panels_stand_below_each_other(strands: Mount) -> None:
    drawing = strands(width=390, height=844, has_touch=True)
    page = drawing.page
    boxes = [panel.bounding_box() for panel in page.locator(PANEL).all()]
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    assert len({box["x"] for box in boxes if box}) == 1
    last = token(page.locator(PANEL).nth(2), "I")
    last.scroll_into_view_if_needed()
    last.tap()
    assert lit(page) == [["▁I"]] * 3
