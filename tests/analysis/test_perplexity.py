"""The worked numbers of the curriculum, and perplexity against exact fractions."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from explainer.analysis.perplexity import (
    Surprise,
    counts_of,
    entropy,
    per_unit,
    surprise_of,
)


def test_ten_rolls_of_a_fair_die_have_perplexity_6() -> None:
    probs = np.full(6, 1 / 6)
    rng = np.random.default_rng(1)
    for rolls in (rng.integers(0, 6, 10) for _ in range(20)):
        found = surprise_of(probs[rolls])
        assert found.perplexity == pytest.approx(6, abs=1e-12)
        assert found.bits == pytest.approx(math.log2(6), abs=1e-12)
    assert math.exp(entropy(probs)) == pytest.approx(6, abs=1e-12)


def test_a_biased_die_by_hand() -> None:
    """Weights 1 1 1 1 1 5: p(6) = 1/2, the others 1/10; two sixes in ten rolls."""
    probs = np.array([1, 1, 1, 1, 1, 5]) / 10
    rolls = [3, 1, 6, 2, 5, 4, 6, 3, 1, 2]
    product = math.prod(Fraction(1, 2) if roll == 6 else Fraction(1, 10) for roll in rolls)
    found = surprise_of(probs[[roll - 1 for roll in rolls]])
    assert product == Fraction(1, 400_000_000)
    assert found.perplexity == pytest.approx(float(product) ** (-1 / 10), rel=1e-12)
    assert found.perplexity == pytest.approx(7.247796636776955, rel=1e-12)
    assert math.exp(entropy(probs)) == pytest.approx(4.472135954999579, rel=1e-12)  # 2 sqrt 5


def test_what_is_impossible_is_infinitely_surprising() -> None:
    found = surprise_of([0.5, 0.0, 0.5])
    assert found.perplexity == found.total == found.bits == math.inf


@pytest.mark.parametrize("probs", [[], [1.2], [-0.1], [math.nan]])
def test_what_is_no_probability_is_an_error(probs: list[float]) -> None:
    with pytest.raises(ValueError):
        surprise_of(probs)


def test_averaging_perplexities_is_never_smaller() -> None:
    rng = np.random.default_rng(2)
    for _ in range(20):
        probs = rng.uniform(0.001, 1, 9)
        found = surprise_of(probs)
        assert found.perplexity == pytest.approx(math.prod(1 / probs) ** (1 / 9), rel=1e-9)
        assert found.mean_of_each == pytest.approx(float(np.mean(1 / probs)), rel=1e-9)
        assert found.mean_of_each >= found.perplexity


def test_units_share_out_the_same_sum() -> None:
    found = per_unit(12.0, counts_of("나는 간다"))
    assert {name: unit.count for name, unit in found.items()} == {
        "word": 2,
        "character": 5,
    }
    for unit in found.values():
        assert unit.count * unit.nats == pytest.approx(12.0)
        assert 2 ** (unit.bits * unit.count) == pytest.approx(math.exp(12.0))
        assert unit.perplexity == pytest.approx(math.exp(12.0 / unit.count))
    assert "word" not in per_unit(1.0, counts_of(""))


def test_a_huge_loss_is_infinite_and_no_error() -> None:
    found = Surprise(np.array([5000.0, 1.0]))
    assert found.perplexity == found.mean_of_each == math.inf
