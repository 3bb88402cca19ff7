"""Figures and drawings of heads get what the arrays hold."""

from typing import Any

import numpy as np
import pytest

from explainer.analysis.head_disagreement import disagreement
from explainer.chapters.heads.looks import FULL, fan_data, small_maps
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


HEADS, QUERIES, KEYS = 4, 5, 6
WEIGHTS = RNG.dirichlet(np.full(KEYS, 0.4), size=(HEADS, QUERIES)).astype(np.float32)


def test_every_row_says_how_far_its_heads_disagree() -> None:
    data = fan_data(WEIGHTS, 3)
    assert np.array(data["rows"]) == pytest.approx(WEIGHTS.swapaxes(0, 1), abs=5e-6)
    assert data["nats"] == pytest.approx(disagreement(WEIGHTS).tolist(), abs=5e-5)
    for at, places in enumerate(data["places"]):
        looks = {max(range(KEYS), key=lambda key: head[at, key]) for head in WEIGHTS}
        assert places == len(looks)


def test_of_a_long_text_the_chosen_row_alone_comes_along() -> None:
    long = RNG.dirichlet(np.ones(60), size=(8, 60))
    assert long.size > FULL
    rows = fan_data(long, 7)["rows"]
    assert [at for at, row in enumerate(rows) if row is not None] == [7]


def test_small_maps_of_many_weights_keep_the_largest() -> None:
    weights = np.zeros((1, 2, 5, 5))
    weights[0, 1, 4, 4], weights[0, 0, 0, 1] = 1.0, 0.254
    assert small_maps(weights)[0][0][0][:2] == [0, 25]
    small = small_maps(weights, 40)
    assert np.array(small).shape == (1, 2, 3, 3)
    assert (small[0][1][2][2], small[0][0][0][0]) == (100, 25)
