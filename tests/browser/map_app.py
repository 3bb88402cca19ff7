"""A page with nothing but a map of cells, for test_cell_map.py: the switch brings other data."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np
import streamlit as st

from explainer.charts.cell_map import CELL_PICK, Pick, Scale, cell_map

ROWS = (("a", "b", "c"), ("d", "e", "f"))
KEYS = (("left", "middle", "right", "end"), ("former", "latter"))

st.set_page_config(page_title="map")
other = st.toggle("other", key="other")
values = np.linspace(-1, 2 + other, 3 * len(KEYS[other])).reshape(3, -1)
masked = np.zeros(values.shape, dtype=bool)
masked[2, 0] = True
figure = cell_map(
    values=values,
    row_labels=ROWS[other],
    key_labels=KEYS[other],
    row_title="row",
    key_title="key",
    value_title="value",
    dark=False,
    scale=Scale("signed"),
    masked=masked,
    pick=Pick((int(other), 1)),
)
st.vega_lite_chart(
    spec=figure.vega_lite(),
    theme=None,
    key="map",
    on_select="rerun",
    selection_mode=[CELL_PICK],
    alt="a map",
)
