"""What was clicked in a chart; the framed cell of a map moves in the browser, without a redraw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.frame.pickers import Picker, move

Cell = tuple[int, int]


PLACE: Final = ("row", "col")  # a cell in the address


def pick_cell(
    pick: Picker,
    labels: tuple[str, str],
    shape: tuple[int, ...],
    telling: tuple[int, ...],
    names: tuple[str, str] = PLACE,
    spoken: Callable[[Any], object] = str,
) -> Cell:
    """The cell of a click or of the address, from 0, at first the `telling` one.

    `spoken` makes of a number in the address (from 1) the one a reader sees.
    """
    row, column = (
        pick.one(name, label, range(1, count + 1), min(start + 1, count), spoken) - 1
        for name, label, count, start in zip(names, labels, shape, telling, strict=True)
    )
    return row, column


def frame_of(chart: str, figure: tuple[object, ...], cell: Cell) -> tuple[str, Cell]:
    """(key of the chart, where its frame starts), for `cell` of what the `figure` shows.

    After a click the frame is already where it belongs. A cell that was chosen in another way makes
    a new chart, for the old one would keep its last click; another figure takes its frame along.
    """
    count, known, start, current = st.session_state.get(f"{chart}_frame", (1, figure, cell, cell))
    clicked = st.session_state.pop(f"{chart}_clicked", None)
    if cell not in (current, clicked):
        count, start = count + 1, cell
    elif known != figure:
        start = cell
    st.session_state[f"{chart}_frame"] = (count, figure, start, cell)
    return f"{chart}_{count}", start


def click(
    key: str,
    pick: str,
    exists: NDArray[np.bool_],
    names: tuple[str, str] = PLACE,
    tokens: tuple[Sequence[int], ...] = (),
) -> None:
    """The cell clicked in the chart `key` becomes the choice, if it `exists` (rows, columns).

    `tokens` of rows and of columns say what is chosen, where that is not their places.
    """
    cell = _selected(st.session_state.get(key), pick, exists)
    if cell is not None:
        st.session_state[f"{key.rpartition('_')[0]}_clicked"] = cell
        chosen = [side[at] for side, at in zip(tokens, cell, strict=True)] if tokens else cell
        for name, index in zip(names, chosen, strict=True):
            move(name, index)


def _selected(event: Any, pick: str, exists: NDArray[np.bool_]) -> Cell | None:
    """The cell of a selection event. What a browser sends may be anything."""
    try:
        point = event["selection"][pick][0]
        row, column = int(point["q"]), int(point["k"])
    except (KeyError, IndexError, TypeError, ValueError):
        return None
    rows, columns = exists.shape
    inside = 0 <= row < rows and 0 <= column < columns
    return (row, column) if inside and exists[row, column] else None
