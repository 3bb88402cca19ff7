"""A map of cells in a real browser: other data are drawn by the view that is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from explainer.components.shared import VEGA
from tests.browser.conftest import drawings
from tests.browser.flow_page import Open
from tests.browser.shared import Servers

pytestmark = pytest.mark.browser

CHART = "[data-testid=stVegaLiteChart]"
SHOWN = """() => {
  const chart = document.querySelector(CHART);
  const texts = (name) => [...chart.querySelectorAll(`${name} text`)].map((e) => e.textContent);
  const marks = [...chart.querySelectorAll("g.mark-rect.role-mark")];
  const framed = [...marks.at(-1).querySelectorAll("path")].map(({ __data__: { datum } }) => datum);
  return {
    same: viewOf(chart) === window.firstView,
    words: texts(".role-axis-label").join(" "),
    ends: texts(".role-legend-label").sort().join(" "),
    numbers: texts(".mark-text.role-mark").length,
    framed: framed.map(({ row, key }) => `${row} ${key}`),
  };
}"""


@pytest.fixture
def maps(servers: Servers, browser: Browser) -> Iterator[Open]:
    address = servers.address(Path(__file__).parent / "map_app.py", "/_stcore/health")
    yield from drawings(browser, address, f"{CHART} svg .role-axis-label text")


def shown(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(SHOWN)
    return found


def test_words_numbers_scale_and_frame_follow_the_data_in_the_same_view(maps: Open) -> None:
    page = maps()
    page.add_script_tag(content=VEGA.read_text(encoding="utf-8"))
    page.evaluate("() => { window.firstView = viewOf(document.querySelector(CHART)); }")
    first = {
        "same": True,
        "words": "left middle right end a b c",
        "ends": "0 2 −2",
        "numbers": 11,
        "framed": ["a middle"],
    }
    assert shown(page) == first
    page.get_by_text("other").click()
    page.wait_for_function(f"() => ({SHOWN})().framed.includes('e latter')")
    second = {"words": "former latter d e f", "ends": "0 3 −3", "numbers": 5}
    assert shown(page) == {**first, **second, "framed": ["e latter"]}
    page.locator(f"{CHART} .mark-rect path").first.click(force=True)
    page.wait_for_function(f"() => ({SHOWN})().framed.includes('d former')")
    assert shown(page) == {**first, **second, "framed": ["d former"]}
