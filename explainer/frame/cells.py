"""The framed cell of a map: a click moves it in the browser and redraws nothing."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.frame.params import whole
from explainer.frame.pickers import move

Cell = tuple[int, int]


PLACE: Final = ("row", "col")  # a cell in the address


CLICKED: Final = "cell_clicked"  # session: the cell that was clicked just now


def framed(chart: str, figure: tuple[object, ...], cell: Cell) -> tuple[str, Cell]:
    """(key of the chart, where its frame starts), for `cell` of what the `figure` shows.

    After a click the frame is already where it belongs. A cell that was chosen in another way makes
    a new chart, for the old one would keep its last click; another figure takes its frame along.
    """
    count, known, start, current = st.session_state.get(f"{chart}_frame", (1, figure, cell, cell))
    clicked = st.session_state.pop(CLICKED, None)
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
    fields: tuple[str, str] = ("q", "k"),
) -> None:
    """The cell clicked in the chart `key` becomes the choice, if it `exists` (rows, columns)."""
    cell = selected(st.session_state.get(key), pick, exists, fields)
    if cell is not None:
        st.session_state[CLICKED] = cell
        for name, index in zip(names, cell, strict=True):
            move(name, index)


def selected(
    event: Any, pick: str, exists: NDArray[np.bool_], fields: tuple[str, str] = ("q", "k")
) -> Cell | None:
    """The cell of a selection event. What a browser sends may be anything."""
    try:
        point = event["selection"][pick][0]
        row, column = int(point[fields[0]]), int(point[fields[1]])
    except (KeyError, IndexError, TypeError, ValueError):
        return None
    rows, columns = exists.shape
    inside = 0 <= row < rows and 0 <= column < columns
    return (row, column) if inside and exists[row, column] else None


def start_cell(
    key: str, shape: tuple[int, int], usual: Cell, names: tuple[str, str] = PLACE
) -> Cell:
    """Where the frame of a map stands when it is drawn: the link's cell, the last one, `usual`.

    It stays the same as long as the map does, so that a click changes no chart.
    """
    state = f"{key}_start"
    if key in st.session_state and state in st.session_state:
        known: Cell = st.session_state[state]
        return known
    found = _linked(shape, names) or tuple(min(a, b - 1) for a, b in zip(usual, shape, strict=True))
    st.session_state[state] = found
    return found[0], found[1]


def clicked(event: Any, pick: str, shape: tuple[int, int], start: Cell) -> Cell:
    """The cell (row, column) of a selection event, written into the address; else `start`."""
    cell = start
    try:
        point = event["selection"][pick][0]
        found = int(point["y"]), int(point["x"])
        if 0 <= found[0] < shape[0] and 0 <= found[1] < shape[1]:
            cell = found
    except (KeyError, IndexError, TypeError, ValueError):
        pass  # no click yet, or something that no chart of ours sends
    if cell != start:
        link_cell(cell)
    return cell


def link_cell(cell: Cell, names: tuple[str, str] = PLACE) -> None:
    """Write a cell into the address, where `start_cell` finds it."""
    for name, place in zip(names, cell, strict=True):
        st.query_params[name] = str(place + 1)


def _linked(shape: tuple[int, int], names: tuple[str, str]) -> Cell | None:
    """`row` and `col` (or other names) of the address, counted from 1, if there is such a cell."""
    written = [st.query_params.get(name, "") for name in names]
    if not all(whole(1, size)(w) for w, size in zip(written, shape, strict=True)):
        return None
    return int(written[0]) - 1, int(written[1]) - 1
