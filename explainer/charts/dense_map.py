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

from explainer.charts.axes import LIMIT, limit_param, tone
from explainer.charts.cell_layers import (
    CLICK,
    GAP,
    KEYS,
    ROWS,
    Grid,
    frame,
    grid_of,
    mapped,
    words_in,
)
from explainer.charts.cell_map import Pick, Scale, row_columns, shade_of, told_of
from explainer.charts.figure import Figure, Has, drawn, words_table
from explainer.charts.labels import CROWDED, MANY, Spec, check_labels
from explainer.charts.marks import mark

EXACT: Final = 16384  # cells; a larger map is sent as shades of one byte and says no number
SHADES: Final = 127
PRINTED: Final = 9  # pixels a column needs for a sign in its cells
HEIGHT: Final = 400  # pixels of a map at most
ROW: Final = (3.0, 26.0)  # pixels a row has at least and at most
TICKS: Final = 16  # numbers on an axis without words, at most
SURROUNDINGS: Final = 110  # pixels of titles and legend: Streamlit fits them into the height


@dataclass(frozen=True)
class _Options:
    """All that a specification depends on, besides the columns; what is not here is data."""

    grid: Grid
    value_title: str
    dark: bool
    shape: tuple[int, int]

    @property
    def size(self) -> int:
        return self.shape[0] * self.shape[1]


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
    pick: Pick | None = None,
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
    # Where there are many places, no gaps, and some numbers instead of words.
    gaps = [GAP if count <= CROWDED else 0.0 for count in values.shape]
    grid = grid_of(
        (row_title, key_title),
        (colour, colour),
        (row_labels or (), key_labels or ()),
        0 if key_labels is None else None,
        gaps=(gaps[0], gaps[1]),
        ticks=(
            ticks(len(values)) if row_labels is None else (),
            ticks(values.shape[1]) if key_labels is None else (),
        ),
    )
    more: dict[str, Any] = row_columns(values, Scale("signed", limit), pick)
    for name, words in zip(("minus", "plus"), zip(*signs, strict=True), strict=False):
        more[name] = list(words)
    data = {
        "cells": packed(values, limit),
        ROWS: words_table("row", sides[0], **more),
        KEYS: words_table("key", sides[1]),
    }
    options = _Options(grid, value_title, dark, (len(values), values.shape[1]))
    height = int(np.clip(HEIGHT / len(values), *ROW) * len(values)) + SURROUNDINGS
    return drawn(_built, options, data, height)


def symmetric(values: NDArray[np.floating]) -> float:
    """The end of a scale around 0 that holds all values; 1 when there is nothing but 0."""
    return float(np.abs(values).max()) or 1.0


def packed(values: NDArray[np.floating], limit: float) -> pa.Table:
    """The values row by row: float32, or of a large map shades -127..127 of the limit."""
    if values.size <= EXACT:
        return pa.table({"v": values.astype(np.float32).ravel()})
    return pa.table({"v": np.rint(values / limit * SHADES).astype(np.int8).ravel()})


def ticks(count: int) -> tuple[int, ...]:
    """At most TICKS round places 0..count-1."""
    step = next(s for s in (1, 2, 4, 5, 8, 10, 16, 20, 32, 64, 128) if count / s <= TICKS)
    return tuple(range(0, count, step))


def _built(options: _Options, has: Has) -> Spec:
    click, columns = "chosen" in has[ROWS], options.shape[1]
    layers = [_shades(options, click)]
    if click:
        layers.append(frame(options.dark))
    if "minus" in has[ROWS]:
        layers.append(_signs(options))
    scale = "1" if options.size <= EXACT else f"{LIMIT} / {SHADES}"
    steps = {
        "q": f"floor((datum.n - 1) / {columns})",
        "k": f"(datum.n - 1) % {columns}",
        "w": f"datum.v * {scale}",
    }
    number: Any = alt.WindowFieldDef(**{"op": "row_number", "as": "n"})
    return mapped(
        options.grid,
        options.dark,
        layers,
        steps=[
            alt.WindowTransform(window=[number]),
            *(alt.CalculateTransform(calculate=how, **{"as": name}) for name, how in steps.items()),
        ],
        params=[limit_param(ROWS)],
        canvas=options.size >= MANY,
    )


def _shades(options: _Options, click: bool) -> alt.Chart:
    told = told_of(options.grid, options.value_title, "signed")
    # A hair in the cell's own colour closes the seams a browser leaves between narrow cells.
    return mark(
        "rect",
        "",
        {"color": shade_of("signed", options.value_title, options.dark)},
        told=told[:-1] if options.size > EXACT else told,
        picks=[CLICK] * click,
        strokeWidth=0.6,
        stroke="=scale('color', datum.w)",
    )


def _signs(options: _Options) -> alt.Chart:
    """The words of every row in its cells."""
    row = f"data('{ROWS}')[datum.q]"
    ink = alt.ColorValue(tone("on_high", options.dark))
    found = words_in(PRINTED, "sign:N", ink, fontSize=10)
    return found.transform_calculate(sign=f"datum.w < 0 ? {row}.minus : {row}.plus")
