"""Build the displayed attention map: combine heads, merge tokens to words, hide special tokens.

The order is fixed: heads are combined, then tokens merged to words, then special tokens hidden.
Renormalising comes last, so the hidden share is that of the displayed map.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.head_roles import END_TOKEN, START_TOKEN, Kind
from explainer.analysis.rollout import cross_rollout, rollout
from explainer.analysis.special_tokens import hide_specials
from explainer.analysis.words import Group, group_tokens, merge_to_words, word_labels

Combine = Literal["one", "mean", "chosen", "rollout"]

SPECIAL = frozenset({START_TOKEN, END_TOKEN})


def is_ordinary(token: str) -> bool:
    """Return whether a token is (part of) a word, not a special token, punctuation or space."""
    return token not in SPECIAL and any(char.isalnum() for char in token)


@dataclass(frozen=True)
class Side:
    """The tokens along one axis of a map and the word index of each (-1: none)."""

    tokens: tuple[str, ...]
    words: tuple[int, ...]


@dataclass(frozen=True)
class MapOptions:
    """Display options of a map; `layer` and `heads` count from 0."""

    kind: Kind
    layer: int
    heads: tuple[int, ...]
    combine: Combine = "one"
    words: bool = False
    hide: bool = False


@dataclass(frozen=True)
class SelectedMap:
    """One map, ready to draw: R rows, C columns."""

    weights: NDArray[np.float32]  # (R, C)
    row_labels: tuple[str, ...]
    key_labels: tuple[str, ...]
    row_groups: tuple[Group, ...]  # the tokens of each row
    key_groups: tuple[Group, ...]
    masked: NDArray[np.bool_]  # (R, C) True: causal mask or empty row, no number
    hidden: NDArray[np.float32]  # (R,) share of each row on hidden columns, 0 without hiding
    empty: NDArray[np.bool_]  # (R,) True: the whole row was on hidden columns

    @property
    def strongest(self) -> tuple[int, int]:
        """The cell with the largest weight."""
        row, key = np.unravel_index(int(np.argmax(self.weights)), self.weights.shape)
        return int(row), int(key)


def combine_heads(
    attention: Mapping[Kind, NDArray[np.floating]], options: MapOptions
) -> NDArray[np.float32]:
    """Return one map (Q, K): one head, the mean of all or some heads, or the attention rollout.

    `attention` holds (L, H, Q, K) for each kind. Raises ValueError if no head is chosen.
    """
    weights = attention[options.kind]
    if options.combine == "rollout":
        if options.kind == "cross":
            return cross_rollout(weights, attention["encoder"])[options.layer]
        return rollout(weights)[options.layer]
    heads = range(weights.shape[1]) if options.combine == "mean" else options.heads
    if not heads:
        raise ValueError("no head chosen")
    return weights[options.layer, list(heads)].mean(axis=0, dtype=np.float64).astype(np.float32)


def select_map(
    attention: Mapping[Kind, NDArray[np.floating]],
    options: MapOptions,
    rows: Side,
    keys: Side,
    mask: NDArray[np.bool_] | None = None,
) -> SelectedMap:
    """Build the map for these options. Raises ValueError if the sides do not fit the weights.

    `mask` (Q, K) is True where the attention may attend; None means everywhere.
    Nothing is hidden if a side has only special tokens.
    """
    weights = combine_heads(attention, options)
    visible = np.ones(weights.shape, dtype=bool) if mask is None else mask
    row_groups, row_labels = _groups(rows, options.words)
    key_groups, key_labels = _groups(keys, options.words)
    weights = merge_to_words(weights, row_groups, key_groups)
    visible = merge_to_words(visible.astype(np.float32), row_groups, key_groups) > 0
    hidden = np.zeros(len(row_groups), dtype=np.float32)
    empty = np.zeros(len(row_groups), dtype=bool)
    kept_rows: tuple[int, ...] = tuple(range(len(row_groups)))
    kept_keys: tuple[int, ...] = tuple(range(len(key_groups)))
    row_special, key_special = _special(rows, row_groups), _special(keys, key_groups)
    if options.hide and not all(row_special) and not all(key_special):
        shown = hide_specials(weights, row_special, key_special)
        weights, hidden, empty = shown.weights, shown.hidden, shown.empty
        kept_rows, kept_keys = shown.rows, shown.keys
        visible = visible[np.ix_(kept_rows, kept_keys)]
    return SelectedMap(
        weights,
        tuple(row_labels[i] for i in kept_rows),
        tuple(key_labels[i] for i in kept_keys),
        tuple(row_groups[i] for i in kept_rows),
        tuple(key_groups[i] for i in kept_keys),
        ~visible | empty[:, None],
        hidden,
        empty,
    )


def sharpest_head(weights: NDArray[np.floating], keys: Side) -> int:
    """Return the head of one layer (H, Q, K) that attends most sharply to ordinary tokens.

    It has the largest mean over rows of the largest weight on a non-special column. Used as the
    page's initial head.
    """
    ordinary = [i for i, token in enumerate(keys.tokens) if token not in SPECIAL]
    if not ordinary:
        return 0
    return int(np.argmax(weights[..., ordinary].max(axis=-1).mean(axis=-1)))


def special_share(
    weights: NDArray[np.floating], keys: Side
) -> tuple[str, float, NDArray[np.bool_]] | None:
    """Return the special token with most weight in a (Q, K) map: its name, mean share and columns.

    None if there is no special token.
    """
    shares = []
    for special in sorted(SPECIAL):
        columns = np.array([token == special for token in keys.tokens])
        if columns.any():
            shares.append((special, float(weights[:, columns].sum(axis=-1).mean()), columns))
    return max(shares, key=lambda entry: entry[1], default=None)


def _groups(side: Side, words: bool) -> tuple[tuple[Group, ...], tuple[str, ...]]:
    if not words:
        return tuple((i,) for i in range(len(side.tokens))), side.tokens
    groups = group_tokens(side.words)
    return groups, word_labels(side.tokens, groups)


def _special(side: Side, groups: tuple[Group, ...]) -> list[bool]:
    return [all(side.tokens[i] in SPECIAL for i in group) for group in groups]
