"""The numbers inside the curves and bars of positions are those of the arrays."""

from __future__ import annotations

import numpy as np
import pytest

from explainer.chapters.positions import chart_curves as curves
from explainer.charts.figure import Figure
from tests.charts.vega_lite import column, rows


def every_chart(dark: bool) -> dict[str, Figure]:
    return {
        "waves": curves.waves(
            names=["a", "b"],
            rates=np.array([1.0, 0.3]),
            phases=np.array([0.0, np.pi / 2]),
            length=9,
            position_title="p",
            channel_title="c",
            value_title="v",
            dark=dark,
        ),
        "distance": curves.distance_chart(
            steps=np.array([[0, 1], [-1, 0]]),
            values=np.array([[2.0, 1.0], [1.5, 2.0]]),
            curve=(np.array([-1, 0, 1]), np.array([1.5, 2.0, 1.0])),
            step_title="s",
            value_title="v",
            dark=dark,
        ),
        "bars": curves.signed_bars(
            values=np.array([0.5, -1.0]),
            limit=1.0,
            label_title="x",
            value_title="v",
            dark=dark,
            labels=["a", "a"],
        ),
    }


def test_dots_of_a_wave_are_its_values() -> None:
    expected = np.array([*np.sin(np.arange(9)), *np.cos(0.3 * np.arange(9))])
    for dark in (False, True):
        waves = every_chart(dark)["waves"]
        heights = np.repeat([0.0, 1.0], 9) - 0.42 * expected
        assert column(waves, "points", "y") == pytest.approx(heights)
        tones = column(waves, "points", "tone")
        assert tones == curves.shades(expected, 1.0, dark)


def test_curves_and_bars_hold_their_numbers() -> None:
    charts = every_chart(True)
    pairs = rows(charts["distance"], "points")
    assert [(row["x"], row["y"]) for row in pairs] == [(0, 2), (1, 1), (-1, 1.5), (0, 2)]
    assert column(charts["bars"], "bars", "v") == [0.5, -1.0]
