"""Roles of heads and how far they disagree, against their definitions written out."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from explainer.analysis import head_roles
from explainer.analysis.head_disagreement import disagreement, effective_keys, most_different

SIZE = 8
TOKENS = ("▁나는", "▁어제", ",", "▁친구", "와", "▁봤다", ".", "</s>")
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
CAUSAL = np.tril(np.ones((SIZE, SIZE), dtype=bool))


@pytest.mark.parametrize(
    ("kind", "weights", "tokens", "role"),
    [
        ("encoder", pointing(PREVIOUS), TOKENS, "previous"),
        ("encoder", pointing(NEXT), TOKENS, "next"),
        ("encoder", pointing(DIAGONAL), TOKENS, "same"),
        ("encoder", pointing([7] * SIZE), TOKENS, "end"),
        ("encoder", pointing([0, 0, 2, 4, 3, 6, 6, 6], 0.7), TOKENS, "near"),
        ("encoder", pointing([6, 7, 6, 7, 6, 7, 6, 7], 0.7), TOKENS, "rest"),
        ("encoder", pointing([2, 2, 6, 6, 2, 6, 2, 6]), TOKENS, "punctuation"),
        ("encoder", np.full((SIZE, SIZE), 1 / SIZE), TOKENS, "broad"),
        ("decoder", causal(pointing(PREVIOUS)), FED, "previous"),
        ("decoder", causal(pointing(DIAGONAL)), FED, "same"),
        ("decoder", causal(pointing([0] * SIZE)), FED, "start"),
        ("decoder", causal(np.ones((SIZE, SIZE))), FED, "broad"),
        ("cross", pointing(DIAGONAL), TOKENS, "diagonal"),
        ("cross", pointing([7] * 5), TOKENS, "end"),
        ("cross", pointing([3, 0, 5, 1, 4]), TOKENS, "mixed"),
        ("decoder", causal(pointing([0, 1, 0, 3, 1, 2, 5, 7])), (*FED[:6], "yes", "."), "mixed"),
    ],
)
def test_known_heads(kind, weights, tokens, role):
    mask = CAUSAL if kind == "decoder" else None
    found = head_roles.head_role(weights, kind=kind, key_tokens=tokens, mask=mask)
    assert found.role == role
    assert 0.0 <= found.score <= 1.0


def test_score_is_the_mean_share_of_the_row() -> None:
    found = head_roles.head_role(pointing(PREVIOUS, 0.7), kind="encoder", key_tokens=TOKENS)
    assert found.score == pytest.approx(0.7)
    assert found.chance == pytest.approx(1 / SIZE)
    assert found.scores["next"] == pytest.approx(0.3 / 7)


@pytest.mark.parametrize(("above", "role"), [(0.01, "previous"), (-0.01, "mixed")])
def test_the_threshold_is_a_gain_over_chance(above: float, role: head_roles.Role) -> None:
    """All that is not on the previous token is on one far token: no other role comes near."""
    strength = 1 / SIZE + (head_roles.GAIN_THRESHOLD + above) * (1 - 1 / SIZE)
    weights = np.zeros((SIZE, SIZE))
    rows = np.arange(1, SIZE)
    weights[rows, (rows + 4) % SIZE] = 1 - strength
    weights[rows, rows - 1] += strength
    weights[0, 4] = 1.0
    found = head_roles.head_role(weights, kind="encoder", key_tokens=TOKENS)
    assert found.role == role
    score = found.scores["previous"]
    assert (score - 1 / SIZE) / (1 - 1 / SIZE) == pytest.approx(head_roles.GAIN_THRESHOLD + above)
    assert score > head_roles.GAIN_THRESHOLD, "the score alone would not say why"


PAIRS = (3, 0, 5, None, 4)


@pytest.mark.parametrize(
    ("keys", "role"),
    [
        ([3, 0, 5, 1, 4], "pair"),
        ([2, 1, 4, 7, 3], "around"),  # one token beside the pair
        ([7, 3, 0, 5, 7], "fed"),  # the pair of the row before
        ([6, 3, 1, 0, 0], "mixed"),
    ],
)
def test_a_translation_pair_is_what_was_found_by_hiding(keys, role):
    found = head_roles.head_role(pointing(keys), kind="cross", key_tokens=TOKENS, pairs=PAIRS)
    assert found.role == role
    right = [key for key, pair in zip(keys, PAIRS, strict=True) if pair is not None]
    if role == "pair":  # the row without a pair does not count
        assert found.score == pytest.approx(0.9) and right == [3, 0, 5, 4]


def test_what_an_exact_role_explains_has_no_wide_name() -> None:
    """A head that looks at itself looks near, too, and even more surely."""
    found = head_roles.head_role(pointing(DIAGONAL, 0.6), kind="encoder", key_tokens=TOKENS)
    assert found.role == "same" and found.scores["near"] > found.scores["same"]


def test_too_few_rows_tell_nothing() -> None:
    """The full stop stands at the end of what was fed: one row can look at it."""
    weights = np.tril(np.full((SIZE, SIZE), 0.02))
    weights[:, 1] += 0.1
    weights[-1, -1] = 5.0
    weights /= weights.sum(axis=-1, keepdims=True)
    found = head_roles.head_role(weights, kind="decoder", key_tokens=FED, mask=CAUSAL)
    assert "punctuation" not in found.scores
    few = head_roles.head_role(pointing([3, 0]), kind="cross", key_tokens=TOKENS, pairs=(3, 0))
    assert few.role == "mixed" and head_roles.FEWEST == 3


def test_a_head_without_a_role_tells_what_it_looks_at_most() -> None:
    weights = pointing([3, 0, 5, 3, 1], 0.8)
    found = head_roles.head_role(weights, kind="cross", key_tokens=TOKENS)
    assert (found.role, found.favourite) == ("mixed", 3)
    assert found.score == pytest.approx(weights[:, 3].mean())
    assert found.chance == pytest.approx(1 / SIZE)


def test_punctuation() -> None:
    assert all(map(head_roles.is_punctuation, (".", "▁(", "…")))
    assert not any(map(head_roles.is_punctuation, ("▁", "a.", "</s>")))


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
    found = effective_keys(np.stack([one, alike, apart]))
    assert found == pytest.approx([1.0, 6.0, 4.0])
