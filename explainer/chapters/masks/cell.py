"""The row and the column chosen on the page of masks: two sliders that a click moves, too.

In the address they are `row` and `col` as on every page and count from 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.charts.attention_map import CELL_PICK
from explainer.frame import address
from explainer.frame.params import whole

if TYPE_CHECKING:
    from explainer.text import Text

Cell = tuple[int, int]

ROW, COLUMN = "masks_row", "masks_col"  # keys of the sliders
CLICKED = "masks_clicked"  # session: the cell that was clicked last
FRAME = "masks_frame"  # session: number of the chart, its map, where its frame started and is
LONGEST = 200


def pick_place(text: Text, mask: NDArray[np.bool_]) -> Cell:
    """(row, column) from 0: at first a row in the middle and the first key it must not see."""
    rows, keys = mask.shape
    left, right = st.columns(2, gap="large")
    with left:
        row = _slider(text, "row", ROW, text("masks.row"), rows, rows // 3)
    closed = np.flatnonzero(~mask[row])
    start = int(closed[0]) if closed.size else 0
    with right:
        return row, _slider(text, "col", COLUMN, text("masks.column"), keys, start)


def _slider(text: Text, name: str, key: str, label: str, count: int, start: int) -> int:
    """A slider 1..count; a value of the address that is none is named and ignored."""
    if address.leads(key):
        written = st.query_params.get(name)
        fits = written is not None and whole(1, LONGEST)(written)
        if written is not None and not fits:
            st.info(text("shell.ignored", names=name), icon=":material/link_off:")
        st.session_state[key] = int(written) if fits and written is not None else start + 1
    st.session_state[key] = min(max(int(st.session_state[key]), 1), count)
    if count > 1:
        st.slider(label, 1, count, key=key)
    value = int(st.session_state[key])
    if st.query_params.get(name) != str(value) and value != start + 1:
        st.query_params[name] = str(value)
    elif value == start + 1:
        st.query_params.pop(name, None)
    return value - 1


def remember_click(key: str) -> None:
    """Move the sliders to the clicked cell. What a browser sends may be anything."""
    try:
        point = st.session_state[key]["selection"][CELL_PICK][0]
        cell = int(point["q"]), int(point["k"])
    except (KeyError, IndexError, TypeError, ValueError):
        return
    st.session_state[CLICKED] = cell
    st.session_state[ROW], st.session_state[COLUMN] = cell[0] + 1, cell[1] + 1


def chart_of(figure: tuple[object, ...], cell: Cell) -> tuple[int, Cell]:
    """(number of the chart, where its frame starts).

    A click moves the frame in the browser and redraws nothing; a slider, or another map, makes a
    new chart.
    """
    count, known, start, current = st.session_state.get(FRAME, (0, None, cell, cell))
    clicked = st.session_state.pop(CLICKED, None)
    if known != figure or cell not in (current, clicked):
        count, start = count + 1, cell
    st.session_state[FRAME] = (count, figure, start, cell)
    return count, start
