"""The figures of masks: valid Vega-Lite, numbers those of the arrays, hidden cells marked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from explainer.chapters.masks.chart_compare import FLOOR, Series, log_dots, position_dots
from explainer.chapters.masks.chart_grid import HIDDEN, KEPT, NOW, mask_grid, order_grid
from explainer.chapters.masks.chart_map import StripRow, cell_map, row_strip
from explainer.charts.labels import Spec
from tests.charts.vega_lite import check

MASK = np.array([[True, False, False], [True, True, False]])
VALUES = np.array([[0.5, -2.0, 3.2], [1.0, 0.1, 0.0]])
ROWS, KEYS = ["▁a", "▁a"], ["x", "x", "<pad>"]
SIDES: dict[str, Any] = {
    "row_labels": ROWS,
    "key_labels": KEYS,
    "row_title": "row",
    "key_title": "key",
    "row_colour": "target_text",
    "key_colour": "source_text",
}


def grid(dark: bool = False, **changes: Any) -> Spec:
    options = {"mask": MASK, "symbols": ("−∞", "0"), "meanings": ("hidden", "free"), **SIDES}
    return mask_grid(**{**options, **changes}, dark=dark)


def order(dark: bool = False, step: int | None = 1) -> Spec:
    return order_grid(
        step=step,
        labels=KEYS,
        row_title="r",
        key_title="k",
        states=("now", "before", "hidden"),
        dark=dark,
    )


def heat(dark: bool = False, **changes: Any) -> Spec:
    options = {
        "values": VALUES,
        "hidden": ~MASK,
        "signed": True,
        "value_title": "score",
        "selected": (1, 2),
        **SIDES,
    }
    return cell_map(**{**options, **changes}, dark=dark)


def strip(dark: bool = False, **changes: Any) -> Spec:
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


def logs(dark: bool = False) -> Spec:
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


def dots(dark: bool = False) -> Spec:
    return position_dots(
        series=[Series("a", [0.1, 0.9, 1.0], "target", "circle")],
        labels=KEYS,
        label_title="l",
        value_title="v",
        series_title="s",
        dark=dark,
    )


def rows_of(drawn: Spec) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = drawn["datasets"][drawn["data"]["name"]].to_pylist()
    return found


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("make", [grid, order, heat, strip, logs, dots])
def test_the_specification_is_valid_vega_lite(make: Callable[[bool], Spec], dark: bool) -> None:
    drawn = make(dark)
    frames = {name: table.to_pylist() for name, table in drawn["datasets"].items()}
    check({**drawn, "datasets": frames})


def test_a_grid_holds_the_mask() -> None:
    assert [(r["q"], r["k"], r["m"]) for r in rows_of(grid())] == [
        (q, k, int(MASK[q, k])) for q in range(2) for k in range(3)
    ]
    with pytest.raises(ValueError):
        grid(key_labels=["x"])


def test_training_computes_every_row_and_inference_one() -> None:
    everything = {(r["q"], r["k"]): r["s"] for r in rows_of(order(step=None))}
    assert everything == {(q, k): HIDDEN if k > q else NOW for q in range(3) for k in range(3)}
    second = {(r["q"], r["k"]): r["s"] for r in rows_of(order(step=1))}
    assert second == {(0, 0): KEPT, (1, 0): NOW, (1, 1): NOW}
    with pytest.raises(ValueError):
        order(step=3)


def test_a_map_has_its_values_and_no_number_where_it_is_hidden() -> None:
    for row in rows_of(heat()):
        cell = row["q"], row["k"]
        assert row["hidden"] == (not MASK[cell])
        assert row["w"] == pytest.approx(VALUES[cell] if MASK[cell] else 0)
    assert heat()["params"][0]["value"] == [{"q": 1, "k": 2}]
    assert heat(selected=None)["params"] == []
    domain = heat(hidden=np.zeros_like(MASK))["layer"][0]["encoding"]["color"]["scale"]["domain"]
    assert domain == [-3.5, 3.5]
    with pytest.raises(ValueError):
        heat(hidden=MASK[:1])


def test_a_strip_hatches_minus_infinity_alone() -> None:
    rows = rows_of(strip())
    assert [(r["r"], r["k"]) for r in rows if r["gone"]] == [(1, 1)]
    assert [r["text"] for r in rows if r["r"] == 2] == ["0.2", "0", "NaN"]
    with pytest.raises(ValueError):
        strip(key_labels=["x"])


def test_differences_stand_on_the_scale_and_keep_their_words() -> None:
    assert [(r["v"], r["text"]) for r in rows_of(logs())] == [
        (FLOOR, "0"),
        (1e-15, "1e-15"),
        (2.0, "2.0"),
        (1e3, "5e+09"),
    ]
    with pytest.raises(ValueError):
        position_dots(
            series=[], labels=KEYS, label_title="", value_title="", series_title="", dark=False
        )
    assert [r["v"] for r in rows_of(dots())] == pytest.approx([0.1, 0.9, 1.0])


def test_every_series_is_in_the_legend_by_colour_and_shape() -> None:
    marks = logs()["layer"][0]["encoding"]
    for channel in ("stroke", "fill", "shape"):
        assert marks[channel]["scale"]["domain"] == ["a", "b"] and marks[channel]["legend"]
    assert "legend" not in marks["size"]  # None there would take the others' legend away
    assert len(set(marks["shape"]["scale"]["range"])) == 2
