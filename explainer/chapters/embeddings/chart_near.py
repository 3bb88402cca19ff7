"""A vector beside others, its dimensions in the order of its values: what is alike shades alike."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.axes import LIMIT, tone
from explainer.charts.figure import Figure
from explainer.charts.labels import AXIS_SIZE
from explainer.charts.palette import GREYS
from explainer.charts.plane import Looks, Row, bare, layer, plane

ROW, THICK, GAP = 19, 16, 19  # pixels of a row, of a stripe in it, of the words above a group
LEGEND = 52  # pixels of the legend: Streamlit fits it into the height
NAMES, BARS = 0.17, 0.3  # of the plot's width: names at the left, values at the right
LONGEST = 0.7  # of the room for values: what the longest bar takes


def near_chart(
    *,
    rows: NDArray[np.floating],
    labels: Sequence[str],
    values: NDArray[np.floating],
    written: Sequence[str],
    order: NDArray[np.integer],
    groups: Sequence[tuple[str, int, str]],
    titles: tuple[str, str, str],
    measure: str,
    dark: bool,
) -> Figure:
    """Rows (R, D) as stripes, the first one framed, and their `values` (R,) as bars.

    `written` are the values as words. Columns follow `order`, a permutation of the dimensions. Each
    of `groups` has words to stand above its rows ("": none), how many rows it has, and the colour
    of its names and bars. `titles` are those of token, dimension and value, `measure` is what the
    bars tell. Raises ValueError for lists that do not fit.
    """
    count, width = rows.shape
    if {len(labels), len(values), len(written), sum(each for _, each, _ in groups)} != {count}:
        raise ValueError(f"{len(labels)} labels, {len(values)} values for rows {rows.shape}")
    if sorted(order.tolist()) != list(range(width)):
        raise ValueError("not an order of the dimensions")
    tops, above, tones, low = _places(groups)
    cells = _cells(rows[:, order], order, labels, tops)
    left, right = -width * NAMES / (1 - NAMES - BARS), width * (1 + BARS / (1 - NAMES - BARS))
    names = [
        {"x": left, "y": int(top) + THICK / 2, "text": name, "fill": tone(_ink_of(ink), dark)}
        for top, name, ink in zip(tops, labels, tones, strict=True)
    ]
    bars = _bars(values, tops, [tone(ink, dark) for ink in tones], (width, right))
    numbers = [
        {"x": max(bar["x"], bar["x2"]), "y": int(top) + THICK / 2, "text": number}
        for bar, top, number in zip(bars, tops, written, strict=True)
    ]
    told = [("name", titles[0], ""), ("dim", titles[1], "d"), ("v", titles[2], ".4f")]
    bold: Looks = {"fontSize": AXIS_SIZE, "fontWeight": 600}
    faint = tone("third", dark)
    return plane(
        layers=[
            layer("rect", "cells", cells, told=told, shade=("v", titles[2])),
            layer("rect", "bars", bars, told=[("v", measure, ".4f")]),
            layer("text", "names", names, align="left", limit=f"=width * {NAMES} * 0.96", **bold),
            layer("text", "numbers", numbers, align="left", dx=4, fill=tone("ink", dark), **bold),
            layer("text", "groups", above, align="left", fontSize=AXIS_SIZE, fill=faint),
            layer("rule", "frame", _frame(width, rows), color=tone("ink", dark), strokeWidth=1.5),
        ],
        x=bare(left, right),
        y=bare(low + 2, -2),
        height=low + 4 + LEGEND,
        dark=dark,
    )


def _ink_of(colour: str) -> str:
    """The colour that words have where marks have this one."""
    return colour if colour in GREYS else f"{colour}_text"


def _cells(
    rows: NDArray[np.floating],
    order: NDArray[np.integer],
    labels: Sequence[str],
    tops: NDArray[np.int16],
) -> pa.Table:
    """Some thousand cells, so in few bytes each."""
    r, d = (index.ravel().astype(np.int16) for index in np.indices(rows.shape))
    found = {
        "x": d,
        "x2": d + np.int16(1),
        "y": tops[r],
        "y2": tops[r] + np.int16(THICK),
        "v": rows.astype(np.float32).ravel(),
        "name": pa.DictionaryArray.from_arrays(pa.array(r, pa.int8()), pa.array(labels)),
        "dim": (order[d] + 1).astype(np.int16),
    }
    return pa.table(found)


def _places(
    groups: Sequence[tuple[str, int, str]],
) -> tuple[NDArray[np.int16], list[Row], list[str], int]:
    """Where each row begins, the words above the groups, each row's colour, where all ends."""
    tops: list[int] = []
    above: list[Row] = []
    tones: list[str] = []
    y = 0
    for words, count, ink in groups:
        if words and count:
            above.append({"x": 0.0, "y": y + 0.62 * GAP, "text": words})
            y += GAP
        tops += [y + i * ROW for i in range(count)]
        tones += [ink] * count
        y += count * ROW
    return np.array(tops, dtype=np.int16), above, tones, y


def _bars(
    values: NDArray[np.floating],
    tops: NDArray[np.int16],
    fills: Sequence[str],
    room: tuple[float, float],
) -> list[Row]:
    """From a line that leaves room for values below 0."""
    begin, end = room
    below = min(0.0, float(values.min(initial=0.0)))
    scale = LONGEST * (end - begin) / (max(float(values.max(initial=0.0)) - below, 1e-12))
    zero = begin + 0.03 * (end - begin) - below * scale
    return [
        {"x": zero, "x2": zero + scale * float(value), "v": float(value), "fill": fill}
        | {"y": int(top) + 2, "y2": int(top) + THICK - 2}
        for value, top, fill in zip(values, tops, fills, strict=True)
    ]


def _frame(width: int, rows: NDArray[np.floating]) -> list[Row]:
    """Lines, for a box would take the pointer from the cells in it; and the end of the scale."""
    a, b, c, d = 0, -1, width, THICK + 1
    sides = ((a, b, c, b), (a, d, c, d), (a, b, a, d), (c, b, c, d))
    limit = float(np.abs(rows).max()) or 1.0
    return [{"x": x, "y": y, "x2": x2, "y2": y2, LIMIT: limit} for x, y, x2, y2 in sides]
