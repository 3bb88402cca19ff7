"""Masks as grids: who may look where, and which rows are computed at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, check_labels, label_at, look, places, slant
from explainer.charts.palette import PALETTE, theme

SURROUNDINGS = 112  # pixels of the leaning column labels: Streamlit fits them into the height
STROKES = "M-1,1L1,-1M-1,0L0,-1M0,1L1,0"  # three slanted lines in a square from -1 to 1
SYMBOL_ROOM = 19  # pixels a column needs for a symbol
NOW, KEPT, HIDDEN = 0, 1, 2  # of a cell: computed now, computed before, must not be seen


def mask_grid(
    *,
    mask: NDArray[np.bool_],
    row_labels: Sequence[str],
    key_labels: Sequence[str],
    row_title: str,
    key_title: str,
    symbols: tuple[str, str],
    meanings: tuple[str, str],
    row_colour: str,
    key_colour: str,
    dark: bool,
) -> Spec:
    """A (Q, K) mask: free cells plain, hidden ones hatched, a symbol in each while there is room.

    `symbols` and `meanings` (for the tooltip) are those of a hidden and of a free cell.
    Raises ValueError when the labels do not fit the mask.
    """
    check_labels(mask.astype(np.float32), row_labels, key_labels)
    colours, titles = PALETTE[theme(dark)], (row_title, key_title)
    sides = _sides(row_labels, key_labels, titles, (row_colour, key_colour), dark)
    q, k = np.indices(mask.shape)
    frame = pa.table(
        {
            "q": q.ravel().astype(np.int8),
            "k": k.ravel().astype(np.int8),
            "m": mask.ravel().astype(np.int8),
        }
    )
    hidden = {"test": "datum.m === 0", "value": colours["page"]}
    fill = {"condition": hidden, "value": colours["line"]}
    layers = [
        _tiles(sides, fill, titles, dark),
        hatching(sides, mask.shape, "datum.m === 0", colours["mask"]),
        _symbols(sides, mask.shape, dark),
    ]
    return _drawing(
        frame,
        layers,
        {
            "row": (row_labels, "q"),
            "key": (key_labels, "k"),
            "symbol": (symbols, "m"),
            "meaning": (meanings, "m"),
        },
        len(row_labels),
        dark,
    )


def order_grid(
    *,
    step: int | None,
    labels: Sequence[str],
    row_title: str,
    key_title: str,
    states: tuple[str, str, str],
    dark: bool,
) -> Spec:
    """Which cells of decoder self-attention are computed, (T, T).

    `step` None is training: every row now, the future hatched. Otherwise inference at `step` (from
    0): that row now, earlier rows before, later rows not there at all. `states` names now, before,
    hidden. Raises ValueError for a step outside.
    """
    count = len(labels)
    if step is not None and not 0 <= step < count:
        raise ValueError(f"step {step} of {count}")
    colours = PALETTE[theme(dark)]
    cells = [
        (q, k, HIDDEN if k > q else NOW if step in (None, q) else KEPT)
        for q in range(count if step is None else step + 1)
        for k in range(count if step is None else q + 1)
    ]
    frame = pa.table(
        {
            name: np.array(column, dtype=np.int8)
            for name, column in zip("qks", zip(*cells, strict=True), strict=True)
        }
    )
    titles = (row_title, key_title)
    sides = _sides(labels, labels, titles, ("target_text", "target_text"), dark)
    fill = {
        "field": "s",
        "type": "nominal",
        "legend": None,
        "scale": {
            "domain": [NOW, KEPT, HIDDEN],
            "range": [colours["target"], colours["line"], colours["page"]],
        },
    }
    layers = [
        _tiles(sides, fill, titles, dark),
        hatching(sides, (count, count), f"datum.s === {HIDDEN}", colours["mask"]),
    ]
    names = {"row": (labels, "q"), "key": (labels, "k"), "meaning": (states, "s")}
    return _drawing(frame, layers, names, count, dark)


def _drawing(
    frame: pa.Table,
    layers: list[Spec],
    names: Mapping[str, tuple[Sequence[str], str]],
    rows: int,
    dark: bool,
) -> Spec:
    """`names` says which field of the frame picks from which list."""
    return {
        "config": look(dark),
        "height": rows * _row_height(rows) + SURROUNDINGS,
        "datasets": {"cells": frame},
        "data": {"name": "cells"},
        "transform": [
            {"calculate": label_at(labels, f"datum.{field}"), "as": name}
            for name, (labels, field) in names.items()
        ],
        "layer": layers,
    }


def _tiles(sides: Spec, fill: Spec, titles: tuple[str, str], dark: bool) -> Spec:
    """The cells, with what a tooltip says of each."""
    fields = zip(("row", "key", "meaning"), (*titles, " "), strict=True)
    return {
        "name": "cells",
        "mark": {"type": "rect", "cornerRadius": 2, "strokeWidth": 0.7},
        "encoding": {
            **sides,
            "fill": fill,
            "stroke": {"value": PALETTE[theme(dark)]["line"]},
            "tooltip": [
                {"field": field, "type": "nominal", "title": title} for field, title in fields
            ],
        },
    }


def hatching(sides: Spec, shape: tuple[int, ...], test: str, colour: str) -> Spec:
    """Slanted strokes, as large as the cell allows, on the cells that pass `test`."""
    room = f"min(width / {shape[1]}, height / {shape[0]})"
    return {
        "transform": [{"filter": test}],
        "mark": {
            "type": "point",
            "aria": False,
            "shape": STROKES,
            "strokeWidth": 1,
            "opacity": 0.55,
            "filled": False,
            "size": {"expr": f"pow(0.72 * {room}, 2)"},
        },
        "encoding": {**sides, "stroke": {"value": colour}},
    }


def _symbols(sides: Spec, shape: tuple[int, ...], dark: bool) -> Spec:
    """0, 1 or minus infinity in each cell; on a phone, where they would collide, none."""
    colours = PALETTE[theme(dark)]
    free = f"width < {SYMBOL_ROOM * shape[1]} || height < 14 * {shape[0]} ? 0 : 1"
    return {
        "mark": {
            "type": "text",
            "fontSize": AXIS_SIZE,
            "fontWeight": 600,
            "opacity": {"expr": free},
        },
        "encoding": {
            **sides,
            "text": {"field": "symbol", "type": "nominal"},
            "color": {"value": colours["ink"]},
        },
    }


def _row_height(rows: int) -> int:
    return int(np.clip(330 // max(1, rows), 11, 24))


def _sides(
    row_labels: Sequence[str],
    key_labels: Sequence[str],
    titles: tuple[str, str],
    names: tuple[str, str],
    dark: bool,
) -> Spec:
    colours = PALETTE[theme(dark)]
    return {
        "x": places(
            "k",
            key_labels,
            titles[1],
            colours[names[1]],
            orient="top",
            labelAngle=slant(key_labels),
        ),
        "y": places("q", row_labels, titles[0], colours[names[0]]),
    }
