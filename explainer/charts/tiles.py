"""A map of cells that stand for states or carry words: masks, batches, caches, outputs, strips.

Where `cell_map` shades numbers on a scale, each tile has a look of its own: a state with its colour
in the legend, or a fill and an ink that the caller has found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import altair as alt
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.axes import by_series, legend, tone
from explainer.charts.cell_layers import KEYS, ROWS, Grid, grid_of, hatching, mapped, words_in
from explainer.charts.figure import WORDS, Figure, Has, columns_table, drawn, words_table
from explainer.charts.labels import AXIS_SIZE, Spec
from explainer.charts.marks import mark

STATES: Final = f"{WORDS}states"
NOTHING: Final = -1  # the state of a place without a cell


@dataclass(frozen=True)
class State:
    """What a tile can be: its name, a palette colour (or #RRGGBB), and how it is drawn."""

    name: str
    tone: str
    hatched: bool = False
    edge: str = "line"


@dataclass(frozen=True)
class Sides:
    """Titles of rows and columns, their palette colours, pixels of a row, of a word in a tile."""

    row_title: str | None
    key_title: str | None
    row_colour: str = "second"
    key_colour: str = "second"
    row: int = 30
    room: int = 20
    label_limit: int = 150
    legend: bool = False
    key_angle: int | None = None
    state_title: str = " "
    told_title: str = ""


@dataclass(frozen=True)
class _Options:
    """All that a specification depends on, besides the columns; what is not here is data."""

    grid: Grid
    sides: Sides
    states: tuple[State, ...]
    dark: bool


def tiles(
    *,
    row_labels: Sequence[str],
    key_labels: Sequence[str],
    sides: Sides,
    states: NDArray[np.integer],
    kinds: Sequence[State],
    dark: bool,
    words: Sequence[Sequence[str]] | None = None,
    told: Sequence[Sequence[str]] | None = None,
    fills: Sequence[Sequence[str]] | None = None,
    inks: Sequence[Sequence[str]] | None = None,
    framed: NDArray[np.bool_] | None = None,
    values: NDArray[np.floating] | None = None,
) -> Figure:
    """A (Q, K) map: `states` are places in `kinds`, or NOTHING where there is no cell.

    `words` (Q, K) stand in the tiles where there is room, `told` says more to the pointer (without
    it the words do), `fills` and `inks` (palette names or #RRGGBB) replace the colours of the
    states, `framed` tiles are outlined; `values` are the numbers behind them. Raises ValueError
    for lists of another shape.
    """
    shape = (len(row_labels), len(key_labels))
    lists = (words, told, fills, inks)
    if states.shape != shape or any(x is not None and _shape(x) != shape for x in lists):
        raise ValueError(f"states {states.shape} for {shape[0]} row and {shape[1]} key labels")
    if any(x is not None and x.shape != shape for x in (framed, values)):
        raise ValueError(f"frames or values of another shape than the labels {shape}")
    q, k = np.nonzero(states != NOTHING)
    at = list(zip(q.tolist(), k.tolist(), strict=True))
    found = states[q, k]
    columns: dict[str, Any] = {
        "q": q.astype(np.int16),
        "k": k.astype(np.int16),
        "s": found.astype(np.int8),
    }
    hidden = np.array([kind.hatched for kind in kinds], dtype=bool)[found]
    if hidden.any():
        columns["hidden"] = hidden
    if framed is not None:
        columns["framed"] = framed[q, k]
    if values is not None:
        columns["v"] = values[q, k].astype(np.float32)
    named = {"word": words, "told": words if told is None else told, "fill": fills, "ink": inks}
    for name, given in named.items():
        if given is not None:
            cells = [given[row][key] for row, key in at]
            if name in ("fill", "ink"):
                cells = [tone(colour, dark) for colour in cells]
            columns[name] = pa.array(cells, pa.string())
    grid = grid_of(
        (sides.row_title, sides.key_title),
        (sides.row_colour, sides.key_colour),
        (row_labels, key_labels),
        sides.key_angle,
        limit=sides.label_limit,
        gaps=(0.06, 0.06),
    )
    data = {
        "cells": pa.table(columns),
        ROWS: words_table("row", row_labels),
        KEYS: columns_table("key", key_labels),
        STATES: words_table("state", [kind.name for kind in kinds]),
    }
    height = shape[0] * sides.row + 60 + (40 if grid.angle else 0) + (34 if sides.legend else 0)
    return drawn(_built, _Options(grid, sides, tuple(kinds), dark), data, height)


def _shape(found: Sequence[Sequence[str]]) -> tuple[int, int]:
    widths = {len(row) for row in found}
    return len(found), widths.pop() if len(widths) == 1 else -1


def _built(options: _Options, has: Has) -> Spec:
    columns, room = has["cells"], options.sides.room
    layers = [_cells(options, "fill" in columns)]
    if "hidden" in columns:
        layers.append(hatching(options.dark))
    if "word" in columns:
        own = alt.Color("ink:N", scale=None)
        ink = own if "ink" in columns else alt.ColorValue(tone("ink", options.dark))
        cut = f"=width / length(data('{KEYS}')) - 4"
        layers.append(words_in(room, "word:N", ink, fontSize=AXIS_SIZE - 1, limit=cut))
    return mapped(options.grid, options.dark, layers, words=[(STATES, "state", "s")])


def _cells(options: _Options, filled: bool) -> alt.Chart:
    sides, dark = options.sides, options.dark
    edges = [tone(state.edge, dark) for state in options.states]
    names, named = [state.name for state in options.states], None
    if sides.legend:
        named = legend(names, orient="bottom", symbolType="square")
    tones = by_series([tone(state.tone, dark) for state in options.states])
    told = [
        ("row", sides.row_title or "", ""),
        ("key", sides.key_title or "", ""),
        ("state", sides.state_title, ""),
        *([("told", sides.told_title, "")] if sides.told_title else []),
    ]
    by_state = alt.Fill("s:N", scale=tones, legend=named)
    return mark(
        "rect",
        "",
        {"fill": alt.Fill("fill:N", scale=None) if filled else by_state},
        told=told,
        cornerRadius=3,
        stroke=f"=datum.framed ? '{tone('ink', dark)}' : {edges}[datum.s]",
        strokeWidth="=datum.framed ? 2 : 0.8",
    )
