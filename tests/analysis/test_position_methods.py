"""The other ways to give positions: each against its formula written as a loop."""

import math

import numpy as np
import pytest
import torch

from explainer.analysis import position_methods as methods
from explainer.analysis.positions import by_distance, table

SIZE, REACH, SCALE = 9, 3, 4.0
PARTS = methods.make_parts(SIZE, 5, REACH, SCALE)
TOKENS = np.random.default_rng(2).standard_normal((SIZE, 40)).astype(np.float32)
X = methods.small_vectors(TOKENS, 5)
Q, K = X @ PARTS.query_DD, X @ PARTS.key_DD
ROOT = math.sqrt(methods.WIDTH)
DISTANCE_ALONE = {"shaw", "rotary", "none"}


def test_shaw_is_the_loop() -> None:
    found = methods.shaw(X, PARTS)
    for i in range(SIZE):
        for j in range(SIZE):
            step = max(-REACH, min(REACH, j - i))
            expected = float(Q[i] @ (K[j] + PARTS.relative_RD[step + REACH])) / ROOT
            assert found[i, j] == pytest.approx(expected, abs=1e-12)


def test_rotary_is_a_complex_turn_and_knows_distance_alone() -> None:
    rates = 10000.0 ** (-np.arange(0, methods.WIDTH, 2) / methods.WIDTH)
    q, k = (v[:, 0::2] + 1j * v[:, 1::2] for v in (Q, K))
    turn = np.exp(1j * np.outer(np.arange(SIZE), rates))
    expected = ((q * turn) @ (k * turn).conj().T).real / ROOT
    assert methods.rotary(X, PARTS) == pytest.approx(expected, abs=1e-12)
    places = np.arange(SIZE)
    moved = methods.turned(Q, places + 11) @ methods.turned(K, places + 11).T / ROOT
    assert moved == pytest.approx(expected, abs=1e-12)
    assert np.linalg.norm(methods.turned(Q, places), axis=1) == pytest.approx(
        np.linalg.norm(Q, axis=1)
    )


@pytest.mark.parametrize(
    ("method", "added"), [("sinusoidal", table(SIZE, methods.WIDTH)), ("learned", PARTS.learned_SD)]
)
def test_added_vectors_give_four_terms(method: str, added: np.ndarray) -> None:
    found = methods.METHODS[method](X, PARTS)
    mixed = PARTS.query_DD @ PARTS.key_DD.T / ROOT
    terms = [a @ mixed @ b.T for a in (X, added) for b in (X, added)]
    assert found == pytest.approx(sum(terms), abs=1e-12)


def test_concatenation_is_a_sum_once_both_share_their_rows() -> None:
    found = methods.concatenated(X, PARTS)
    position = table(SIZE, methods.WIDTH)
    q = Q + position @ PARTS.position_query_DD
    k = K + position @ PARTS.position_key_DD
    assert found == pytest.approx(q @ k.T / ROOT, abs=1e-12)


def test_fourier_features_are_a_kernel_of_distance_before_the_network() -> None:
    features = methods.fourier_features(SIZE, PARTS)
    kernel = features @ features.T
    assert by_distance(kernel).largest_spread < 1e-12
    steps = np.arange(SIZE)[:, None] - np.arange(SIZE)
    expected = np.cos(steps[..., None] * PARTS.frequencies_F).mean(axis=-1) / 2
    assert kernel == pytest.approx(expected, abs=1e-12)
    (w1, b1), (w2, b2) = PARTS.inner, PARTS.outer
    inner = torch.nn.functional.gelu(torch.from_numpy(features @ w1 + b1)).numpy()
    again = methods.none(X + inner @ w2 + b2, PARTS)
    assert methods.fourier(X, PARTS) == pytest.approx(again, abs=1e-12)


@pytest.mark.parametrize("method", methods.METHODS)
def test_what_a_method_makes_of_distance(method: str) -> None:
    alike = methods.METHODS[method](methods.same_token(X), PARTS)
    spread = by_distance(alike).largest_spread
    assert (spread < 1e-12) == (method in DISTANCE_ALONE)
    assert (np.ptp(alike) < 1e-12) == (method == "none")


def test_without_positions_a_new_order_moves_the_scores() -> None:
    order = np.random.default_rng(0).permutation(SIZE)
    scores = methods.none(X, PARTS)
    assert methods.none(X[order], PARTS) == pytest.approx(scores[np.ix_(order, order)])
    for method in set(methods.METHODS) - {"none"}:
        run = methods.METHODS[method]
        moved = run(X, PARTS)[np.ix_(order, order)]
        assert np.abs(run(X[order], PARTS) - moved).max() > 1e-2, method


def test_numbers_to_learn() -> None:
    d, h = methods.WIDTH, methods.HIDDEN
    expected = {
        "sinusoidal": 0,
        "learned": SIZE * d,
        "shaw": (2 * REACH + 1) * d,
        "rotary": 0,
        "fourier": d // 2 + d * h + h + h * d + d,
        "concatenated": 2 * d * d,
        "none": 0,
    }
    found = {name: methods.trained_numbers(name, PARTS) for name in methods.METHODS}
    assert found == expected


def test_the_same_seed_gives_the_same_numbers() -> None:
    again = methods.make_parts(SIZE, 5, REACH, SCALE)
    assert (again.query_DD == PARTS.query_DD).all()
    assert (methods.make_parts(SIZE, 6, REACH, SCALE).query_DD != PARTS.query_DD).any()
    assert (X**2).mean() == pytest.approx(0.5)
