"""Sentences of unequal length in one rectangle: what is left over is filled with PAD."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explainer.charts.figure import Figure
from explainer.charts.tiles import Sides, State, tiles


def batch_grid(
    *,
    pieces: Sequence[Sequence[str]],
    ids: Sequence[Sequence[int]],
    pad_piece: str,
    row_title: str,
    column_title: str,
    piece_title: str,
    id_title: str,
    dark: bool,
) -> Figure:
    """One row a sentence, as long as the longest; positions from 0, PAD (id 0) is hatched.

    Raises ValueError without a sentence, or where pieces and ids differ in number.
    """
    if not pieces or [len(row) for row in pieces] != [len(row) for row in ids]:
        raise ValueError("a batch needs sentences, and as many ids as pieces in each")
    width = max(map(len, pieces))
    empty = [width - len(row) for row in pieces]
    pairs = list(zip(pieces, ids, empty, strict=True))
    return tiles(
        row_labels=[str(i + 1) for i in range(len(pieces))],
        key_labels=[str(i) for i in range(width)],
        sides=Sides(
            row_title,
            column_title,
            "third",
            "third",
            34,
            40,
            key_angle=0,
            state_title=piece_title,
            told_title=id_title,
        ),
        states=np.array([[0] * len(row) + [1] * free for row, _, free in pairs]),
        kinds=[
            State(piece_title, "source_band", edge="source"),
            State(pad_piece, "panel", hatched=True, edge="mask"),
        ],
        words=[[*row, *[""] * free] for row, _, free in pairs],
        told=[[*map(str, numbers), *["0"] * free] for _, numbers, free in pairs],
        dark=dark,
    )
