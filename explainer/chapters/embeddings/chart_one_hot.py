"""A look-up drawn as what it is: a row of zeros and a single one, times the matrix."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.axes import LIMIT, tone
from explainer.charts.figure import Figure
from explainer.charts.labels import AXIS_SIZE
from explainer.charts.plane import Looks, bare, layer, plane

ROW_HEIGHT = 22
LEGEND = 52  # pixels of the legend: Streamlit fits it into the height
NAMES = 0.2  # of the width: room for names and for the one-hot column
NARROW = 500  # pixels; a figure that is not wider shows ids without their pieces
GAP = 0.5  # rows between matrix and product


def look_up_chart(
    *,
    rows: NDArray[np.floating],
    product: NDArray[np.floating],
    labels: Sequence[str],
    chosen: int,
    dimension: int,
    product_label: str,
    row_title: str,
    dimension_title: str,
    value_title: str,
    dark: bool,
) -> Figure:
    """A one-hot column, the rows (N, D) of the matrix it meets, and below them the product (D,).

    `chosen` is the row with the 1, `dimension` the framed column, both from 0. Raises ValueError
    when labels, product or places do not fit the rows.
    """
    n_rows, width = rows.shape
    if len(labels) != n_rows or product.shape != (width,):
        raise ValueError(f"{len(labels)} labels and product {product.shape} for rows {rows.shape}")
    if not (0 <= chosen < n_rows and 0 <= dimension < width):
        raise ValueError(f"row {chosen}, dimension {dimension} are outside {rows.shape}")
    names = [*labels, product_label]
    values = np.vstack([rows, product]).astype(np.float32)
    tops = np.arange(n_rows + 1) + np.where(np.arange(n_rows + 1) < n_rows, 0, GAP)
    left, low = -width * NAMES / (1 - NAMES), n_rows + 1 + GAP
    r, d = (index.ravel() for index in np.indices(values.shape))
    cells = pa.table(
        {
            "x": d.astype(np.int16),
            "x2": (d + 1).astype(np.int16),
            "y": tops[r].astype(np.float32),
            "y2": (tops[r] + 0.9).astype(np.float32),
            "v": values.ravel(),
            "name": [names[row] for row in r],
        }
    )
    inks = [tone(ink, dark) for ink in ("third", "source_text")]
    words = []
    for row, name in enumerate(names):
        place = {"y": tops[row] + 0.45, "fill": inks[row in (chosen, n_rows)]}
        words += [
            {**place, "x": left, "align": "left", "text": name, "wide": 1},
            {**place, "x": left, "align": "left", "text": name.split(" ")[0], "wide": -1},
        ]
    ones = [
        {"x": -0.02 * width, "y": tops[row] + 0.45, "text": str(int(row == chosen))}
        | {"fill": inks[row == chosen]}
        for row in range(n_rows)
    ]
    # Frames are lines: a box would take the pointer from the cells in it.
    around = [
        {"x": a, "y": b, "x2": c, "y2": d, LIMIT: float(np.abs(values).max()) or 1.0}
        for x, x2, y, y2 in (
            (0, width, chosen - 0.04, chosen + 0.94),
            (dimension, dimension + 1, -0.04, low - 0.06),
        )
        for a, b, c, d in ((x, y, x2, y), (x, y2, x2, y2), (x, y, x, y2), (x2, y, x2, y2))
    ]
    told = [("name", row_title, ""), ("x2", dimension_title, "d"), ("v", value_title, ".4f")]
    bold: Looks = {"fontSize": AXIS_SIZE, "fontWeight": 600, "limit": f"=width * {NAMES} * 0.85"}
    fitting = f"=(width < {NARROW}) === (datum.wide < 0) ? 1 : 0"
    return plane(
        layers=[
            layer("rect", "cells", cells, told=told, shade=("v", value_title)),
            layer("text", "names", words, opacity=fitting, **bold),
            layer("text", "ones", ones, align="right", **bold),
            layer("rule", "frames", around, color=tone("ink", dark), strokeWidth=1.5),
        ],
        x=bare(left, width),
        y=bare(low, -0.1),
        height=(low + 0.1) * ROW_HEIGHT + LEGEND,
        dark=dark,
    )
