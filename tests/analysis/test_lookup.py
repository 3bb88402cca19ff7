"""The stationery shop of the curriculum, to the last printed digit, and look-ups in general."""

import math

import numpy as np
import pytest
import torch

from explainer.analysis.lookup import (
    PRICES,
    PRINTED_VALUE,
    PRINTED_WEIGHTS,
    SIMILARITIES,
    hard_lookup,
    soft_lookup,
    softmax,
)


def test_the_worked_example() -> None:
    found = soft_lookup([3.1, 3.5, 1.2, 0.1, 0.9], [200, 3000, 3000, 1000, 750])
    assert found.weights.round(4).tolist() == [0.3569, 0.5324, 0.0534, 0.0178, 0.0395]
    assert found.value == pytest.approx(1876.20, abs=0.005)
    assert found.denominator == pytest.approx(math.fsum(map(math.exp, SIMILARITIES)))
    assert found.numerators / found.denominator == pytest.approx(found.weights)
    assert found.parts.sum() == pytest.approx(found.value)


def test_the_printed_numbers_are_not_the_softmax() -> None:
    assert np.dot(PRINTED_WEIGHTS, PRICES) == pytest.approx(PRINTED_VALUE, abs=0.01)
    assert np.abs(softmax(SIMILARITIES) - np.array(PRINTED_WEIGHTS)).max() > 0.001


def test_sharpness_reaches_from_the_mean_to_the_hard_lookup() -> None:
    assert soft_lookup(SIMILARITIES, PRICES, 0).value == pytest.approx(np.mean(PRICES))
    assert soft_lookup(SIMILARITIES, PRICES, 200).value == pytest.approx(3000)


def test_a_hard_lookup_needs_the_very_key() -> None:
    shop = {"pencil": 200.0}
    assert hard_lookup(shop, "pencil") == 200
    assert hard_lookup(shop, "pen") is None


def test_softmax_is_that_of_torch_also_where_numbers_are_large() -> None:
    scores = np.array([[1000.0, 999.0, -2000.0], [0.0, -np.inf, 3.0]])
    assert softmax(scores) == pytest.approx(torch.from_numpy(scores).softmax(-1).numpy())


@pytest.mark.parametrize(
    ("scores", "values"), [([], []), ([1], [1, 2]), ([math.nan], [1]), ([1], [math.inf])]
)
def test_what_cannot_be_mixed_is_an_error(scores: list[float], values: list[float]) -> None:
    with pytest.raises(ValueError):
        soft_lookup(scores, values)
