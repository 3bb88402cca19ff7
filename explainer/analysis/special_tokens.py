"""Leaving the special tokens out of an attention map, and saying how much was left out.

A head often rests on `<s>` or `</s>` when it has nothing to say. Hiding those columns and dividing
each row by what remains shows the rest more clearly, at a price: a row that had 2 % left looks as
sure as one that had 98 %. So the hidden share is always returned with the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

EMPTY_ROW = 1e-9  # less visible mass than this cannot be renormalised


@dataclass(frozen=True)
class Shown:
    """What is left of a map after hiding. R rows and C columns remain."""

    weights: NDArray[np.float32]  # (R, C), rows sum to 1, empty rows are all 0
    rows: tuple[int, ...]  # which of the original rows remain
    keys: tuple[int, ...]  # which of the original columns remain
    hidden: NDArray[np.float32]  # (R,) share of the row's weight that went to hidden columns
    empty: NDArray[np.bool_]  # (R,) True where everything was hidden


def hide_specials(
    weights: NDArray[np.floating], row_special: Sequence[bool], key_special: Sequence[bool]
) -> Shown:
    """Drop special rows and columns of a (Q, K) map and renormalise what remains.

    w'[q, k] = w[q, k] / (1 - hidden[q]). A row whose weight is hidden completely stays 0 and is
    marked in `empty`. Raises ValueError when the flags do not fit the shape.
    """
    if weights.shape != (len(row_special), len(key_special)):
        raise ValueError(
            f"{len(row_special)} x {len(key_special)} flags for weights of {weights.shape}"
        )
    rows = tuple(i for i, special in enumerate(row_special) if not special)
    keys = tuple(i for i, special in enumerate(key_special) if not special)
    kept = weights.astype(np.float64)[np.ix_(rows, keys)]
    visible = kept.sum(axis=-1)
    empty = visible < EMPTY_ROW
    shown = np.where(empty[:, None], 0.0, kept / np.where(empty, 1.0, visible)[:, None])
    total = weights.astype(np.float64)[list(rows)].sum(axis=-1)
    hidden = np.clip(total - visible, 0.0, 1.0)
    return Shown(
        shown.astype(np.float32), rows, keys, hidden.astype(np.float32), empty.astype(np.bool_)
    )
