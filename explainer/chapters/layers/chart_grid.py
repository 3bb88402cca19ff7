"""A small map of numbers: rows are layers, columns are pieces; shade and print of each cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import Spec, check_labels, label_at, look, places, slant
from explainer.charts.palette import PALETTE, blend, theme

ROW: Final = 34
DEEPEST: Final = {"light": 0.6, "dark": 0.5}  # of the way to the colour: ink stays readable
PRINT_LIMIT: Final = 14


def grid(
    *,
    values: NDArray[np.floating],
    row_labels: Sequence[str],
    column_labels: Sequence[str],
    row_title: str,
    column_title: str,
    value_title: str,
    side: str,
    dark: bool,
    words: Sequence[Sequence[str]] | None = None,
    word_title: str = "",
    top: float = 1.0,
    selected: int | None = None,
) -> Spec:
    """Shares, shaded from 0 to `top` in the colour of `side` ("source" or "target", whose pieces
    the columns are) and printed as percentages, or with `words` (rows x columns) instead.
    `selected` is a column that gets a frame.

    Raises ValueError when labels or words do not fit the values.
    """
    check_labels(values, row_labels, column_labels)
    flat = _flat(words, values.size)
    sides = {
        "x": places(
            "c",
            column_labels,
            column_title,
            PALETTE[theme(dark)][f"{side}_text"],
            orient="top",
            labelAngle=slant(column_labels),
        ),
        "y": places("r", row_labels, row_title, PALETTE[theme(dark)]["second"], labelLimit=150),
    }
    r, c = np.indices(values.shape, dtype=np.int16)
    frame = {"r": r.ravel(), "c": c.ravel(), "v": values.ravel().astype(np.float32)}
    if flat is not None:
        frame["word"] = flat
    cells = {
        "mark": {"type": "rect", "cornerRadius": 3},
        "encoding": {
            **sides,
            "color": _shades(side, top, dark),
            "stroke": _frame_colour(selected, dark),
            "strokeWidth": {"value": 1.6},
            "tooltip": _tooltip(
                row_title, column_title, value_title, word_title if flat is not None else ""
            ),
        },
    }
    layers = [cells]
    if len(column_labels) <= PRINT_LIMIT and (flat is not None or values.size <= 300):
        layers.append(_print(sides, flat is not None, dark))
    names = (("row", row_labels, "datum.r"), ("column", column_labels, "datum.c"))
    return {
        "config": look(dark),
        "height": ROW * len(row_labels) + 90,
        "data": {"name": "cells"},
        "transform": [{"calculate": label_at(list_, at), "as": name} for name, list_, at in names],
        "layer": layers,
        "datasets": {"cells": pa.table(frame)},
    }


def _flat(words: Sequence[Sequence[str]] | None, size: int) -> list[str] | None:
    flat = None if words is None else [word for row in words for word in row]
    if flat is not None and len(flat) != size:
        raise ValueError(f"{len(flat)} words for {size} cells")
    return flat


def _shades(side: str, top: float, dark: bool) -> Spec:
    colours = PALETTE[theme(dark)]
    deepest = blend(colours["panel"], colours[side], DEEPEST[theme(dark)])
    return {
        "field": "v",
        "type": "quantitative",
        "legend": None,
        "scale": {
            "domain": [0.0, top],
            "range": [colours["panel"], deepest],
            "clamp": True,
            "interpolate": "rgb",
        },
    }


def _frame_colour(column: int | None, dark: bool) -> Spec:
    test = f"datum.c === {-1 if column is None else column}"
    ink = PALETTE[theme(dark)]["ink"]
    return {"condition": {"test": test, "value": ink}, "value": "transparent"}


def _tooltip(row: str, column: str, value: str, word: str) -> list[Spec]:
    lines = [
        {"field": "row", "type": "nominal", "title": row},
        {"field": "column", "type": "nominal", "title": column},
        {"field": "v", "type": "quantitative", "title": value, "format": ".1%"},
    ]
    return lines if not word else [*lines, {"field": "word", "type": "nominal", "title": word}]


def _print(sides: Spec, words: bool, dark: bool) -> Spec:
    colours = PALETTE[theme(dark)]
    shown = (
        {"field": "word", "type": "nominal"}
        if words
        else {"field": "v", "type": "quantitative", "format": ".0%"}
    )
    return {
        "mark": {"type": "text", "fontSize": 11, "limit": 68, "tooltip": False},
        "encoding": {**sides, "text": shown, "color": {"value": colours["ink"]}},
    }
