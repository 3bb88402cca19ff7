"""Drawings where there is hardly any room: no shape with a negative side, no word on another."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser

from explainer.chapters.program.listing import TENSOR
from explainer.components.shared import DOM, SHADE, SVG
from tests.browser.mounted import Mount, Mounted
from tests.browser.tabs import new_context

pytestmark = pytest.mark.browser
LONG = "우리 할머니는 어제 아침 일찍 시장에서 사과와 배와 포도를 사서 손자들에게 나누어 주셨다."
CELLS = """([wide, tall]) => {
  const svg = put(document.body, "svg", {});
  const tensor = { numbers: Float32Array.of(1, -1, 0, 1), size: [2, 2], most: 1 };
  const colours = { div_minus: "#111111", div_plus: "#222222", div_zero: "#333333" };
  cellsInto(svg, { colours }, tensor, { left: 0, top: 0, columns: 2, rows: 2, wide, tall });
  return [...svg.querySelectorAll("path")].map((path) => path.getAttribute("d")).join("");
}"""
BOXES = """(selector) => [...document.querySelector("main").querySelectorAll("[data-testid]")]
  .flatMap((host) => [...host.shadowRoot.querySelectorAll(selector)])
  .filter((part) => part.textContent.trim())
  .map((part) => { const { left, right, top, bottom } = part.getBoundingClientRect();
    return { left, right, top, bottom, words: part.textContent }; })"""


def boxes(mounted: Mounted, selector: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = mounted.page.evaluate(BOXES, selector)
    return found


@pytest.mark.parametrize("size", [[20, 20], [1, 0.3], [0.2, 7], [-3, -2]])
def test_a_cell_thinner_than_its_gap_is_a_shape(browser: Browser, size: list[float]) -> None:
    """While a tensor unfolds its place is narrow for a moment."""
    context = new_context(browser)
    page = context.new_page()
    for script in (DOM, SVG, SHADE, TENSOR):
        page.add_script_tag(content=script.read_text(encoding="utf-8"))
    drawn = page.evaluate(CELLS, size)
    context.close()
    assert drawn.count("M") == 4
    assert re.search(r"[hv]--|[hv]-[0-9.]+v|NaN", drawn) is None


@pytest.mark.parametrize("lang", ["ko", "en"])
@pytest.mark.parametrize("width", [1440, 1000])
def test_turned_names_of_a_mask_stay_below_the_headings(
    mount: Mount, lang: str, width: int
) -> None:
    query = f"masks?masks_view=training&model=ko-en&lang={lang}&s={LONG}"
    mounted = mount(query, "masks_triangle", width=width)
    headings = boxes(mounted, ".title")
    names = boxes(mounted, ".panel > .side")
    assert len(headings) == 2 and len(names) > 20
    assert [
        (name["words"], heading["words"])
        for name in names
        for heading in headings
        if name["top"] < heading["bottom"] - 1
        and name["bottom"] > heading["top"] + 1
        and name["left"] < heading["right"]
        and name["right"] > heading["left"]
    ] == []
