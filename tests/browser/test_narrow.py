"""Drawings where there is hardly any room: no word stands on another."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.mounted import Mount, Mounted

pytestmark = pytest.mark.browser
LONG = "우리 할머니는 어제 아침 일찍 시장에서 사과와 배와 포도를 사서 손자들에게 나누어 주셨다."
BOXES = """(selector) => [...document.querySelector("main").querySelectorAll("[data-testid]")]
  .flatMap((host) => [...host.shadowRoot.querySelectorAll(selector)])
  .filter((part) => part.textContent.trim())
  .map((part) => { const { left, right, top, bottom } = part.getBoundingClientRect();
    return { left, right, top, bottom, words: part.textContent }; })"""


def boxes(mounted: Mounted, selector: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = mounted.page.evaluate(BOXES, selector)
    return found


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
