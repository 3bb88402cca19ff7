"""Masks as grids: who may look where, and which rows are computed at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explainer.charts.figure import Figure
from explainer.charts.tiles import NOTHING, Sides, State, tiles

NOW, KEPT, HIDDEN = 0, 1, 2  # of a cell: computed now, computed before, must not be seen


def mask_grid(
    *,
    mask: NDArray[np.bool_],
    row_labels: Sequence[str],
    key_labels: Sequence[str],
    row_title: str,
    key_title: str,
    symbols: tuple[str, str],
    meanings: tuple[str, str],
    row_colour: str,
    key_colour: str,
    dark: bool,
) -> Figure:
    """A (Q, K) mask: free cells plain, hidden ones hatched, a symbol in each while there is room.

    `symbols` and `meanings` (for the tooltip) are those of a hidden and of a free cell.
    Raises ValueError when the labels do not fit the mask.
    """
    return tiles(
        row_labels=row_labels,
        key_labels=key_labels,
        sides=Sides(row_title, key_title, row_colour, key_colour, row_height(len(row_labels))),
        states=mask.astype(np.int8),
        kinds=[State(meanings[0], "page", hatched=True), State(meanings[1], "line")],
        words=[[symbols[int(free)] for free in row] for row in mask],
        dark=dark,
    )


def order_grid(
    *,
    step: int | None,
    labels: Sequence[str],
    row_title: str,
    key_title: str,
    states: tuple[str, str, str],
    dark: bool,
) -> Figure:
    """Which cells of decoder self-attention are computed, (T, T).

    `step` None is training: every row now, the future hatched. Otherwise inference at `step` (from
    0): that row now, earlier rows before, later rows not there at all. `states` names now, before,
    hidden. Raises ValueError for a step outside.
    """
    count = len(labels)
    if step is not None and not 0 <= step < count:
        raise ValueError(f"step {step} of {count}")
    query, key = np.indices((count, count))
    found = np.where(key > query, HIDDEN, NOW)
    if step is not None:
        found = np.where(query < step, KEPT, NOW)
        found[(query > step) | (key > query)] = NOTHING
    return tiles(
        row_labels=labels,
        key_labels=labels,
        sides=Sides(row_title, key_title, "target_text", "target_text", row_height(count)),
        states=found,
        kinds=[
            State(states[0], "target"),
            State(states[1], "line"),
            State(states[2], "page", hatched=True),
        ],
        dark=dark,
    )


def row_height(rows: int) -> int:
    """Pixels a row."""
    return int(np.clip(330 // max(1, rows), 11, 24))
