"""What the drawings of a row and of all heads get is what the arrays hold."""

from __future__ import annotations

import numpy as np
import pytest

from explainer.analysis.head_disagreement import disagreement
from explainer.chapters.heads.looks import FULL, fan_data, small_maps

RNG = np.random.default_rng(5)
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
