"""Word-level maps: what is summed, what is averaged, what stays alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explainer.analysis.words import group_tokens, merge_to_words, word_labels


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
