"""A map of cells that stand for states or carry words: masks, batches, caches, outputs, strips.

Where `cell_map` shades numbers on a scale, each tile has a look of its own: a state with its colour
in the legend, or a fill and an ink that the caller has found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import altair as alt
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.axes import by_series, layered, legend, tone
from explainer.charts.cell_map import KEYS, ROWS, hatching, word_sides
from explainer.charts.figure import (
    Figure,
    columns_table,
    is_crowded,
    kept,
    leaning,
    sized,
    words_of,
    words_table,
)
from explainer.charts.labels import AXIS_SIZE, Spec, slant
from explainer.charts.palette import PALETTE, theme

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
    sides: Sides
    states: tuple[State, ...]
    dark: bool
    crowded: tuple[bool, bool]
    filled: bool
    worded: bool
    inked: bool
    hatched: bool


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
    hatches = np.array([kind.hatched for kind in kinds], dtype=bool)
    columns: dict[str, Any] = {
        "q": q.astype(np.int16),
        "k": k.astype(np.int16),
        "s": found.astype(np.int8),
        "hidden": hatches[found],
        "framed": np.zeros(q.size, dtype=bool) if framed is None else framed[q, k],
    }
    if values is not None:
        columns["v"] = values[q, k].astype(np.float32)
    named = {"word": words, "told": told if told is not None else words, "fill": fills, "ink": inks}
    for name, given in named.items():
        if given is not None:
            cells = [given[row][key] for row, key in at]
            if name in ("fill", "ink"):
                cells = [tone(colour, dark) for colour in cells]
            columns[name] = pa.array(cells, pa.string())
    options = _Options(
        sides=replace(
            sides, key_angle=slant(key_labels) if sides.key_angle is None else sides.key_angle
        ),
        states=tuple(kinds),
        dark=dark,
        crowded=(is_crowded(row_labels), is_crowded(key_labels)),
        filled=fills is not None,
        worded=words is not None,
        inked=inks is not None,
        hatched=bool(hatches[found].any()),
    )
    data = {
        "cells": pa.table(columns),
        ROWS: words_table("row", row_labels),
        KEYS: columns_table("key", key_labels),
        "words_states": words_table("state", [kind.name for kind in kinds]),
    }
    around = 60 + (40 if options.sides.key_angle else 0) + (34 if sides.legend else 0)
    return Figure(sized(_built, options, shape[0] * sides.row + around), data)


def _shape(found: Sequence[Sequence[str]]) -> tuple[int, int]:
    widths = {len(row) for row in found}
    return len(found), widths.pop() if len(widths) == 1 else -1


def _built(options: _Options) -> Spec:
    colours = PALETTE[theme(options.dark)]
    layers = [_cells(options)]
    if options.hatched:
        layers.append(hatching(ROWS, KEYS, "datum.hidden", colours["mask"]))
    if options.worded:
        layers.append(_words(options))
    lookups = [words_of(ROWS, "row", "q"), words_of(KEYS, "key", "k")]
    chart = layered(
        layers,
        [],
        data=alt.NamedData("cells"),
        transform=[*lookups, words_of("words_states", "state", "s")],
    ).encode(**_axes(options))
    return kept(chart, options.dark)


def _axes(options: _Options) -> dict[str, Any]:
    colours, sides = PALETTE[theme(options.dark)], options.sides
    return word_sides(
        (sides.row_title, sides.key_title),
        (colours[sides.row_colour], colours[sides.key_colour]),
        options.crowded,
        (0.06, 0.06),
        {"labelLimit": sides.label_limit},
        leaning(KEYS, sides.key_angle or 0, "top"),
    )


def _cells(options: _Options) -> alt.Chart:
    colours, sides = PALETTE[theme(options.dark)], options.sides
    tones = [tone(state.tone, options.dark) for state in options.states]
    edges = [tone(state.edge, options.dark) for state in options.states]
    named = None
    if sides.legend:
        names = [state.name for state in options.states]
        named = legend(names, orient="bottom", symbolType="square")
    by_state = alt.Fill("s:N", scale=by_series(tones), legend=named)
    told = [
        alt.Tooltip("row:N", title=sides.row_title or " "),
        alt.Tooltip("key:N", title=sides.key_title or " "),
        alt.Tooltip("state:N", title=sides.state_title),
    ]
    if sides.told_title:
        told.append(alt.Tooltip("told:N", title=sides.told_title))
    return (
        alt.Chart(name="cells")
        .mark_rect(
            cornerRadius=3,
            stroke=alt.ExprRef(f"datum.framed ? '{colours['ink']}' : {edges}[datum.s]"),
            strokeWidth=alt.ExprRef("datum.framed ? 2 : 0.8"),
        )
        .encode(fill=alt.Fill("fill:N", scale=None) if options.filled else by_state, tooltip=told)
    )


def _words(options: _Options) -> alt.Chart:
    """The words in the tiles; where a column is too narrow for them, none."""
    room = f"width < {options.sides.room} * length(data('{KEYS}')) ? 0 : 1"
    limit = alt.ExprRef(f"width / length(data('{KEYS}')) - 4")
    ink = PALETTE[theme(options.dark)]["ink"]
    colour: Any = alt.Color("ink:N", scale=None) if options.inked else alt.ColorValue(ink)
    return (
        alt.Chart()
        .mark_text(fontSize=AXIS_SIZE - 1, limit=limit, tooltip=False, opacity=alt.ExprRef(room))
        .encode(text=alt.Text("word:N"), color=colour)
    )
