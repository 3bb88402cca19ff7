"""A small map of numbers: rows are layers, columns are tokens; shade and print of each cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.figure import Figure
from explainer.charts.labels import check_lengths
from explainer.charts.palette import tint
from explainer.charts.tiles import Sides, State, Tile, tiles
from explainer.text.numbers import percent

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
    """Shares, shaded from 0 to `top` in the colour of `side` ("source" or "target", whose tokens
    the columns are) and printed as percentages, or with `words` (rows x columns) instead.
    `selected` is a column that gets a frame.

    Raises ValueError when labels or words do not fit the values.
    """
    check_lengths("words", len(values), words)
    check_lengths("columns", values.shape[1], *(words or ()))

    def tile(q: int, k: int) -> Tile:
        value = float(values[q, k])
        word, told = percent(value, 0), percent(value)
        if words is not None:
            word, told = words[q][k], f"{words[q][k]} · {told}"
        return Tile(0, word, told, tint(side, value / top, dark), framed=k == selected, v=value)

    return tiles(
        rows=[[tile(q, k) for k in range(values.shape[1])] for q in range(len(values))],
        row_labels=row_labels,
        key_labels=column_labels,
        sides=Sides(
            row_title,
            column_title,
            key_colour=f"{side}_text",
            row=ROW,
            room=ROOM[words is not None],
            told_title=f"{word_title} · {value_title}" if word_title else value_title,
        ),
        kinds=[State(" ", "panel", edge="page")],
        dark=dark,
    )
