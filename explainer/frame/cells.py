"""The framed cell of a map: from the address, a click, or where it opens."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from explainer.frame.params import whole

Cell = tuple[int, int]


PLACE: Final = ("row", "col")  # a cell in the address


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
