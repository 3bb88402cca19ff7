"""Tile grids of states or words: masks, batches, caches, outputs, strips.

Unlike the heat maps in `drawings`, which shade numbers on a scale, each tile has its own style: a
state with a colour in the legend, or a fill and ink chosen by the caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import altair as alt
import numpy as np
import pyarrow as pa

from explainer.charts.axes import by_series, legend, tone
from explainer.charts.cell_layers import KEYS, ROWS, Grid, cell_texts, hatching, mapped
from explainer.charts.figure import (
    Figure,
    Has,
    columns_table,
    make_figure,
    named_side,
    words_table,
)
from explainer.charts.labels import WORDS, Spec, check_lengths
from explainer.charts.marks import mark
from explainer.charts.palette import TYPE

STATES: Final = f"{WORDS}states"


class Tile(NamedTuple):
    """A cell; `state` is the index of its State, the other fields are optional for a whole grid.

    `word` is printed if there is room, `tooltip` is added to the tooltip, `fill` and `ink` (hex
    colours) override those of the state, `framed` outlines it, `v` is its underlying number.
    """

    state: int = 0
    word: str | None = None
    tooltip: str | None = None
    fill: str | None = None
    ink: str | None = None
    framed: bool | None = None
    v: float | None = None


@dataclass(frozen=True)
class State:
    """A kind of tile: its name, a palette colour (or #RRGGBB), and style."""

    name: str
    tone: str
    hatched: bool = False
    edge: str = "line"


@dataclass(frozen=True)
class Sides:
    """Titles and palette colours of rows and columns, pixels per row (`row`) and word (`room`)."""

    row_title: str | None
    key_title: str | None
    row_colour: str = "second"
    key_colour: str = "second"
    row: int = 30
    room: int = 20
    label_limit: int = 150
    legend: bool = False
    state_title: str = " "
    tooltip_title: str = ""


@dataclass(frozen=True)
class _Options:
    """Everything the specification depends on besides the tables' columns; the rest is data."""

    grid: Grid
    sides: Sides
    states: tuple[State, ...]
    dark: bool


def tiles(
    *,
    rows: Sequence[Sequence[Tile | None]],
    row_labels: Sequence[str],
    key_labels: Sequence[str],
    sides: Sides,
    kinds: Sequence[State],
    dark: bool,
) -> Figure:
    """Make a grid of Q rows of at most K tiles, None for no cell; `kinds` are their states.

    Raises ValueError unless every label has a row and every tile a label.
    """
    check_lengths("rows", len(row_labels), rows)
    if not rows or max(map(len, rows)) > len(key_labels):
        raise ValueError(f"no rows, or longer ones than the {len(key_labels)} key labels")
    grid = Grid(
        named_side(ROWS, "row", row_labels, sides.row_title, sides.row_colour, sides.label_limit),
        named_side(KEYS, "key", key_labels, sides.key_title, sides.key_colour),
    )
    data = {
        "cells": _table(rows, kinds),
        ROWS: words_table("row", row_labels),
        KEYS: columns_table("key", key_labels),
        STATES: words_table("state", [kind.name for kind in kinds]),
    }
    height = len(rows) * sides.row + 100 + 34 * sides.legend
    return make_figure(_build, _Options(grid, sides, tuple(kinds), dark), data, height)


def _table(rows: Sequence[Sequence[Tile | None]], kinds: Sequence[State]) -> pa.Table:
    """Make the table of tiles: position q, k, state s, `hidden` if hatched, and the rest."""
    cells = [(q, k, tile) for q, row in enumerate(rows) for k, tile in enumerate(row) if tile]
    q, k, s = np.array([(q, k, tile.state) for q, k, tile in cells], np.int16).reshape(-1, 3).T
    columns: dict[str, Any] = {"q": q, "k": k, "s": s.astype(np.int8)}
    hidden = np.array([kind.hatched for kind in kinds], dtype=bool)[s]
    if hidden.any():
        columns["hidden"] = hidden
    for name in Tile._fields[1:]:
        values = [getattr(tile, name) for *_, tile in cells]
        if any(value is not None for value in values):
            columns[name] = pa.array(values, pa.float32() if name == "v" else None)
    return pa.table(columns)


def _build(options: _Options, has: Has) -> Spec:
    columns, room = has["cells"], options.sides.room
    layers = [_cells(options, "fill" in columns)]
    if "hidden" in columns:
        layers.append(hatching(options.dark))
    if "word" in columns:
        own = alt.Color("ink:N", scale=None)
        ink = own if "ink" in columns else alt.ColorValue(tone("ink", options.dark))
        cut = f"=width / length(data('{KEYS}')) - 4"
        layers.append(cell_texts(room, "word:N", ink, fontSize=TYPE["fine"], limit=cut))
    return mapped(options.grid, options.dark, layers, [(STATES, "state", "s")])


def _cells(options: _Options, filled: bool) -> alt.Chart:
    sides, dark = options.sides, options.dark
    edges = [tone(state.edge, dark) for state in options.states]
    names, shown = [state.name for state in options.states], None
    if sides.legend:
        shown = legend(names, orient="bottom", symbolType="square")
    tones = by_series([tone(state.tone, dark) for state in options.states])
    tooltip = [
        options.grid.rows.tooltip,
        options.grid.keys.tooltip,
        ("state", sides.state_title, ""),
        *([("tooltip", sides.tooltip_title, "")] if sides.tooltip_title else []),
    ]
    by_state = alt.Fill("s:N", scale=tones, legend=shown)
    return mark(
        "rect",
        "",
        {"fill": alt.Fill("fill:N", scale=None) if filled else by_state},
        tooltip=tooltip,
        cornerRadius=3,
        stroke=f"=datum.framed ? '{tone('ink', dark)}' : {edges}[datum.s]",
        strokeWidth="=datum.framed ? 2 : 0.8",
    )
