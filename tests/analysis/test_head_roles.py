"""Synthetic heads whose job is known, and random ones that have none."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from explainer.analysis.head_roles import (
    BROAD_THRESHOLD,
    GAIN_THRESHOLD,
    Kind,
    Role,
    head_role,
    is_punctuation,
)

SIZE = 8
PIECES = ("▁나는", "▁어제", ",", "▁친구", "와", "▁봤다", ".", "</s>")
FED = ("<s>", "▁I", "▁saw", "▁a", "▁friend", "▁yes", "terday", ".")


def pointing(keys: list[int], strength: float = 0.9, n_keys: int = SIZE) -> NDArray[np.float64]:
    """Row i puts `strength` on keys[i] and spreads the rest evenly."""
    weights = np.full((len(keys), n_keys), (1 - strength) / (n_keys - 1))
    weights[np.arange(len(keys)), keys] = strength
    return weights


def causal(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    kept = np.tril(weights)
    return kept / kept.sum(axis=-1, keepdims=True)


PREVIOUS = [0, *range(SIZE - 1)]
NEXT = [*range(1, SIZE), SIZE - 1]
DIAGONAL = list(range(SIZE))


@pytest.mark.parametrize(
    ("kind", "weights", "pieces", "role"),
    [
        ("encoder", pointing(PREVIOUS), PIECES, "previous"),
        ("encoder", pointing(NEXT), PIECES, "next"),
        ("encoder", pointing(DIAGONAL), PIECES, "same"),
        ("encoder", pointing([7] * SIZE), PIECES, "end"),
        ("encoder", pointing([2, 2, 6, 6, 2, 6, 2, 6]), PIECES, "punctuation"),
        ("encoder", np.full((SIZE, SIZE), 1 / SIZE), PIECES, "broad"),
        ("decoder", causal(pointing(PREVIOUS)), FED, "previous"),
        ("decoder", causal(pointing(DIAGONAL)), FED, "same"),
        ("decoder", causal(pointing([0] * SIZE)), FED, "start"),
        ("decoder", causal(np.ones((SIZE, SIZE))), FED, "broad"),
        ("cross", pointing(DIAGONAL), PIECES, "diagonal"),
        ("cross", pointing([7] * 5), PIECES, "end"),
        ("cross", pointing([3, 0, 5, 1, 4]), PIECES, "mixed"),
    ],
)
def test_known_heads(
    kind: Kind, weights: NDArray[np.float64], pieces: tuple[str, ...], role: Role
) -> None:
    found = head_role(weights, kind=kind, key_pieces=pieces)
    assert found.role == role
    assert 0.0 <= found.score <= 1.0


def test_score_is_the_mean_share_of_the_row() -> None:
    found = head_role(pointing(PREVIOUS, 0.7), kind="encoder", key_pieces=PIECES)
    assert found.score == pytest.approx(0.7)
    assert found.chance == pytest.approx(1 / SIZE)
    assert found.scores["next"] == pytest.approx(0.3 / 7)


@pytest.mark.parametrize(("above", "role"), [(0.01, "previous"), (-0.01, "mixed")])
def test_the_threshold_is_a_gain_over_chance(above: float, role: Role) -> None:
    """All that is not on the previous piece is on one far piece: no other role comes near."""
    strength = 1 / SIZE + (GAIN_THRESHOLD + above) * (1 - 1 / SIZE)
    weights = np.zeros((SIZE, SIZE))
    rows = np.arange(1, SIZE)
    weights[rows, (rows + 4) % SIZE] = 1 - strength
    weights[rows, rows - 1] += strength
    weights[0, 4] = 1.0
    found = head_role(weights, kind="encoder", key_pieces=PIECES)
    assert found.role == role
    assert found.gain == pytest.approx(GAIN_THRESHOLD + above)
    assert found.score > GAIN_THRESHOLD, "the score alone would not say why"


def test_even_attention_has_entropy_one() -> None:
    found = head_role(np.full((4, SIZE), 1 / SIZE), kind="cross", key_pieces=PIECES)
    assert found.score == pytest.approx(1.0)
    assert found.score >= BROAD_THRESHOLD


def test_smallest_maps_do_not_fail() -> None:
    assert head_role(np.ones((1, 1)), kind="decoder", key_pieces=("<s>",)).role == "mixed"
    assert head_role(np.ones((1, 1)), kind="cross", key_pieces=("</s>",)).role == "mixed"


def test_pieces_must_fit() -> None:
    with pytest.raises(ValueError, match="2 key pieces for 3"):
        head_role(np.eye(3), kind="encoder", key_pieces=("a", "b"))


def test_punctuation() -> None:
    assert [is_punctuation(p) for p in (".", "▁(", "▁", "a.", "</s>", "…")] == [
        True,
        True,
        False,
        False,
        False,
        True,
    ]
