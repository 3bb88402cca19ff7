"""What expressions of axes and legends say, run as JavaScript, which Vega's expressions are."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from explainer.charts.axes import legend, log_label
from explainer.charts.figure import columns_table, leaning

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


@pytest.mark.parametrize(("width", "angle"), [(70, 0), (60, -40), (24, -90)])
@pytest.mark.parametrize(
    "words", [["couch", "sleeping", "on", "the"], ["고양이가", "소파", "위에서"]]
)
def test_names_lean_only_where_they_have_no_room(
    browser: Browser, words: list[str], width: int, angle: int
) -> None:
    """`width` is that of a column in which eight Latin letters have room, or five of Hangul. In
    columns as narrow as a line is high they run upwards.
    """
    wide = len(words) * width * (1 if words[0].isascii() else 4 / 5)
    table = columns_table("word", words).to_pylist()
    page = browser.new_page()
    found = {
        name: page.evaluate(
            """([words, width, table]) => new Function("width", "length", "data",
            `return ${words}`)(width, (all) => all.length, () => table)""",
            [expression.expr, wide, table],
        )
        for name, expression in leaning("names", -40, "bottom").items()
        if not isinstance(expression, int)
    }
    page.close()
    assert found == {
        "labelAngle": angle,
        "labelAlign": "right" if angle else "center",
        "labelBaseline": "middle" if angle == -90 else "top",
    }


@pytest.mark.parametrize(("width", "columns"), [(600, 0), (400, 2), (200, 1), (90, 1)])
def test_a_legend_has_the_columns_its_longest_name_leaves(
    browser: Browser, width: int, columns: int
) -> None:
    """Three names of 20 letters and one that is not told."""
    page = browser.new_page()
    words = legend(["", *["twenty letters long."] * 3]).to_dict()["columns"]["expr"]
    run = "([words, width]) => new Function('width', 'floor', 'max', `return ${words}`)"
    assert page.evaluate(f"{run}(width, Math.floor, Math.max)", [words, width]) == columns
    page.close()
