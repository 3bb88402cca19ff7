"""A map of numbers around 0: shade on the diverging scale, a click picks a cell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, check_labels, label_at, look, places, slant
from explainer.charts.palette import PALETTE, ramp, theme

CELL_PICK = "cell"  # name of the click selection: event["selection"]["cell"]
PRINT_LIMIT = 14  # columns: up to here the numbers are printed into the cells
NUMBER_WIDTH = 30  # pixels a column needs for its number
SURROUNDINGS = 140  # pixels of column labels and legend
DEEP = 0.55  # of the largest number: from here on a printed number turns light


def signed_map(
    *,
    values: NDArray[np.floating],
    row_labels: Sequence[str],
    key_labels: Sequence[str],
    row_title: str,
    key_title: str,
    value_title: str,
    dark: bool,
    row_colour: str = "target_text",
    key_colour: str = "source_text",
    selected: tuple[int, int] | None = None,
    form: str = ".2f",
) -> Spec:
    """(Q, K) signed numbers; the domain is symmetric and its ends are printed in the legend.

    Clicking a cell selects `cell` (fields q and k). Raises ValueError when labels do not fit.
    """
    check_labels(values, row_labels, key_labels)
    colours = PALETTE[theme(dark)]
    reach = float(np.abs(values).max(initial=0.0)) or 1.0
    sides: Spec = {
        "x": places(
            "k",
            key_labels,
            key_title,
            colours[key_colour],
            orient="top",
            labelAngle=0 if max(map(len, key_labels), default=0) <= 2 else slant(key_labels),
        ),
        "y": places("q", row_labels, row_title, colours[row_colour], labelLimit=150),
    }
    layers = [_cells(sides, reach, value_title, form, dark)]
    if len(key_labels) <= PRINT_LIMIT:
        layers.append(_numbers(sides, len(key_labels), reach, form, dark))
    q, k = np.indices(values.shape)
    frame = pa.table(
        {
            "q": q.ravel().astype(np.int16),
            "k": k.ravel().astype(np.int16),
            "w": values.ravel().astype(np.float32),
        }
    )
    return {
        "config": look(dark),
        "height": len(row_labels) * row_height(len(row_labels)) + SURROUNDINGS,
        "params": [_pick(selected)],
        "datasets": {"cells": frame},
        "data": {"name": "cells"},
        "transform": [
            {"calculate": label_at(row_labels, "datum.q"), "as": "row"},
            {"calculate": label_at(key_labels, "datum.k"), "as": "key"},
        ],
        "layer": layers,
    }


def _cells(sides: Spec, reach: float, value_title: str, form: str, dark: bool) -> Spec:
    colours = PALETTE[theme(dark)]
    chosen = {"param": CELL_PICK, "empty": False, "value": colours["ink"]}
    row_title, key_title = (sides[side]["axis"]["title"] for side in "yx")
    return {
        "name": "cells",
        "mark": {"type": "rect", "cornerRadius": 2, "cursor": "pointer"},
        "encoding": {
            **sides,
            "color": {
                "field": "w",
                "type": "quantitative",
                "title": value_title,
                "scale": {"domain": [-reach, reach], "range": ramp(dark, scale="diverging")},
                "legend": {
                    "orient": "bottom",
                    "direction": "horizontal",
                    "gradientLength": 220,
                    "gradientThickness": 9,
                    "values": [-reach, 0, reach],
                    "format": form,
                },
            },
            "stroke": {"condition": chosen, "value": colours["line"]},
            "strokeWidth": {"condition": {**chosen, "value": 2.5}, "value": 0.5},
            "tooltip": [
                {"field": "row", "type": "nominal", "title": row_title or " "},
                {"field": "key", "type": "nominal", "title": key_title or " "},
                {"field": "w", "type": "quantitative", "title": value_title, "format": "+.3f"},
            ],
        },
    }


def row_height(n_rows: int) -> int:
    """Pixels a row: comfortable for a few, readable for many."""
    return int(np.clip(420 // max(1, n_rows), 15, 34))


def _pick(selected: tuple[int, int] | None) -> Spec:
    pick: Spec = {
        "name": CELL_PICK,
        "select": {
            "type": "point",
            "fields": ["q", "k"],
            "on": "click",
            "clear": False,
            "toggle": False,
        },
        "views": ["cells"],
    }
    return pick if selected is None else {**pick, "value": [{"q": selected[0], "k": selected[1]}]}


def _numbers(sides: Spec, columns: int, reach: float, form: str, dark: bool) -> Spec:
    """Printed numbers; on a deep shade in the ink that can be read there."""
    colours = PALETTE[theme(dark)]
    deep = f"abs(datum.w) > {DEEP * reach:g}"
    return {
        "mark": {"type": "text", "fontSize": AXIS_SIZE - 1, "tooltip": False},
        "encoding": {
            **sides,
            "text": {"field": "w", "type": "quantitative", "format": form},
            "opacity": {
                "condition": {"test": f"width < {NUMBER_WIDTH * columns}", "value": 0},
                "value": 1,
            },
            "color": {
                "condition": {"test": deep, "value": colours["on_high"]},
                "value": colours["on_low"],
            },
        },
    }
