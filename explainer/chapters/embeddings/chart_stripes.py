"""Chart of an embedding look-up: rows of the matrix as shaded cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.axes import LIMIT, tone
from explainer.charts.figure import Figure
from explainer.charts.labels import AXIS_SIZE
from explainer.charts.plane import Layer, Looks, Row, bare, layer, plane

LEGEND = 52  # pixels of the legend: Streamlit fits it into the height
BOLD: Looks = {"fontSize": AXIS_SIZE, "fontWeight": 600}
Titles = tuple[str, str, str]  # of token, dimension and value

ROW_HEIGHT = 22
LEFT = 0.2  # of the width: room for names and for the one-hot column
NARROW = 500  # pixels; a figure that is not wider shows ids without their tokens
GAP = 0.5  # rows between matrix and product


def look_up_chart(
    *,
    rows: NDArray[np.floating],
    product: NDArray[np.floating],
    labels: Sequence[str],
    chosen: int,
    dimension: int,
    product_label: str,
    titles: Titles,
    dark: bool,
) -> Figure:
    """Draw a one-hot column, the rows (N, D) of the matrix, and their product (D,) below.

    `chosen` is the row with the 1, `dimension` the framed column, both from 0. Raises ValueError if
    labels, product or positions do not fit the rows.
    """
    n_rows, width = rows.shape
    if len(labels) != n_rows or product.shape != (width,):
        raise ValueError(f"{len(labels)} labels and product {product.shape} for rows {rows.shape}")
    if not (0 <= chosen < n_rows and 0 <= dimension < width):
        raise ValueError(f"row {chosen}, dimension {dimension} are outside {rows.shape}")
    names, values = [*labels, product_label], np.vstack([rows, product]).astype(np.float32)
    tops = np.array([*range(n_rows), n_rows + GAP])
    left, low = -width * LEFT / (1 - LEFT), n_rows + 1 + GAP
    inks = [tone(ink, dark) for ink in ("third", "source_text")]
    words: list[Row] = []
    ones: list[Row] = []
    for row, name in enumerate(names):
        place = {"y": tops[row] + 0.45, "fill": inks[row in (chosen, n_rows)]}
        for text, wide in ((name, 1), (name.split(" ")[0], -1)):
            words.append(place | {"x": left, "align": "left", "text": text, "wide": wide})
        if row < n_rows:
            ones.append(place | {"x": -0.02 * width, "text": str(int(row == chosen))})
    around = (0, width, chosen - 0.04, chosen + 0.94), (dimension, dimension + 1, -0.04, low - 0.06)
    fitting = f"=(width < {NARROW}) === (datum.wide < 0) ? 1 : 0"
    cut = f"=width * {LEFT} * 0.85"
    edges = tops.astype(np.float32), (tops + 0.9).astype(np.float32)
    return plane(
        layers=[
            _cells(values, edges, names, titles),
            layer("text", "names", words, opacity=fitting, limit=cut, **BOLD),
            layer("text", "ones", ones, align="right", limit=cut, **BOLD),
            _frames("frames", values, around, dark),
        ],
        x=bare(left, width),
        y=bare(low, -0.1),
        height=(low + 0.1) * ROW_HEIGHT + LEGEND,
        dark=dark,
    )


def _cells(
    values: NDArray[np.floating],
    edges: tuple[NDArray[Any], NDArray[Any]],
    names: Sequence[str],
    titles: Titles,
) -> Layer:
    """Make the table of some hundred cells, with few bytes; columns count from 1."""
    r, d = (index.ravel().astype(np.int16) for index in np.indices(values.shape))
    columns = {
        "x": d,
        "x2": d + np.int16(1),
        "y": edges[0][r],
        "y2": edges[1][r],
        "v": values.astype(np.float32).ravel(),
        "name": pa.DictionaryArray.from_arrays(pa.array(r, pa.int8()), pa.array(names)),
    }
    told = [("name", titles[0], ""), ("x2", titles[1], "d"), ("v", titles[2], ".4f")]
    return layer("rect", "cells", pa.table(columns), tooltip=told, shade=("v", titles[2]))


def _frames(
    name: str,
    values: NDArray[np.floating],
    boxes: Sequence[tuple[float, float, float, float]],
    dark: bool,
) -> Layer:
    """Make frames as lines, since a box would cover its cells' tooltips; and the scale's limit."""
    limit = float(np.abs(values).max()) or 1.0
    lines = [
        {"x": a, "y": b, "x2": c, "y2": d, LIMIT: limit}
        for x, x2, y, y2 in boxes
        for a, b, c, d in ((x, y, x2, y), (x, y2, x2, y2), (x, y, x, y2), (x2, y, x2, y2))
    ]
    return layer("rule", name, lines, color=tone("ink", dark), strokeWidth=1.5)
