"""One attention map, large: rows ask, columns answer, the shade is the weight."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import (
    AXIS_SIZE,
    Spec,
    check_labels,
    label_at,
    look,
    places,
    slant,
    tooltip,
)
from explainer.charts.palette import GAMMA, INK_TURNS, PALETTE, ramp, theme

Cell = tuple[int, int]

PRINT_LIMIT = 12  # up to 12 x 12 the numbers are printed into the cells
NUMBER_WIDTH = 27  # pixels a column needs for its number
SURROUNDINGS = 140  # pixels of column labels and legend: Streamlit fits them into the height
CELL_PICK = "cell"  # name of the click selection: event["selection"]["cell"]


def attention_map(
    *,
    weights: NDArray[np.floating],
    row_labels: Sequence[str],
    key_labels: Sequence[str],
    row_title: str,
    key_title: str,
    value_title: str,
    dark: bool,
    row_colour: str = "target_text",
    key_colour: str = "source_text",
    masked: NDArray[np.bool_] | None = None,
    selected: Cell | None = None,
) -> Spec:
    """A (Q, K) map with fixed domain 0..1, one tooltip per cell and the click selection `cell`.

    Hovering a cell keeps its row and its column and pales the rest, inside Vega, without a rerun.
    `masked` cells (Q, K) are hatched and carry no number. `selected` is where the frame starts.
    Raises ValueError when labels or mask do not fit the weights.
    """
    check_labels(weights, row_labels, key_labels)
    if masked is not None and masked.shape != weights.shape:
        raise ValueError(f"mask {masked.shape} for weights {weights.shape}")
    hidden = np.zeros(weights.shape, dtype=bool) if masked is None else masked
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
        "y": places("q", row_labels, row_title, colours[row_colour]),
    }
    cells = _cells(sides, value_title, dark)
    cells["encoding"]["tooltip"] = tooltip(
        ("row", row_title), ("key", key_title), ("w", value_title)
    )
    cells["transform"] = [
        {"calculate": label_at(row_labels, "datum.q"), "as": "row"},
        {"calculate": label_at(key_labels, "datum.k"), "as": "key"},
    ]
    layers, datasets = [cells], {"cells": cell_frame(weights, ~hidden)}
    if hidden.any():
        layers.append(_hatch(sides, colours["mask"]))
        datasets["masked"] = cell_frame(weights, hidden)
    if max(weights.shape) <= PRINT_LIMIT:
        layers.append(_numbers(sides, len(key_labels), dark))
    return {
        "config": look(dark),
        "height": len(row_labels) * _row_height(len(row_labels)) + SURROUNDINGS,
        "params": _selections(selected),
        "layer": layers,
        "datasets": datasets,
    }


def cell_frame(weights: NDArray[np.floating], keep: NDArray[np.bool_]) -> pa.Table:
    """The kept cells as rows q, k, w: small integers and float32, which is what is sent.

    Raises ValueError for a side of more than 127 pieces.
    """
    if max(keep.shape) > np.iinfo(np.int8).max:
        raise ValueError(f"a map of {keep.shape} is too large to draw")
    q, k = np.nonzero(keep)
    return pa.table(
        {
            "q": q.astype(np.int8),
            "k": k.astype(np.int8),
            "w": weights[q, k].astype(np.float32),
        }
    )


def hover(name: str, *fields: str) -> Spec:
    """A selection that lasts as long as the pointer is on a mark."""
    select = {"type": "point", "fields": list(fields), "on": "pointerover", "clear": "pointerout"}
    return {"name": name, "select": select, "views": ["cells"]}


def _row_height(n_rows: int) -> int:
    """Pixels a row: comfortable for a short sentence, still readable for a long one."""
    return int(np.clip(420 // max(1, n_rows), 15, 38))


def _selections(selected: Cell | None) -> list[Spec]:
    """A click picks one cell; hovering picks its row and its column."""
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
    if selected is not None:
        pick["value"] = [{"q": selected[0], "k": selected[1]}]
    return [pick, hover("over_row", "q"), hover("over_key", "k")]


def _cells(sides: Spec, value_title: str, dark: bool) -> Spec:
    """The shaded cells."""
    crossing = {"or": [{"param": "over_row"}, {"param": "over_key"}]}
    chosen = {"param": CELL_PICK, "empty": False, "value": PALETTE[theme(dark)]["ink"]}
    return {
        "name": "cells",
        "data": {"name": "cells"},
        "mark": {"type": "rect", "cornerRadius": 2, "cursor": "pointer"},
        "encoding": {
            **sides,
            "color": {
                "field": "w",
                "type": "quantitative",
                "title": value_title,
                "scale": {
                    "domain": [0, 1],
                    "range": ramp(dark),
                    "type": "pow",
                    "exponent": GAMMA,
                    "clamp": True,
                },
                "legend": {
                    "orient": "bottom",
                    "direction": "horizontal",
                    "gradientLength": 220,
                    "gradientThickness": 9,
                    "values": [0, 0.25, 0.5, 0.75, 1],
                    "format": ".2~f",
                },
            },
            "opacity": {"condition": {"test": crossing, "value": 1.0}, "value": 0.35},
            "stroke": {"condition": chosen, "value": "transparent"},
            "strokeWidth": {"value": 2.5},
        },
    }


def _hatch(sides: Spec, colour: str) -> Spec:
    """Masked cells: one slanted stroke each, no shade, no number."""
    return {
        "data": {"name": "masked"},
        "mark": {
            "type": "point",
            "aria": False,
            "shape": "stroke",
            "angle": 315,
            "size": 160,
            "strokeWidth": 1.2,
            "opacity": 0.5,
        },
        "encoding": {**sides, "stroke": {"value": colour}},
    }


def _numbers(sides: Spec, n_keys: int, dark: bool) -> Spec:
    """The weights in the cells; on a phone, where they would collide, they are left out."""
    colours, turn = PALETTE[theme(dark)], INK_TURNS[theme(dark)]
    room = f"width < {NUMBER_WIDTH * n_keys} ? 0 : 1"
    strong = {"test": f"datum.w >= {turn}", "value": colours["on_high"]}
    return {
        "data": {"name": "cells"},
        "mark": {"type": "text", "fontSize": AXIS_SIZE, "opacity": {"expr": room}},
        "encoding": {
            **sides,
            "text": {"field": "w", "type": "quantitative", "format": ".2f"},
            "color": {"condition": strong, "value": colours["on_low"]},
        },
    }
