"""The map that is shown: heads first, words next, hiding last."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from explainer.analysis.head_roles import Kind
from explainer.analysis.maps import (
    MapOptions,
    Side,
    combine_heads,
    select_map,
    sharpest_head,
    special_share,
)
from explainer.analysis.rollout import cross_rollout, rollout
from tests.fakes import fake_translation

TRANSLATION = fake_translation(2, 9, 8)
KINDS: tuple[Kind, ...] = ("encoder", "decoder", "cross")
ARRAYS: dict[Kind, NDArray[np.float32]] = {k: TRANSLATION.attention(k) for k in KINDS}
SOURCE = Side(TRANSLATION.source.tokens, TRANSLATION.source.words)
WRITTEN = Side(TRANSLATION.predicted_tokens, TRANSLATION.predicted_words)
FED = Side(TRANSLATION.fed_tokens, (-1, *TRANSLATION.predicted_words[:-1]))
CROSS = MapOptions("cross", 1, (2,))


def test_one_head_is_the_recorded_map() -> None:
    shown = select_map(ARRAYS, CROSS, WRITTEN, SOURCE)
    assert np.array_equal(shown.weights, ARRAYS["cross"][1, 2])
    assert shown.row_labels == TRANSLATION.predicted_tokens
    assert not shown.masked.any()
    row, key = shown.strongest
    assert shown.weights[row, key] == shown.weights.max()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (replace(CROSS, combine="mean"), ARRAYS["cross"][1].mean(axis=0)),
        (replace(CROSS, combine="chosen", heads=(0, 3)), ARRAYS["cross"][1, [0, 3]].mean(axis=0)),
        (replace(CROSS, combine="rollout"), cross_rollout(ARRAYS["cross"], ARRAYS["encoder"])[1]),
        (MapOptions("encoder", 2, (0,), "rollout"), rollout(ARRAYS["encoder"])[2]),
    ],
)
def test_heads_are_combined(options: MapOptions, expected: NDArray[np.float32]) -> None:
    assert combine_heads(ARRAYS, options) == pytest.approx(expected, abs=1e-6)


def test_what_the_mask_hides_is_marked() -> None:
    """The recorded one: a decoder need not be causal."""
    causal = TRANSLATION.mask("decoder")
    assert np.array_equal(causal, np.tril(np.ones((8, 8), dtype=bool)))
    shown = select_map(ARRAYS, MapOptions("decoder", 0, (0,)), FED, FED, causal)
    assert np.array_equal(shown.masked, ~causal)
    open_map = select_map(ARRAYS, MapOptions("decoder", 0, (0,)), FED, FED, np.ones_like(causal))
    assert not open_map.masked.any()


def test_words_have_one_row_each_and_sum_to_one() -> None:
    shown = select_map(ARRAYS, replace(CROSS, words=True), WRITTEN, SOURCE)
    assert shown.row_labels == ("I", "saw", "a", "movie", "with", "a", "</s>")
    assert shown.row_groups[3] == (3, 4)
    assert shown.weights.sum(axis=-1) == pytest.approx(np.ones(7), abs=1e-6)


def test_hiding_comes_last_and_is_told() -> None:
    shown = select_map(ARRAYS, replace(CROSS, hide=True), WRITTEN, SOURCE)
    assert "</s>" not in shown.row_labels + shown.key_labels
    assert shown.weights.sum(axis=-1) == pytest.approx(np.ones(7), abs=1e-6)
    assert shown.hidden == pytest.approx(ARRAYS["cross"][1, 2][:-1, -1], abs=1e-6)


def test_a_row_that_saw_only_the_start_is_empty() -> None:
    options = MapOptions("decoder", 0, (0,), hide=True)
    shown = select_map(ARRAYS, options, WRITTEN, FED, TRANSLATION.mask("decoder"))
    assert shown.empty.tolist() == [True] + [False] * 6
    assert shown.masked[0].all()
    assert shown.hidden[0] == pytest.approx(1.0)


def test_a_row_that_rested_on_the_end_is_empty_and_hatched() -> None:
    rows, keys = Side(("a", "b"), (0, 1)), Side(("x", "y", "</s>"), (0, 1, -1))
    weights = np.array([[[[0.0, 0.0, 1.0], [0.5, 0.0, 0.5]]]], dtype=np.float32)
    arrays: dict[Kind, NDArray[np.float32]] = {"cross": weights}
    shown = select_map(arrays, MapOptions("cross", 0, (0,), hide=True), rows, keys)
    assert shown.masked.tolist() == [[True, True], [False, False]]
    assert shown.weights.tolist() == [[0.0, 0.0], [1.0, 0.0]]


def test_a_side_of_specials_only_is_not_hidden() -> None:
    alone = Side(("</s>",), (-1,))
    arrays: dict[Kind, NDArray[np.float32]] = {"cross": np.ones((1, 1, 1, 1), dtype=np.float32)}
    shown = select_map(arrays, MapOptions("cross", 0, (0,), hide=True), alone, alone)
    assert shown.weights.tolist() == [[1.0]]


def test_sharpest_head_ignores_special_columns() -> None:
    weights = np.zeros((3, 2, 3))
    weights[0, :, 2] = 1.0  # rests on </s>
    weights[1] = [[0.9, 0.1, 0.0], [0.2, 0.8, 0.0]]
    weights[2] = 1 / 3
    assert sharpest_head(weights, Side(("a", "b", "</s>"), (0, 1, -1))) == 1


def test_special_share_names_the_token() -> None:
    weights = np.array([[0.2, 0.8], [0.6, 0.4]])
    found = special_share(weights, Side(("a", "</s>"), (0, -1)))
    assert found is not None
    assert found[:2] == ("</s>", pytest.approx(0.6))
    assert special_share(weights, Side(("a", "b"), (0, 1))) is None
