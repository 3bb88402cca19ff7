"""Piled losses are cumulative sums that end with their output."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explainer.chapters.forcing.charts import FORMAT, piled_losses
from explainer.charts.curves import Curve
from tests.charts.vega_lite import rows

WORDS: dict[str, Any] = {
    "place_title": "at",
    "value_title": "sum",
    "line_title": "output",
    "dark": False,
}


def test_each_line_is_the_sum_so_far_and_ends() -> None:
    long, short = np.array([1.0, 2.0, 0.5]), np.array([4.0])
    losses = [Curve("a", long, "target"), Curve("b", short, "ink", dash=(5, 4))]
    figure = piled_losses(losses=losses, **WORDS)
    found = rows(figure, "lines")
    first, second = ([row["y"] for row in found if row["s"] == s] for s in (0, 1))
    assert first == pytest.approx([1.0, 3.0, 3.5])
    assert second == pytest.approx([4.0])
    assert figure.spec["layer"][0]["encoding"]["y"]["axis"]["format"] == FORMAT


def test_nothing_to_draw_is_an_error() -> None:
    with pytest.raises(ValueError):
        piled_losses(losses=[], **WORDS)
