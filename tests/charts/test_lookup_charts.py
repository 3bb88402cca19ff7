"""Charts of the look-up and scaling pages: valid Vega-Lite, and the numbers they were given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from explainer.chapters.scaling.charts import Line, density, over_widths
from explainer.charts.labels import Spec
from explainer.charts.lookup import key_bars, strip
from explainer.charts.smoothing import Curve, Words, error_curve, smoothing, weight_bars
from tests.charts.vega_lite import check

WORDS = Words("key", "value", "weight")
KEYS, VALUES = np.array([0.0, 1.0, 4.0]), np.array([1.0, -1.0, 2.0])
GRID = np.array([0.0, 2.0, 4.0])
HOLE = np.array([1.0, np.nan, 2.0])


def bars(dark: bool = False, **changes: Any) -> Spec:
    given = {
        "labels": ["가", "가"],
        "values": np.array([0.25, 0.75]),
        "notes": ["x", "y"],
        "colour": "weight",
        "value_title": "w",
        "key_title": "k",
        "dark": dark,
    }
    return key_bars(**{**given, **changes})


def smooth(dark: bool = False, answer: float | None = 1.5) -> Spec:
    return smoothing(
        keys=KEYS,
        values=VALUES,
        weights=np.array([0.5, 0.5, 0.0]),
        query=2.0,
        answer=answer,
        curves=[Curve("one", GRID, HOLE, "target"), Curve("two", GRID, VALUES, "ink", (3, 5))],
        words=WORDS,
        limits=(0, 4),
        dark=dark,
    )


def weights(dark: bool = False) -> Spec:
    return weight_bars(
        keys=KEYS, weights=np.array([np.nan] * 3), query=1.0, words=WORDS, limits=(0, 4), dark=dark
    )


def errors(dark: bool = False) -> Spec:
    return error_curve(
        tried=np.array([0.1, 1.0, 5.0]),
        errors=np.array([np.inf, 2.0, 3.0]),
        chosen=("now", 0.5),
        best=("best", 1.0),
        x_title="h",
        y_title="e",
        dark=dark,
    )


def vector(dark: bool = False) -> Spec:
    return strip(
        values=np.array([1.0, -2.0]), colour="memory", place_title="i", value_title="c", dark=dark
    )


def bins(dark: bool = False) -> Spec:
    return density(
        edges=np.array([-1.0, 0.0]),
        heights=np.array([0.0, 1.0]),
        step=1.0,
        curve=(GRID, VALUES),
        colour="weight",
        x_title="x",
        y_title="y",
        curve_title="t",
        dark=dark,
    )


def curves(dark: bool = False) -> Spec:
    lines = [Line("a", [0.1, 0.2], "correct", ()), Line("b", [0.3, 0.4], "error", (6, 3))]
    return over_widths(
        widths=[4, 8],
        lines=lines,
        chosen=8,
        x_title="d",
        y_title="y",
        top=1.0,
        dark=dark,
    )


FIGURES = [bars, smooth, weights, errors, vector, bins, curves]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("figure", FIGURES)
def test_the_figure_is_valid_vega_lite(figure: Callable[[bool], Spec], dark: bool) -> None:
    spec = figure(dark)
    named = {name: table.to_pylist() for name, table in spec["datasets"].items()}
    check({**spec, "datasets": named})


def test_bars_hold_their_numbers_and_repeated_names_stay_two() -> None:
    rows = bars()["datasets"]["rows"].to_pydict()
    assert rows["v"] == [0.25, 0.75]
    assert rows["i"] == [0, 1]
    with pytest.raises(ValueError):
        bars(notes=["x"])


def test_a_hole_stays_a_hole_and_missing_weights_are_no_bars() -> None:
    lines = smooth()["datasets"]["lines"].to_pydict()
    assert np.isnan(lines["y"][1])
    assert lines["curve"] == ["one"] * 3 + ["two"] * 3
    assert weights()["datasets"]["bars"].to_pydict()["w"] == [0, 0, 0]
    assert len(smooth()["layer"]) == len(smooth(answer=None)["layer"]) + 1
    with pytest.raises(ValueError):
        smoothing(
            keys=KEYS,
            values=VALUES[:2],
            weights=VALUES,
            curves=[],
            query=0,
            answer=None,
            words=WORDS,
            limits=(0, 4),
            dark=False,
        )


def test_impossible_bandwidths_are_left_out() -> None:
    assert errors()["datasets"]["errors"].to_pydict() == {"x": [1.0, 5.0], "y": [2.0, 3.0]}


def test_histogram_and_curves_hold_their_numbers() -> None:
    assert bins()["datasets"]["bins"].to_pydict()["h"] == [1.0]
    rows = curves()["datasets"]["rows"].to_pydict()
    assert rows["y"] == [0.1, 0.2, 0.3, 0.4] and rows["d"] == [4, 8, 4, 8]
    with pytest.raises(ValueError):
        over_widths(
            widths=[4, 8, 16],
            lines=[Line("a", [1.0], "error", ())],
            chosen=4,
            x_title="",
            y_title="",
            top=1,
            dark=False,
        )
