"""The map that is shown: heads first, words next, hiding last."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from explainer.analysis import maps
from explainer.analysis.head_roles import Kind
from explainer.analysis.rollout import cross_rollout, rollout
from explainer.analysis.special_tokens import hide_specials
from explainer.analysis.words import group_tokens, merge_to_words, word_labels
from tests.fakes import fake_translation

TRANSLATION = fake_translation(2, 9, 8)
KINDS: tuple[Kind, ...] = ("encoder", "decoder", "cross")
ARRAYS: dict[Kind, NDArray[np.float32]] = {k: TRANSLATION.attention(k) for k in KINDS}
SOURCE = maps.Side(TRANSLATION.source.tokens, TRANSLATION.source.words)
WRITTEN = maps.Side(TRANSLATION.predicted_tokens, TRANSLATION.predicted_words)
FED = maps.Side(TRANSLATION.fed_tokens, (-1, *TRANSLATION.predicted_words[:-1]))
CROSS = maps.MapOptions("cross", 1, (2,))


def test_one_head_is_the_recorded_map() -> None:
    shown = maps.select_map(ARRAYS, CROSS, WRITTEN, SOURCE)
    assert np.array_equal(shown.weights, ARRAYS["cross"][1, 2])
    assert shown.row_labels == TRANSLATION.predicted_tokens
    assert not shown.masked.any()
    row, key = shown.strongest
    assert shown.weights[row, key] == shown.weights.max()


def test_heads_are_combined() -> None:
    for options, expected in (
        (replace(CROSS, combine="mean"), ARRAYS["cross"][1].mean(axis=0)),
        (replace(CROSS, combine="chosen", heads=(0, 3)), ARRAYS["cross"][1, [0, 3]].mean(axis=0)),
        (replace(CROSS, combine="rollout"), cross_rollout(ARRAYS["cross"], ARRAYS["encoder"])[1]),
        (maps.MapOptions("encoder", 2, (0,), "rollout"), rollout(ARRAYS["encoder"])[2]),
    ):
        assert maps.combine_heads(ARRAYS, options) == pytest.approx(expected, abs=1e-6)


def test_what_the_mask_hides_is_marked() -> None:
    """The recorded one: a decoder need not be causal."""
    causal = TRANSLATION.mask("decoder")
    assert np.array_equal(causal, np.tril(np.ones((8, 8), dtype=bool)))
    shown = maps.select_map(ARRAYS, maps.MapOptions("decoder", 0, (0,)), FED, FED, causal)
    assert np.array_equal(shown.masked, ~causal)
    open_map = maps.select_map(
        ARRAYS, maps.MapOptions("decoder", 0, (0,)), FED, FED, np.ones_like(causal)
    )
    assert not open_map.masked.any()


def test_words_have_one_row_each_and_sum_to_one() -> None:
    shown = maps.select_map(ARRAYS, replace(CROSS, words=True), WRITTEN, SOURCE)
    assert shown.row_labels == ("I", "saw", "a", "movie", "with", "a", "</s>")
    assert shown.row_groups[3] == (3, 4)
    assert shown.weights.sum(axis=-1) == pytest.approx(np.ones(7), abs=1e-6)


def test_hiding_comes_last_and_is_told() -> None:
    shown = maps.select_map(ARRAYS, replace(CROSS, hide=True), WRITTEN, SOURCE)
    assert "</s>" not in shown.row_labels + shown.key_labels
    assert shown.weights.sum(axis=-1) == pytest.approx(np.ones(7), abs=1e-6)
    assert shown.hidden == pytest.approx(ARRAYS["cross"][1, 2][:-1, -1], abs=1e-6)


def test_a_row_that_saw_only_the_start_is_empty() -> None:
    options = maps.MapOptions("decoder", 0, (0,), hide=True)
    shown = maps.select_map(ARRAYS, options, WRITTEN, FED, TRANSLATION.mask("decoder"))
    assert shown.empty.tolist() == [True] + [False] * 6
    assert shown.masked[0].all()
    assert shown.hidden[0] == pytest.approx(1.0)


def test_a_row_that_rested_on_the_end_is_empty_and_hatched() -> None:
    rows, keys = maps.Side(("a", "b"), (0, 1)), maps.Side(("x", "y", "</s>"), (0, 1, -1))
    weights = np.array([[[[0.0, 0.0, 1.0], [0.5, 0.0, 0.5]]]], dtype=np.float32)
    arrays: dict[Kind, NDArray[np.float32]] = {"cross": weights}
    shown = maps.select_map(arrays, maps.MapOptions("cross", 0, (0,), hide=True), rows, keys)
    assert shown.masked.tolist() == [[True, True], [False, False]]
    assert shown.weights.tolist() == [[0.0, 0.0], [1.0, 0.0]]


def test_a_side_of_specials_only_is_not_hidden() -> None:
    alone = maps.Side(("</s>",), (-1,))
    arrays: dict[Kind, NDArray[np.float32]] = {"cross": np.ones((1, 1, 1, 1), dtype=np.float32)}
    shown = maps.select_map(arrays, maps.MapOptions("cross", 0, (0,), hide=True), alone, alone)
    assert shown.weights.tolist() == [[1.0]]


def test_sharpest_head_ignores_special_columns() -> None:
    weights = np.zeros((3, 2, 3))
    weights[0, :, 2] = 1.0  # rests on </s>
    weights[1] = [[0.9, 0.1, 0.0], [0.2, 0.8, 0.0]]
    weights[2] = 1 / 3
    assert maps.sharpest_head(weights, maps.Side(("a", "b", "</s>"), (0, 1, -1))) == 1


def test_special_share_names_the_token() -> None:
    weights = np.array([[0.2, 0.8], [0.6, 0.4]])
    found = maps.special_share(weights, maps.Side(("a", "</s>"), (0, -1)))
    assert found is not None
    assert found[:2] == ("</s>", pytest.approx(0.6))
    assert maps.special_share(weights, maps.Side(("a", "b"), (0, 1))) is None


def test_groups_follow_the_words_and_specials_stay_alone() -> None:
    assert group_tokens((-1, 0, 0, 1, -1, -1)) == ((0,), (1, 2), (3,), (4,), (5,))


def test_labels_lose_the_space_mark_only() -> None:
    groups = ((0, 1), (2,), (3,), (4,))
    tokens = ("▁mov", "ie", ".", "▁", "</s>")
    assert word_labels(tokens, groups) == ("movie", ".", "▁", "</s>")


def test_keys_are_summed_and_queries_averaged() -> None:
    weights = np.array([[0.5, 0.2, 0.3], [0.1, 0.6, 0.3], [0.0, 0.0, 1.0]], dtype=np.float32)
    merged = merge_to_words(weights, [(0, 1), (2,)], [(0,), (1, 2)])
    assert merged == pytest.approx(np.array([[0.3, 0.7], [0.0, 1.0]]))


def test_leading_axes_are_kept() -> None:
    weights = np.full((2, 3, 4, 5), 0.2, dtype=np.float32)
    merged = merge_to_words(weights, [(0, 1), (2, 3)], [(0, 1, 2), (3, 4)])
    assert merged.shape == (2, 3, 2, 2)
    assert merged[1, 2] == pytest.approx(np.array([[0.6, 0.4], [0.6, 0.4]]))


@given(words=st.lists(st.integers(-1, 3), min_size=1, max_size=12), seed=st.integers(0, 2**32 - 1))
def test_rows_still_sum_to_one(words: list[int], seed: int) -> None:
    weights = np.random.default_rng(seed).dirichlet(np.ones(len(words)), size=len(words))
    groups = group_tokens(words)
    assert [i for group in groups for i in group] == list(range(len(words)))
    merged = merge_to_words(weights, groups, groups)
    assert merged.sum(axis=-1) == pytest.approx(np.ones(len(groups)), abs=1e-6)


WEIGHTS = np.array([[1.0, 0.0, 0.0], [0.5, 0.25, 0.25], [0.2, 0.2, 0.6]], dtype=np.float32)


def test_rest_is_renormalised_and_the_hidden_share_told() -> None:
    shown = hide_specials(WEIGHTS, [False, False, True], [True, False, False])
    assert shown.rows == (0, 1)
    assert shown.keys == (1, 2)
    assert shown.weights[1] == pytest.approx([0.5, 0.5])
    assert shown.hidden == pytest.approx([1.0, 0.5])


def test_an_emptied_row_is_zero_and_marked_not_nan() -> None:
    shown = hide_specials(WEIGHTS, [False] * 3, [True, False, False])
    assert shown.empty.tolist() == [True, False, False]
    assert shown.weights[0].tolist() == [0.0, 0.0]
    assert np.isfinite(shown.weights).all()
    assert shown.weights[1:].sum(axis=-1) == pytest.approx([1.0, 1.0])
