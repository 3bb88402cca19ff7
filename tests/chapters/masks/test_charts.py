"""The figures of masks: valid Vega-Lite, numbers those of the arrays, hidden cells marked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explainer.chapters.masks.chart_compare import FLOOR, Series, log_dots, position_dots
from explainer.chapters.masks.chart_grid import HIDDEN, KEPT, NOW, mask_grid, order_grid
from explainer.chapters.masks.chart_map import StripRow, even_limit, row_strip
from explainer.charts.figure import Figure
from tests.charts.vega_lite import column, rows

MASK = np.array([[True, False, False], [True, True, False]])
ROWS, KEYS = ["▁a", "▁a"], ["x", "x", "<pad>"]
SIDES: dict[str, Any] = {
    "row_labels": ROWS,
    "key_labels": KEYS,
    "row_title": "row",
    "key_title": "key",
    "row_colour": "target_text",
    "key_colour": "source_text",
}


def grid(dark: bool = False, **changes: Any) -> Figure:
    options = {"mask": MASK, "symbols": ("−∞", "0"), "meanings": ("hidden", "free"), **SIDES}
    return mask_grid(**{**options, **changes}, dark=dark)


def order(dark: bool = False, step: int | None = 1) -> Figure:
    return order_grid(
        step=step,
        labels=KEYS,
        row_title="r",
        key_title="k",
        states=("now", "before", "hidden"),
        dark=dark,
    )


def strip(dark: bool = False, **changes: Any) -> Figure:
    rows = [
        StripRow("score", [0.5, -2.0, 3.2], ["0.50", "−2.00", "3.20"], "signed"),
        StripRow("+ mask", [0.0, -np.inf, 0.0], ["0", "−∞", "0"], "plain"),
        StripRow("weight", [0.2, 0.0, np.nan], ["0.2", "0", "NaN"], "weight"),
    ]
    options = {
        "rows": rows,
        "key_labels": KEYS,
        "key_title": "k",
        "key_colour": "source_text",
        "chosen": 1,
        "row_title": "r",
        "value_title": "v",
    }
    return row_strip(**{**options, **changes}, dark=dark)


def logs(dark: bool = False) -> Figure:
    return log_dots(
        series=[
            Series("a", [0.0, 1e-15], "correct", "circle"),
            Series("b", [2.0, 5e9], "error", "cross", filled=False),
        ],
        row_labels=["1", "2"],
        row_title="r",
        value_title="v",
        series_title="s",
        dark=dark,
    )


def dots(dark: bool = False) -> Figure:
    return position_dots(
        series=[Series("a", [0.1, 0.9, 1.0], "target", "circle")],
        labels=KEYS,
        label_title="l",
        value_title="v",
        series_title="s",
        dark=dark,
    )


@pytest.mark.parametrize("dark", [False, True])
def test_a_grid_holds_the_mask(dark: bool) -> None:
    found = rows(grid(dark), "cells")
    assert [(r["q"], r["k"], r["s"]) for r in found] == [
        (q, k, int(MASK[q, k])) for q in range(2) for k in range(3)
    ]
    assert [r["hidden"] for r in found] == [not r["s"] for r in found]
    assert [r["word"] for r in found] == ["0" if free else "−∞" for free in MASK.ravel()]
    assert grid(dark, row_labels=["x", "y"]).spec is grid(dark).spec
    with pytest.raises(ValueError):
        grid(key_labels=["x"])


def test_training_computes_every_row_and_inference_one() -> None:
    everything = {(r["q"], r["k"]): r["s"] for r in rows(order(step=None), "cells")}
    assert everything == {(q, k): HIDDEN if k > q else NOW for q in range(3) for k in range(3)}
    second = {(r["q"], r["k"]): r["s"] for r in rows(order(step=1), "cells")}
    assert second == {(0, 0): KEPT, (1, 0): NOW, (1, 1): NOW}
    with pytest.raises(ValueError):
        order(step=3)


def test_a_signed_scale_ends_at_a_number_one_can_read() -> None:
    assert even_limit(np.array([0.1, -0.2])) == 0.5
    assert even_limit(np.array([[0.5, -2.0, 3.2], [1.0, 0.1, 0.0]])) == 3.5


def test_a_strip_hatches_minus_infinity_alone() -> None:
    found = rows(strip(), "cells")
    assert [(r["q"], r["k"]) for r in found if r["hidden"]] == [(1, 1)]
    assert [r["word"] for r in found if r["q"] == 2] == ["0.2", "0", "NaN"]
    assert [r["k"] for r in found if r["framed"]] == [1, 1, 1]
    assert strip(chosen=2).spec is strip().spec
    with pytest.raises(ValueError):
        strip(key_labels=["x"])


@pytest.mark.parametrize("dark", [False, True])
def test_differences_stand_on_the_scale_and_keep_their_words(dark: bool) -> None:
    drawn = rows(logs(dark), "points")
    assert [(row["y"], row["label"]) for row in drawn] == [
        (FLOOR, "0"),
        (1e-15, "1·10⁻¹⁵"),
        (2.0, "2.0"),
        (1e3, "5·10⁹"),
    ]
    with pytest.raises(ValueError):
        position_dots(
            series=[], labels=KEYS, label_title="", value_title="", series_title="", dark=False
        )
    assert column(dots(dark), "points", "y") == pytest.approx([0.1, 0.9, 1.0])


def test_every_series_is_in_the_legend_by_colour_and_shape() -> None:
    marks = logs().spec["layer"][0]["encoding"]
    for channel in ("stroke", "fill", "shape"):
        assert marks[channel]["scale"]["domain"] == [0, 1] and marks[channel]["legend"]
    assert len(set(marks["shape"]["scale"]["range"])) == 2
