"""What expressions of axes and legends say, run as JavaScript, which Vega's expressions are."""

from itertools import product

import pytest
from playwright.sync_api import Browser, Page

from explainer.charts.axes import legend, log_label
from explainer.charts.figure import NAME_ROW, columns_table, standing
from tests.browser.mounted import blank

RUN = """([words, values]) => values.map((value) => new Function("datum", "log", "floor", "round",
  "pow", "LN10", "indexof", "format", `return ${words}`)({ value }, Math.log, Math.floor,
  Math.round, Math.pow, Math.LN10, (all, one) => all.indexOf(one), (number) => String(number)))"""
STAND = """([words, width, value, table]) => words.map((each) => new Function("width", "datum",
  "length", "data", "ceil", `return ${each}`)(width, { value }, (all) => all.length,
  () => table, Math.ceil))"""
COLUMNS = """([words, width]) => new Function("width", "floor", "max", `return ${words}`)(
  width, Math.floor, Math.max)"""
LATIN, HANGUL = ["couch", "sleeping", "on", "the"], ["고양이가", "소파", "위에서", "잔다"]


@pytest.fixture
def page(browser: Browser) -> Page:
    return blank(browser)


def test_a_tick_of_a_log_axis_prints_its_value(page: Page) -> None:
    labels = {1e18: "10¹⁸", 2e18: "2 × 10¹⁸", 5e18: "5 × 10¹⁸", 1e19: "10¹⁹", 3e19: ""}
    labels |= {1e6: "10⁶", 200.0: "200", 0.001: "0.001", 5e-4: "5 × 10⁻⁴", 1e-8: "10⁻⁸"}
    found = page.evaluate(RUN, [log_label(), [*labels]])
    assert dict(zip(labels, found, strict=True)) == labels


def test_names_stand_by_turns_in_as_many_rows_as_their_room_needs(page: Page) -> None:
    """The first number is the width of a column in which eight Latin letters have room, or five of
    Hangul. Names that even four rows could not hold run upwards.
    """
    widths = ((70, [0, 0, 0, 0]), (60, [0, 1, 0, 1]), (24, [0, 1, 2, 0]), (10, None))
    expressions = standing("names", -40, "bottom")
    for words, (width, rows) in product((LATIN, HANGUL), widths):
        wide = len(words) * width * (1 if words is LATIN else 4 / 5)
        table = columns_table("word", words).to_pylist()
        for place in range(len(words)):
            expected = {
                "labelAngle": 0 if rows else -40,
                "labelAlign": "center" if rows else "right",
                "labelBaseline": "top" if rows else "middle",
                "tickSize": NAME_ROW * (rows[place] if rows else 0),
                "tickOpacity": int(rows is not None and max(rows) == 1),
            }
            asked = [expressions[name].expr for name in expected]
            found = page.evaluate(STAND, [asked, wide, place, table])
            assert dict(zip(expected, found, strict=True)) == expected, (words, width, place)


def test_a_legend_has_the_columns_its_longest_name_leaves(page: Page) -> None:
    """Three names of 20 letters and one that is not told."""
    words = legend(["", *["twenty letters long."] * 3]).to_dict()["columns"]["expr"]
    found = [page.evaluate(COLUMNS, [words, width]) for width in (600, 400, 200, 90)]
    assert found == [0, 2, 1, 1]
