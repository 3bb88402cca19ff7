"""Charts of the look-up and scaling pages: valid Vega-Lite, and the numbers they were given."""

import json
from typing import Any

import numpy as np
import pytest

from explainer.chapters.lookup.charts import smoothing, weight_bars
from explainer.charts.curves import Curve
from explainer.charts.figure import Figure
from explainer.charts.lookup import key_bars, strip
from tests.charts.vega_lite import column, rows

WORDS = ("key", "value", "weight")
KEYS, VALUES = np.array([0.0, 1.0, 4.0]), np.array([1.0, -1.0, 2.0])
GRID = np.array([0.0, 2.0, 4.0])
HOLE = np.array([1.0, np.nan, 2.0])


def bars(dark: bool = False, **changes: Any) -> Figure:
    given = {
        "labels": ["가", "가"],
        "values": np.array([0.25, 0.75]),
        "notes": ["x", "y"],
        "colour": "weight",
        "value_title": "w",
        "label_title": "k",
        "dark": dark,
    }
    return key_bars(**{**given, **changes})


def smooth(dark: bool = False, answer: float | None = 1.5) -> Figure:
    return smoothing(
        keys=KEYS,
        values=VALUES,
        weights=np.array([0.5, 0.5, 0.0]),
        query=2.0,
        answer=answer,
        lines=[
            Curve("one", HOLE, "target", GRID, pointed=False),
            Curve("two", VALUES, "ink", GRID, dash=(3, 5), pointed=False),
        ],
        words=WORDS,
        limits=(0, 4),
        dark=dark,
    )


def weights(dark: bool = False) -> Figure:
    return weight_bars(
        keys=KEYS, weights=np.array([np.nan] * 3), query=1.0, words=WORDS, limits=(0, 4), dark=dark
    )


def vector(dark: bool = False) -> Figure:
    return strip(
        values=np.array([1.0, -2.0]), colour="memory", label_title="i", value_title="c", dark=dark
    )


@pytest.mark.parametrize("dark", [False, True])
def test_bars_hold_their_numbers_and_repeated_names_stay_two(dark: bool) -> None:
    assert column(bars(dark), "bars", "v") == [0.25, 0.75]
    assert column(bars(dark), "bars", "i") == [0, 1]
    assert column(vector(dark), "bars", "v") == [1.0, -2.0]


@pytest.mark.parametrize("dark", [False, True])
def test_a_hole_stays_a_hole_and_missing_weights_are_no_bars(dark: bool) -> None:
    figure = smooth(dark)
    assert column(figure, "lines", "y") == [1, None, 2, *VALUES]
    assert column(figure, "lines", "s") == [0] * 3 + [1] * 3
    points = rows(figure, "points")
    assert [(row["x"], row["y"]) for row in points] == [*zip(KEYS, VALUES, strict=True), (2, 1.5)]
    assert points[0]["size"] == points[1]["size"] > points[2]["size"]
    assert len(rows(smooth(dark, answer=None), "points")) == 3
    assert column(weights(dark), "bins", "y") == [0, 0, 0]


def test_both_charts_of_one_axis_of_keys_begin_at_one_place() -> None:
    """Numbers of different lengths beside an upright axis would move what stands right of it."""
    rooms = [json.dumps(figure.spec).count('"minExtent": 36') for figure in (smooth(), weights())]
    assert all(rooms) and len(rooms) == 2
