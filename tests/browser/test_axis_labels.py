"""What expressions of axes and legends say, run as JavaScript, which Vega's expressions are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from explainer.charts.axes import legend, log_label
from explainer.charts.figure import NAME_ROW, columns_table, standing
from tests.browser.conftest import Turn

RUN = """([words, value]) => new Function("datum", "log", "floor", "round", "pow", "LN10",
  "indexof", "format", `return ${words}`)({ value }, Math.log, Math.floor, Math.round, Math.pow,
  Math.LN10, (all, one) => all.indexOf(one), (number) => String(number))"""


@pytest.fixture(scope="module")
def blank(one_browser: Browser, turn: Turn) -> Iterator[Page]:
    """A page for expressions, which leave nothing behind."""
    with turn():
        page = one_browser.new_page()
    yield page
    with turn():
        page.close()


@pytest.fixture
def page(blank: Page, turn: Turn) -> Iterator[Page]:
    with turn():
        yield blank


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
def test_a_tick_of_a_log_axis_prints_its_value(page: Page, value: float, label: str) -> None:
    assert page.evaluate(RUN, [log_label(), value]) == label


@pytest.mark.parametrize(
    ("width", "rows"),
    [(70, [0, 0, 0, 0]), (60, [0, 1, 0, 1]), (24, [0, 1, 2, 0]), (10, None)],
)
@pytest.mark.parametrize(
    "words", [["couch", "sleeping", "on", "the"], ["고양이가", "소파", "위에서", "잔다"]]
)
def test_names_stand_by_turns_in_as_many_rows_as_their_room_needs(
    page: Page, words: list[str], width: int, rows: list[int] | None
) -> None:
    """`width` is that of a column in which eight Latin letters have room, or five of Hangul. Names
    that even four rows could not hold run upwards.
    """
    wide = len(words) * width * (1 if words[0].isascii() else 4 / 5)
    table = columns_table("word", words).to_pylist()
    looks = [
        {
            name: page.evaluate(
                """([words, width, value, table]) => new Function("width", "datum", "length",
                "data", "ceil", `return ${words}`)(width, { value }, (all) => all.length,
                () => table, Math.ceil)""",
                [expression.expr, wide, place, table],
            )
            for name, expression in standing("names", -40, "bottom").items()
            if name not in ("ticks", "tickColor")
        }
        for place in range(len(words))
    ]
    assert looks == [
        {
            "labelAngle": 0 if rows else -40,
            "labelAlign": "center" if rows else "right",
            "labelBaseline": "top" if rows else "middle",
            "tickSize": NAME_ROW * (rows[place] if rows else 0),
            "tickOpacity": int(rows is not None and max(rows) == 1),
        }
        for place in range(len(words))
    ]


@pytest.mark.parametrize(("width", "columns"), [(600, 0), (400, 2), (200, 1), (90, 1)])
def test_a_legend_has_the_columns_its_longest_name_leaves(
    page: Page, width: int, columns: int
) -> None:
    """Three names of 20 letters and one that is not told."""
    words = legend(["", *["twenty letters long."] * 3]).to_dict()["columns"]["expr"]
    run = "([words, width]) => new Function('width', 'floor', 'max', `return ${words}`)"
    assert page.evaluate(f"{run}(width, Math.floor, Math.max)", [words, width]) == columns
