"""A large map of signed numbers, packed: only the values are sent, row and column are their order.

`cell_map` draws few cells that answer the pointer each by itself. Here there may be thousands: one
picture on a canvas, numbers along a side that has no words, and signs in the cells of a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import altair as alt
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts import cell_map as cells
from explainer.charts.axes import LIMIT, layered, limit_param
from explainer.charts.figure import Figure, is_crowded, kept, sized, words_of, words_table
from explainer.charts.labels import CROWDED, MANY, Spec, check_labels, slant
from explainer.charts.palette import PALETTE, theme

EXACT: Final = 16384  # cells; a larger map is sent as shades of one byte and says no number
SHADES: Final = 127
PRINTED: Final = 9  # pixels a column needs for a sign in its cells
HEIGHT: Final = 400  # pixels of a map at most
ROW: Final = (3.0, 26.0)  # pixels a row has at least and at most
TICKS: Final = 16  # numbers on an axis without words, at most
SURROUNDINGS: Final = 110  # pixels of titles and legend: Streamlit fits them into the height


@dataclass(frozen=True)
class _Options:
    """All that a specification depends on; what is not here is data."""

    cells: cells.Options
    shape: tuple[int, int]
    ticks: tuple[bool, bool]  # of rows, of columns: some numbers instead of all words
    signed: bool


def dense_map(
    *,
    values: NDArray[np.floating],
    row_title: str,
    key_title: str,
    value_title: str,
    limit: float,
    dark: bool,
    row_labels: Sequence[str] | None = None,
    key_labels: Sequence[str] | None = None,
    colour: str = "second",
    pick: cells.Pick | None = None,
    signs: Sequence[tuple[str, str]] = (),
) -> Figure:
    """A (Q, K) map on the diverging scale from -limit to +limit, which the legend prints.

    Sides count from 0 where there are no labels; both have the palette's `colour`. With a `pick`, a
    click selects `cell` as in `cell_map`. `signs` has a word for minus and one for plus for every
    row. Raises ValueError for labels that do not fit and for a limit below the largest |value|.
    """
    sides = [
        [str(i) for i in range(count)] if labels is None else labels
        for labels, count in zip((row_labels, key_labels), values.shape, strict=True)
    ]
    check_labels(values, *sides)
    if np.abs(values).max() > limit * (1 + 1e-9):
        raise ValueError(f"a value beyond the limit {limit}")
    options = _Options(
        cells.Options(
            kind="signed",
            row_title=row_title,
            key_title=key_title,
            value_title=value_title,
            row_colour=colour,
            key_colour=colour,
            dark=dark,
            form="",
            key_angle=0 if key_labels is None else slant(key_labels),
            crowded=(is_crowded(row_labels or ()), is_crowded(key_labels or ())),
            printed=False,
            hatched=False,
            choice="none" if pick is None else "all",
        ),
        (values.shape[0], values.shape[1]),
        (row_labels is None, key_labels is None),
        bool(signs),
    )
    more: dict[str, Any] = cells.row_columns(values, cells.Scale("signed", limit), pick)
    for name, words in zip(("minus", "plus"), zip(*signs, strict=True), strict=False):
        more[name] = list(words)
    height = int(np.clip(HEIGHT / len(values), *ROW) * len(values)) + SURROUNDINGS
    return Figure(
        sized(_built, options, height),
        {
            "cells": packed(values, limit),
            cells.ROWS: words_table("row", sides[0], **more),
            cells.KEYS: words_table("key", sides[1]),
        },
    )


def symmetric(values: NDArray[np.floating]) -> float:
    """The end of a scale around 0 that holds all values; 1 when there is nothing but 0."""
    return float(np.abs(values).max()) or 1.0


def packed(values: NDArray[np.floating], limit: float) -> pa.Table:
    """The values row by row: float32, or of a large map shades -127..127 of the limit."""
    if values.size <= EXACT:
        return pa.table({"v": values.astype(np.float32).ravel()})
    return pa.table({"v": np.rint(values / limit * SHADES).astype(np.int8).ravel()})


def ticks(count: int) -> list[int]:
    """At most TICKS round places 0..count-1."""
    step = next(s for s in (1, 2, 4, 5, 8, 10, 16, 20, 32, 64, 128) if count / s <= TICKS)
    return list(range(0, count, step))


def _built(options: _Options) -> Spec:
    rows, columns = options.shape
    layers = [_shades(options)]
    if options.cells.choice != "none":
        layers.append(cells.frame(options.cells))
    if options.signed:
        layers.append(_signs(options))
    scale = "1" if rows * columns <= EXACT else f"{LIMIT} / {SHADES}"
    places = {"q": f"floor((datum.n - 1) / {columns})", "k": f"(datum.n - 1) % {columns}"}
    chart = (
        layered(layers, [limit_param(cells.ROWS)], data=alt.NamedData("cells"))
        .transform_window(n="row_number()")
        .transform_calculate(**places, w=f"datum.v * {scale}")
        .encode(**_sides(options))
    )
    lookups = [words_of(cells.ROWS, "row", "q"), words_of(cells.KEYS, "key", "k")]
    chart.transform += lookups
    return kept(chart, options.cells.dark, rows * columns >= MANY)


def _sides(options: _Options) -> dict[str, Any]:
    """As of few cells; where there are many, no gaps, and some numbers instead of words."""
    numbers = [
        {"values": ticks(count), "labelFontWeight": 400} if ticked else {}
        for count, ticked in zip(options.shape, options.ticks, strict=True)
    ]
    gaps = [cells.GAP if count <= CROWDED else 0.0 for count in options.shape]
    return cells.sides(options.cells, gaps, rows=numbers[0], keys=numbers[1])


def _shades(options: _Options) -> alt.Chart:
    chart = alt.Chart(name="cells")
    if options.cells.choice != "none":
        chart = chart.add_params(cells.click())
    told = cells.tooltip(options.cells)
    large = options.shape[0] * options.shape[1] > EXACT
    # A hair in the cell's own colour closes the seams a browser leaves between narrow cells.
    seam = alt.ExprRef("scale('color', datum.w)")
    return chart.mark_rect(strokeWidth=0.6, stroke=seam).encode(
        color=cells.colour(options.cells), tooltip=told[:-1] if large else told
    )


def _signs(options: _Options) -> alt.Chart:
    """The words of every row in its cells; on a phone they are left out."""
    room = f"width < {PRINTED * options.shape[1]} ? 0 : 1"
    row = f"data('{cells.ROWS}')[datum.q]"
    return (
        alt.Chart()
        .transform_calculate(sign=f"datum.w < 0 ? {row}.minus : {row}.plus")
        .mark_text(fontSize=10, opacity=alt.ExprRef(room), tooltip=False)
        .encode(
            text=alt.Text("sign:N"),
            color=alt.ColorValue(PALETTE[theme(options.cells.dark)]["on_high"]),
        )
    )
