"""How far heads disagree, against the divergence written out as a sum, in float64."""

from __future__ import annotations

import math

import numpy as np
import pytest

from explainer.analysis.head_disagreement import disagreement, most_different, tokens_looked_at

RNG = np.random.default_rng(7)


def by_definition(rows: np.ndarray) -> float:
    """Mean Kullback-Leibler divergence of each row from the mean of all, in nats."""
    mean = rows.mean(axis=0)
    total = 0.0
    for row in rows:
        total += sum(p * math.log(p / m) for p, m in zip(row, mean, strict=True) if p > 0)
    return total / len(rows)


def test_it_is_the_mean_divergence_from_the_mean_row() -> None:
    weights = RNG.dirichlet(np.full(9, 0.3), size=(2, 8, 5))
    weights[0, 3, 2] = np.eye(9)[4]  # a head that sees one key alone
    found = disagreement(weights)
    assert found.shape == (2, 5)
    for layer in range(2):
        for row in range(5):
            expected = by_definition(weights[layer, :, row])
            assert found[layer, row] == pytest.approx(expected, abs=1e-12)


def test_of_heads_that_agree_it_is_0_and_of_strangers_the_most_there_is() -> None:
    alike = np.broadcast_to(RNG.dirichlet(np.ones(8), size=(1, 6)), (8, 6, 8))
    assert disagreement(alike) == pytest.approx(np.zeros(6), abs=1e-12)
    apart = np.eye(8)[:, None, :]
    assert disagreement(apart) == pytest.approx([math.log(8)])


def test_the_most_different_row_is_sought_among_the_rows_that_count() -> None:
    weights = RNG.dirichlet(np.full(6, 0.3), size=(3, 4, 5)).astype(np.float32)
    nats = disagreement(weights)
    layer, row = most_different(weights)
    assert nats[layer, row] == nats.max()
    counted = [at != row for at in range(5)]
    other = most_different(weights, counted)
    assert other[1] != row and nats[other] == nats[:, counted].max()
    assert most_different(weights, [False] * 5) == (layer, row)  # where none counts, all do


def test_how_many_keys_a_layer_looks_at() -> None:
    """One key is one; k keys alike are k, whether one head looks at all or each at another."""
    one = np.broadcast_to(np.eye(6)[2], (4, 5, 6))
    alike = np.full((4, 5, 6), 1 / 6)
    apart = np.broadcast_to(np.eye(6)[:4, None, :], (4, 5, 6))
    found = tokens_looked_at(np.stack([one, alike, apart]))
    assert found == pytest.approx([1.0, 6.0, 4.0])
