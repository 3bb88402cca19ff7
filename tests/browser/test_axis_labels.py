"""What the expression of a log axis prints, run as JavaScript, which Vega's expressions are."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from explainer.charts.axes import log_label

RUN = """([words, value]) => new Function("datum", "log", "floor", "round", "pow", "LN10",
  "indexof", "format", `return ${words}`)({ value }, Math.log, Math.floor, Math.round, Math.pow,
  Math.LN10, (all, one) => all.indexOf(one), (number) => String(number))"""


@pytest.mark.parametrize(
    ("value", "label"),
    [
        (1e18, "10¹⁸"),
        (2e18, "2 × 10¹⁸"),
        (5e18, "5 × 10¹⁸"),
        (1e19, "10¹⁹"),
        (3e19, ""),
        (1e6, "10⁶"),
        (200.0, "200"),
        (0.001, "0.001"),
        (5e-4, "5 × 10⁻⁴"),
        (1e-8, "10⁻⁸"),
    ],
)
def test_a_tick_of_a_log_axis_prints_its_value(browser: Browser, value: float, label: str) -> None:
    page = browser.new_page()
    assert page.evaluate(RUN, [log_label(), value]) == label
    page.close()
