"""Bars of a look-up: one number for each key, and a vector as a strip of bars."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, label_at, look, places
from explainer.charts.palette import PALETTE, theme

ROW_HEIGHT = 34
STRIP_HEIGHT = 92


def key_bars(
    *,
    labels: Sequence[str],
    values: NDArray[np.floating],
    notes: Sequence[str],
    colour: str,
    value_title: str,
    key_title: str,
    dark: bool,
    room: float = 0.45,
) -> Spec:
    """A horizontal bar for each key with its finished note behind it; `colour` is of the palette.

    `room` is left for the longest note, in lengths of the longest bar. Negative values grow to the
    left. Raises ValueError when the lengths differ.
    """
    if not len(labels) == len(values) == len(notes):
        raise ValueError(f"{len(labels)} labels, {len(values)} values, {len(notes)} notes")
    colours = PALETTE[theme(dark)]
    numbers = np.asarray(values, dtype=np.float64)
    low, high = min(0.0, float(numbers.min())), max(0.0, float(numbers.max()))
    domain = [low, low + (1 + room) * max(high - low, 1e-12)]
    shared: Spec = {
        "y": places("i", labels, None, colours["ink"], gap=0.3),
        "x": {"field": "v", "type": "quantitative", "scale": {"domain": domain}, "axis": None},
        "tooltip": [
            {"field": "name", "type": "nominal", "title": key_title},
            {"field": "v", "type": "quantitative", "title": value_title, "format": ",.4f"},
        ],
    }
    bars = {
        "mark": {"type": "bar", "cornerRadius": 3},
        "encoding": {**shared, "color": {"value": colours[colour]}},
    }
    words = {
        "mark": {"type": "text", "fontSize": AXIS_SIZE, "align": "left", "dx": 6},
        "encoding": {
            "y": shared["y"],
            "x": {**shared["x"], "field": "end"},
            "text": {"field": "note", "type": "nominal"},
            "color": {"value": colours["ink"]},
        },
    }
    frame = pa.table(
        {
            "i": np.arange(len(labels), dtype=np.int16),
            "v": numbers,
            "end": np.maximum(0.0, numbers),
            "note": list(notes),
        }
    )
    return {
        "config": look(dark),
        "datasets": {"rows": frame},
        "data": {"name": "rows"},
        "transform": [{"calculate": label_at(labels, "datum.i"), "as": "name"}],
        "height": ROW_HEIGHT * len(labels),
        "layer": [bars, words],
    }


def strip(
    *, values: NDArray[np.floating], colour: str, place_title: str, value_title: str, dark: bool
) -> Spec:
    """A vector as bars up and down, one for each of its numbers."""
    colours = PALETTE[theme(dark)]
    reach = float(np.abs(values).max()) or 1.0
    frame = pa.table(
        {"i": np.arange(1, len(values) + 1, dtype=np.int16), "v": values.astype(np.float32)}
    )
    axis = {
        "labelColor": colours["third"],
        "titleColor": colours["third"],
        "grid": False,
        "domain": False,
        "ticks": False,
        "titleFontWeight": 400,
    }
    return {
        "config": look(dark),
        "datasets": {"rows": frame},
        "data": {"name": "rows"},
        "height": STRIP_HEIGHT,
        "mark": {"type": "bar", "color": colours[colour]},
        "encoding": {
            "x": {
                "field": "i",
                "type": "ordinal",
                "title": place_title,
                "scale": {"paddingInner": 0.1},
                "axis": {**axis, "labels": False},
            },
            "y": {
                "field": "v",
                "type": "quantitative",
                "scale": {"domain": [-reach, reach]},
                "title": value_title,
                "axis": {**axis, "tickCount": 3, "format": ".2~g"},
            },
            "tooltip": [
                {"field": "i", "type": "quantitative", "title": place_title},
                {"field": "v", "type": "quantitative", "title": value_title, "format": ".3f"},
            ],
        },
    }
