"""One row of a head from score to weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.chapters.masks.chart_grid import hatching
from explainer.charts.labels import Spec, label_at, look, places, slant
from explainer.charts.palette import PALETTE, SIGNED_TURNS, ink_on, ramp, shade, theme

STRIP_ROW = 30
STRIP_SURROUNDINGS = 84
DIGIT, MARGIN = 6, 3  # pixels: of a number in a strip, and beside it

Fill = Literal["signed", "weight", "plain"]


@dataclass(frozen=True)
class StripRow:
    """One line of a strip: its name, a number and its text for each key, how it is coloured."""

    name: str
    values: Sequence[float]
    texts: Sequence[str]
    fill: Fill


def even_limit(values: NDArray[np.floating]) -> float:
    """The end of an even scale, rounded up to a number one can read."""
    most = float(np.abs(values).max()) if values.size else 1.0
    return max(0.5, float(np.ceil(most * 2) / 2))


def row_strip(
    *,
    rows: Sequence[StripRow],
    key_labels: Sequence[str],
    key_title: str,
    key_colour: str,
    chosen: int,
    row_title: str,
    value_title: str,
    dark: bool,
) -> Spec:
    """Rows of numbers over the same keys; a value of minus infinity is hatched.

    `chosen` is the key with the frame. Raises ValueError when a row has not one value a key.
    """
    if any(not len(row.values) == len(row.texts) == len(key_labels) for row in rows):
        raise ValueError(f"a row does not have {len(key_labels)} values")
    colours = PALETTE[theme(dark)]
    sides = {
        "x": places(
            "k",
            key_labels,
            key_title,
            colours[key_colour],
            orient="top",
            labelAngle=slant(key_labels),
        ),
        "y": places(
            "r", [row.name for row in rows], None, colours["second"], gap=0.12, labelLimit=120
        ),
    }
    titles = {"name": row_title, "key": key_title, "text": value_title}
    tips = [{"field": f, "type": "nominal", "title": title} for f, title in titles.items()]
    here = {"test": f"datum.k === {chosen}", "value": colours["ink"]}
    tiles = {
        "mark": {"type": "rect", "cornerRadius": 3},
        "encoding": {
            **sides,
            "fill": {"field": "fill", "type": "nominal", "scale": None},
            "stroke": {"condition": here, "value": colours["line"]},
            "strokeWidth": {"condition": {**here, "value": 1.8}, "value": 0.5},
            "tooltip": tips,
        },
    }
    return {
        "config": look(dark),
        "height": len(rows) * STRIP_ROW + STRIP_SURROUNDINGS,
        "datasets": {"cells": _strip_frame(rows, dark)},
        "data": {"name": "cells"},
        "transform": [
            {"calculate": label_at([row.name for row in rows], "datum.r"), "as": "name"},
            {"calculate": label_at(key_labels, "datum.k"), "as": "key"},
        ],
        "layer": [
            tiles,
            hatching(sides, (len(rows), len(key_labels)), "datum.gone", colours["mask"]),
            _texts(sides, rows),
        ],
    }


def _strip_frame(rows: Sequence[StripRow], dark: bool) -> pa.Table:
    cells = [
        (r, k, *_look_of(row, k, dark), row.texts[k], bool(np.isneginf(row.values[k])))
        for r, row in enumerate(rows)
        for k in range(len(row.values))
    ]
    r, k, fill, ink, text, gone = zip(*cells, strict=True)
    places_of = {"r": np.array(r, dtype=np.int8), "k": np.array(k, dtype=np.int8)}
    return pa.table({**places_of, "fill": fill, "ink": ink, "text": text, "gone": gone})


def _texts(sides: Spec, rows: Sequence[StripRow]) -> Spec:
    """The numbers; where a column is too narrow for them, none."""
    longest = max(len(text) for row in rows for text in row.texts)
    room = f"width < {(DIGIT * longest + MARGIN) * len(rows[0].texts)} ? 0 : 1"
    return {
        "mark": {"type": "text", "fontSize": 11, "opacity": {"expr": room}},
        "encoding": {
            **sides,
            "text": {"field": "text", "type": "nominal"},
            "color": {"field": "ink", "type": "nominal", "scale": None},
        },
    }


def _look_of(row: StripRow, key: int, dark: bool) -> tuple[str, str]:
    """(fill, ink) of one number."""
    colours, value = PALETTE[theme(dark)], float(row.values[key])
    if not np.isfinite(value):
        return colours["page"], colours["ink"]
    if row.fill == "weight":
        return shade(value, dark), ink_on(value, dark)
    if row.fill == "plain":
        return colours["panel"], colours["ink"]
    finite = np.asarray(row.values, dtype=np.float64)
    limit = even_limit(finite[np.isfinite(finite)])
    steps = ramp(dark, 17, "diverging")
    place = int(np.clip(round((value / limit + 1) * 8), 0, 16))
    strong = abs(place - 8) / 8 >= SIGNED_TURNS[theme(dark)]
    return steps[place], colours["on_high" if strong else "on_low"]
