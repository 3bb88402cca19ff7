"""A small map of numbers: rows are layers, columns are pieces; shade and print of each cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.figure import Figure
from explainer.charts.palette import tint
from explainer.charts.tiles import Sides, State, tiles

ROW: Final = 34
ROOM: Final = {True: 58, False: 34}  # pixels a column needs for a word, for a percentage


def grid(
    *,
    values: NDArray[np.floating],
    row_labels: Sequence[str],
    column_labels: Sequence[str],
    row_title: str,
    column_title: str,
    value_title: str,
    side: str,
    dark: bool,
    words: Sequence[Sequence[str]] | None = None,
    word_title: str = "",
    top: float = 1.0,
    selected: int | None = None,
) -> Figure:
    """Shares, shaded from 0 to `top` in the colour of `side` ("source" or "target", whose pieces
    the columns are) and printed as percentages, or with `words` (rows x columns) instead.
    `selected` is a column that gets a frame.

    Raises ValueError when labels or words do not fit the values.
    """
    shares = [[f"{value:.0%}" for value in row] for row in values]
    told = [[f"{value:.1%}" for value in row] for row in values]
    if words is not None:
        pairs = zip(words, told, strict=False)  # another shape is refused below
        told = [[f"{w} · {n}" for w, n in zip(a, b, strict=False)] for a, b in pairs]
    return tiles(
        row_labels=row_labels,
        key_labels=column_labels,
        sides=Sides(
            row_title,
            column_title,
            key_colour=f"{side}_text",
            row=ROW,
            room=ROOM[words is not None],
            state_title=" ",
            told_title=f"{word_title} · {value_title}" if word_title else value_title,
        ),
        states=np.zeros(values.shape, dtype=np.int8),
        kinds=[State(" ", "panel", edge="page")],
        words=shares if words is None else words,
        told=told,
        fills=[[tint(side, share, dark) for share in row] for row in values / top],
        framed=np.tile(np.arange(values.shape[1]) == selected, (len(values), 1)),
        values=values,
        dark=dark,
    )
