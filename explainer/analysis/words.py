"""Merge attention between subword tokens to attention between words.

Rows of a query word are averaged, columns of a key word are summed:

    W[i, j] = 1 / |i| * sum over q in word i of sum over k in word j of A[q, k]

Only this choice keeps every row a distribution (Clark et al. 2019, "What Does BERT Look At?",
section 4.1).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Group = tuple[int, ...]
WORD_START = "\u2581"  # SentencePiece's mark for a space


def group_tokens(words: Sequence[int]) -> tuple[Group, ...]:
    """Group the positions of each word, in order.

    `words` holds the word index of each token; each -1 (a special token) is a group of its own.
    """
    groups: list[list[int]] = []
    for position, word in enumerate(words):
        if position and word >= 0 and word == words[position - 1]:
            groups[-1].append(position)
        else:
            groups.append([position])
    return tuple(tuple(group) for group in groups)


def word_labels(tokens: Sequence[str], groups: Sequence[Group]) -> tuple[str, ...]:
    """Return each group's text without the space mark, unless that is all there is."""
    joined = ("".join(tokens[i] for i in group) for group in groups)
    return tuple(word.replace(WORD_START, " ").strip() or word for word in joined)


def merge_to_words(
    weights: NDArray[np.floating], rows: Sequence[Group], keys: Sequence[Group]
) -> NDArray[np.float32]:
    """Merge token weights (..., Q, K) to word weights (..., len(rows), len(keys)).

    Rows that sum to 1 still do. Raises ValueError if the groups do not cover the axes.
    """
    n_queries, n_keys = weights.shape[-2:]
    if sum(map(len, rows)) != n_queries or sum(map(len, keys)) != n_keys:
        raise ValueError(
            f"groups cover {sum(map(len, rows))} x {sum(map(len, keys))} tokens, "
            f"the weights have {n_queries} x {n_keys}"
        )
    average = np.zeros((len(rows), n_queries))
    collect = np.zeros((n_keys, len(keys)))
    for index, group in enumerate(rows):
        average[index, list(group)] = 1.0 / len(group)
    for index, group in enumerate(keys):
        collect[list(group), index] = 1.0
    return (average @ weights.astype(np.float64) @ collect).astype(np.float32)
