"""Hide special tokens in an attention map and report the share of weight that was hidden.

An idle head often attends to `<s>` or `</s>`. Hiding those columns and renormalising the rows shows
the rest more clearly, but a row with 2 % left looks as confident as one with 98 %. So the hidden
share is always returned with the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

EMPTY_ROW = 1e-9  # rows with less visible weight are not renormalised


@dataclass(frozen=True)
class VisibleMap:
    """A map after hiding, with R rows and C columns left."""

    weights: NDArray[np.float32]  # (R, C), rows sum to 1, empty rows are all 0
    rows: tuple[int, ...]  # original indices of the remaining rows
    keys: tuple[int, ...]  # original indices of the remaining columns
    hidden: NDArray[np.float32]  # (R,) share of the row's weight on hidden columns
    empty: NDArray[np.bool_]  # (R,) True if all of the row's weight was hidden


def hide_specials(
    weights: NDArray[np.floating], row_special: Sequence[bool], key_special: Sequence[bool]
) -> VisibleMap:
    """Drop special rows and columns of a (Q, K) map and renormalise the rows.

    w'[q, k] = w[q, k] / (1 - hidden[q]). A row whose weight is hidden completely is 0 and marked in
    `empty`. Raises ValueError if the flags do not fit the shape.
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
    return VisibleMap(
        shown.astype(np.float32), rows, keys, hidden.astype(np.float32), empty.astype(np.bool_)
    )
