"""The figure of head outputs draws the numbers it is given."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explainer.charts.bar_layers import PARTS as NAMED
from explainer.charts.figure import Figure
from explainer.charts.lookup import head_outputs
from explainer.charts.palette import PALETTE
from tests.charts.vega_lite import column

RNG = np.random.default_rng(4)
MODEL, RIGHT, WRONG = RNG.normal(size=(3, 6))
PARTS = {"a": [4, 4, 8], "b": [1, 1, 2], "c": [1, 1, 2], "d": [2, 2, 4]}


def outputs(**options: Any) -> Figure:
    words: dict[str, Any] = {"label_title": "dim", "value_title": "value", "by_title": "by"}
    given = {"model": MODEL, "right": RIGHT, "wrong": WRONG, "names": ("m", "r", "w")}
    return head_outputs(**{**given, **words, "dark": False, **options})


@pytest.mark.parametrize("dark", [False, True])
def test_both_computed_outputs_and_the_models_are_drawn(dark: bool) -> None:
    figure = outputs(dark=dark)
    assert column(figure, "bars", "v") == pytest.approx([*RIGHT, *WRONG])
    assert column(figure, "marks", "v") == pytest.approx(MODEL)
    assert column(figure, NAMED, "part") == ["r", "w", "m"]
    edge = figure.spec["layer"][0]["encoding"]["stroke"]["scale"]
    colours = PALETTE["dark" if dark else "light"]
    assert edge["range"] == [colours[tone] for tone in ("correct", "error", "ink")]
    assert outputs(model=RIGHT, dark=dark).spec is figure.spec
    with pytest.raises(ValueError):
        outputs(wrong=WRONG[:3])
