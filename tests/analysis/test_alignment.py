"""Alignment error rate, rank correlation, and the cell that misleads."""

import numpy as np
import pytest

from explainer.analysis.alignment import (
    alignment_error_rate,
    misleading_cell,
    ranks,
    row_correlations,
    strongest_links,
)


def links(*cells: tuple[int, int]) -> np.ndarray:
    found = np.zeros((3, 4), dtype=bool)
    for cell in cells:
        found[cell] = True
    return found


def test_error_rate_of_och_and_ney() -> None:
    """A = 3 links, S = 2, P = S and one more; |A n S| = 1, |A n P| = 2: 1 - 3/5."""
    found = links((0, 0), (1, 1), (2, 3))
    sure, possible = links((0, 0), (1, 2)), links((1, 1))
    assert alignment_error_rate(found, sure, possible) == pytest.approx(1 - 3 / 5)
    assert alignment_error_rate(found, sure) == pytest.approx(1 - 2 / 5)
    assert alignment_error_rate(sure, sure) == 0
    assert alignment_error_rate(found, links()) == 1
    assert np.isnan(alignment_error_rate(links(), links()))


def test_strongest_links_stay_among_the_tokens_asked_for() -> None:
    reading = np.array([[0.1, 0.2, 0.3, 0.9], [0.9, 0.0, 0.1, 0.0], [0.0, 0.0, 0.0, 1.0]])
    found = strongest_links(reading, [0, 1], [0, 1, 2])
    assert np.array_equal(found, links((0, 2), (1, 0)))
    assert not strongest_links(reading, [], [0]).any()
    assert not strongest_links(reading, [0], []).any()


def test_equal_values_share_their_rank() -> None:
    assert ranks(np.array([3.0, 1.0, 3.0, 7.0])).tolist() == [2.5, 1, 2.5, 4]


def spearman(first: np.ndarray, second: np.ndarray) -> float:
    """Of two readings that have one row each."""
    return float(row_correlations([first[None], second[None]])[0, 1])


def test_spearman_by_its_textbook_formula() -> None:
    """Without ties rho = 1 - 6 sum d^2 / (n (n^2 - 1))."""
    rng = np.random.default_rng(2)
    for _ in range(20):
        first, second = rng.permutation(7), rng.permutation(7)
        gaps = float(((first - second) ** 2).sum())
        expected = 1 - 6 * gaps / (7 * 48)
        assert spearman(np.exp(first), second * 2.0) == pytest.approx(expected)
    assert np.isnan(spearman(np.ones(3), np.arange(3.0)))


def test_the_misleading_cell_is_dark_and_harmless() -> None:
    """One layer, two heads. Row 0 needs token 1, and head 1 looks at token 0 instead."""
    first = [[0.1, 0.8, 0.0, 0.1], [0.1, 0.8, 0.0, 0.1], [0.2, 0.2, 0.3, 0.3]]
    second = [[0.9, 0.0, 0.0, 0.1], [0.8, 0.1, 0.0, 0.1], [0.4, 0.3, 0.2, 0.1]]
    weights = np.array([[first, second]])
    drop = np.array([[0.1, 2.0, 0, 0], [0.0, 0.5, 0, 0], [0, 0, 0.0, 0]])
    assert misleading_cell(weights, drop, [0, 1, 2], [0, 1, 2]) == (0, 1, 0, 0)
    assert misleading_cell(weights, drop, [1], [0, 1, 2]) == (0, 1, 1, 0)  # costs below a nat
    needed = weights[:, :1]  # every head looks at what is needed: the harmless one of them
    assert misleading_cell(needed, drop, [0, 1], [0, 1, 2]) == (0, 0, 1, 1)
    assert misleading_cell(weights, drop, [], [0]) is None
    assert misleading_cell(weights, drop, [0], []) is None
