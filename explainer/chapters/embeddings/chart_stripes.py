"""Rows of the matrix as stripes of shaded cells: a vector beside others, and a look-up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.axes import LIMIT, tone
from explainer.charts.figure import Figure
from explainer.charts.labels import AXIS_SIZE, check_lengths
from explainer.charts.palette import GREYS
from explainer.charts.plane import Layer, Looks, Row, bare, layer, plane

LEGEND = 52  # pixels of the legend: Streamlit fits it into the height
BOLD: Looks = {"fontSize": AXIS_SIZE, "fontWeight": 600}
Titles = tuple[str, str, str]  # of token, dimension and value

ROW, THICK, SPACE = 19, 16, 19  # pixels of a row, of a stripe in it, of the words above a group
HEADING = 0.62 * SPACE  # from there to the middle of the words
NAMES, BARS = 0.24, 0.28  # of the plot's width: names at the left, values at the right
LONGEST = 0.7  # of the room for values: what the longest bar takes

ROW_HEIGHT = 22
LEFT = 0.2  # of the width: room for names and for the one-hot column
NARROW = 500  # pixels; a figure that is not wider shows ids without their pieces
GAP = 0.5  # rows between matrix and product


def near_chart(
    *,
    rows: NDArray[np.floating],
    labels: Sequence[str],
    values: NDArray[np.floating],
    written: Sequence[str],
    order: NDArray[np.integer],
    groups: Sequence[tuple[str, int, str]],
    titles: Titles,
    measure: str,
    dark: bool,
) -> Figure:
    """A vector beside others, its dimensions in the order of its values: what is alike shades
    alike. Rows (R, D) as stripes, the first one framed, and their `values` (R,) as bars.

    `written` are the values as words. Columns follow `order`, a permutation of the dimensions. Each
    of `groups` has words to stand above its rows ("": none), how many rows it has, and the colour
    of its names and bars, whose key the words are. `measure` is what the bars tell, above them.
    Raises ValueError for lists that do not fit.
    """
    count, width = rows.shape
    if sorted(order.tolist()) != list(range(width)):
        raise ValueError("not an order of the dimensions")
    tops, above, tones, low = _places(groups, dark)
    check_lengths("rows", len(labels), rows, values, written, tones)
    left, right = -width * NAMES / (1 - NAMES - BARS), width * (1 + BARS / (1 - NAMES - BARS))
    zero, scale = _bars(values, width, right)
    above.append({"x": zero, "y": HEADING, "text": measure, "fill": tone("third", dark)})
    names: list[Row] = []
    bars: list[Row] = []
    numbers: list[Row] = []
    for row, (y, ink) in enumerate(zip(tops.tolist(), tones, strict=True)):
        value = float(values[row])
        tip = zero + scale * value
        place = {"y": y + THICK / 2}
        names.append(place | {"x": left, "text": labels[row], "fill": _ink(ink, dark)})
        numbers.append(place | {"x": max(zero, tip), "text": written[row]})
        bars.append(
            {"x": zero, "x2": tip, "y": y + 2, "y2": y + THICK - 2}
            | {"v": value, "fill": tone(ink, dark)}
        )
    ink = tone("ink", dark)
    edges, dims = (tops, tops + np.int16(THICK)), np.tile(order + 1, count).astype(np.int16)
    return plane(
        layers=[
            _cells(rows[:, order], edges, labels, titles, dim=dims),
            layer("rect", "bars", bars, told=[("v", measure, ".4f")]),
            layer("text", "names", names, align="left", limit=f"=width * {NAMES} * 0.98", **BOLD),
            layer("text", "numbers", numbers, align="left", dx=4, fill=ink, **BOLD),
            layer("text", "groups", above, align="left", fontSize=AXIS_SIZE),
            _frames("frame", rows, [(0, width, int(tops[0]) - 1, int(tops[0]) + THICK + 1)], dark),
        ],
        x=bare(left, right),
        y=bare(low + 2, -2),
        height=low + 4 + LEGEND,
        dark=dark,
    )


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
    """A look-up drawn as what it is: a row of zeros and a single one, times the matrix. A one-hot
    column, the rows (N, D) of the matrix it meets, and below them the product (D,).

    `chosen` is the row with the 1, `dimension` the framed column, both from 0. Raises ValueError
    when labels, product or places do not fit the rows.
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
    **dim: NDArray[np.int16],
) -> Layer:
    """Some thousand cells, so in few bytes each; columns count from 1 or have the number `dim`."""
    r, d = (index.ravel().astype(np.int16) for index in np.indices(values.shape))
    columns = {
        "x": d,
        "x2": d + np.int16(1),
        "y": edges[0][r],
        "y2": edges[1][r],
        "v": values.astype(np.float32).ravel(),
        "name": pa.DictionaryArray.from_arrays(pa.array(r, pa.int8()), pa.array(names)),
    }
    told = [("name", titles[0], ""), ("dim" if dim else "x2", titles[1], "d")]
    told.append(("v", titles[2], ".4f"))
    return layer("rect", "cells", pa.table(columns | dim), told=told, shade=("v", titles[2]))


def _frames(
    name: str,
    values: NDArray[np.floating],
    boxes: Sequence[tuple[float, float, float, float]],
    dark: bool,
) -> Layer:
    """Lines, for a box would take the pointer from the cells in it; and the end of the scale."""
    limit = float(np.abs(values).max()) or 1.0
    lines = [
        {"x": a, "y": b, "x2": c, "y2": d, LIMIT: limit}
        for x, x2, y, y2 in boxes
        for a, b, c, d in ((x, y, x2, y), (x, y2, x2, y2), (x, y, x, y2), (x2, y, x2, y2))
    ]
    return layer("rule", name, lines, color=tone("ink", dark), strokeWidth=1.5)


def _places(
    groups: Sequence[tuple[str, int, str]], dark: bool
) -> tuple[NDArray[np.int16], list[Row], list[str], int]:
    """Where each row begins, the words above the groups, each row's colour, where all ends."""
    tops: list[int] = []
    above: list[Row] = []
    tones: list[str] = []
    y = 0
    for words, count, ink in groups:
        if words and count:
            key = {"text": f"■ {words}", "fill": _ink(ink, dark)}
            above.append({"x": 0.0, "y": y + HEADING} | key)
            y += SPACE
        tops += [y + i * ROW for i in range(count)]
        tones += [ink] * count
        y += count * ROW
    return np.array(tops, dtype=np.int16), above, tones, y


def _ink(name: str, dark: bool) -> str:
    """The colour that words have."""
    return tone(name if name in GREYS else f"{name}_text", dark)


def _bars(values: NDArray[np.floating], begin: float, end: float) -> tuple[float, float]:
    """Where bars begin, with room for values below 0, and how long one of value 1 is."""
    below = min(0.0, float(values.min(initial=0.0)))
    scale = LONGEST * (end - begin) / (max(float(values.max(initial=0.0)) - below, 1e-12))
    return begin + 0.03 * (end - begin) - below * scale, scale
