"""A look-up drawn as what it is: a row of zeros and a single one, times the matrix."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, drawing, label_at, look
from explainer.charts.palette import PALETTE, ramp, theme

ROW_HEIGHT = 30
LEGEND = 52  # pixels of the legend: Streamlit fits it into the height
NAMES = 0.2  # of the width: room for names and for the one-hot column
NARROW = 500  # pixels; a figure that is not wider shows ids without their pieces
GAP = 0.5  # rows between matrix and product


def look_up_chart(
    *,
    rows: NDArray[np.floating],
    product: NDArray[np.floating],
    labels: Sequence[str],
    chosen: int,
    dimension: int,
    product_label: str,
    row_title: str,
    dimension_title: str,
    value_title: str,
    dark: bool,
) -> Spec:
    """A one-hot column, the rows (N, D) of the matrix it meets, and below them the product (D,).

    `chosen` is the row with the 1, `dimension` the framed column, both from 0. Raises ValueError
    when labels, product or places do not fit the rows.
    """
    n_rows, width = rows.shape
    if len(labels) != n_rows or product.shape != (width,):
        raise ValueError(f"{len(labels)} labels and product {product.shape} for rows {rows.shape}")
    if not (0 <= chosen < n_rows and 0 <= dimension < width):
        raise ValueError(f"row {chosen}, dimension {dimension} are outside {rows.shape}")
    left, low = -width * NAMES / (1 - NAMES), n_rows + 1 + GAP
    x: Spec = {
        "type": "quantitative",
        "axis": None,
        "scale": {"domain": [left, width], "nice": False},
    }
    y: Spec = {"type": "quantitative", "axis": None, "scale": {"domain": [low, -0.1]}}
    values = np.vstack([rows, product]).astype(np.float32)
    names = [*labels, product_label]
    cells = _cells(values, names, (x, y), (row_title, dimension_title, value_title), dark)
    spec = {
        "config": look(dark),
        "height": round((low + 0.1) * ROW_HEIGHT) + LEGEND,
        "datasets": {
            "cells": _cell_table(values),
            "names": _name_table(n_rows, chosen),
            "frames": pa.table(
                {
                    "a": [0, dimension],
                    "b": [width, dimension + 1],
                    "top": [chosen - 0.04, -0.04],
                    "low": [chosen + 0.94, low - 0.06],
                }
            ),
        },
        "layer": [
            cells,
            _words(names, "name", {**x, "datum": left}, y, "left", dark),
            _words(names, "short", {**x, "datum": left}, y, "left", dark),
            _words(names, "one", {**x, "datum": -0.02 * width}, y, "right", dark),
            _frames(x, y, dark),
        ],
    }
    return drawing(spec, values.size)


def _cell_table(values: NDArray[np.float32]) -> pa.Table:
    """Rows r, d, v; the last row of `values` is the product."""
    r, d = np.indices(values.shape)
    return pa.table(
        {"r": r.ravel().astype(np.int8), "d": d.ravel().astype(np.int16), "v": values.ravel()}
    )


def _name_table(n_rows: int, chosen: int) -> pa.Table:
    """For each row what it is multiplied with; the product with nothing."""
    every = range(n_rows + 1)
    return pa.table(
        {
            "r": list(every),
            "one": [str(int(i == chosen)) if i < n_rows else "" for i in every],
            "on": [i in (chosen, n_rows) for i in every],
        }
    )


def _frames(x: Spec, y: Spec, dark: bool) -> Spec:
    """Round the row that is fetched and round the chosen dimension."""
    return {
        "data": {"name": "frames"},
        "mark": {"type": "rect", "fillOpacity": 0, "strokeWidth": 1.5},
        "encoding": {
            "x": {**x, "field": "a"},
            "x2": {"field": "b"},
            "y": {**y, "field": "top"},
            "y2": {"field": "low"},
            "stroke": {"value": PALETTE[theme(dark)]["ink"]},
        },
    }


def _down(n_rows: int) -> list[Spec]:
    """Where a row begins and ends; the product stands a little below the matrix."""
    top = f"datum.r === {n_rows} ? datum.r + {GAP} : datum.r"
    return [
        {"calculate": top, "as": "top"},
        {"calculate": "datum.top + 0.9", "as": "low"},
        {"calculate": "datum.top + 0.45", "as": "mid"},
    ]


def _cells(
    values: NDArray[np.float32],
    names: Sequence[str],
    sides: tuple[Spec, Spec],
    titles: tuple[str, str, str],
    dark: bool,
) -> Spec:
    """Every number a coloured cell, on the diverging scale; its symmetric domain is printed."""
    limit = float(np.abs(values).max()) or 1.0
    x, y = sides
    return {
        "data": {"name": "cells"},
        "transform": [
            *_down(len(values) - 1),
            {"calculate": "datum.d + 1", "as": "right"},
            {"calculate": label_at(names, "datum.r"), "as": "name"},
        ],
        "mark": {"type": "rect"},
        "encoding": {
            "x": {**x, "field": "d"},
            "x2": {"field": "right"},
            "y": {**y, "field": "top"},
            "y2": {"field": "low"},
            "color": {
                "field": "v",
                "type": "quantitative",
                "title": titles[2],
                "scale": {
                    "domain": [-limit, limit],
                    "range": ramp(dark, 9, "diverging"),
                    "interpolate": "rgb",
                },
                "legend": {
                    "orient": "bottom",
                    "direction": "horizontal",
                    "gradientLength": 200,
                    "gradientThickness": 9,
                    "values": [-limit, 0, limit],
                    "format": ".2f",
                },
            },
            "tooltip": [
                {"field": "name", "type": "nominal", "title": titles[0]},
                {"field": "right", "type": "quantitative", "title": titles[1]},
                {"field": "v", "type": "quantitative", "title": titles[2], "format": ".4f"},
            ],
        },
    }


def _words(names: Sequence[str], field: str, x: Spec, y: Spec, align: str, dark: bool) -> Spec:
    """The names of the rows (long or short), or what each row is multiplied with, 0 or 1."""
    colours = PALETTE[theme(dark)]
    wide = {"name": f"width < {NARROW} ? 0 : 1", "short": f"width < {NARROW} ? 1 : 0"}
    on = {"test": "datum.on", "value": colours["source_text"]}
    return {
        "data": {"name": "names"},
        "transform": [
            *_down(len(names) - 1),
            {"calculate": label_at(names, "datum.r"), "as": "name"},
            {"calculate": "split(datum.name, ' ')[0]", "as": "short"},
        ],
        "mark": {
            "type": "text",
            "align": align,
            "fontSize": AXIS_SIZE,
            "fontWeight": 600,
            "baseline": "middle",
            "limit": {"expr": f"width * {NAMES} * 0.85"},
            "opacity": {"expr": wide.get(field, "1")},
        },
        "encoding": {
            "x": x,
            "y": {**y, "field": "mid"},
            "text": {"field": field, "type": "nominal"},
            "color": {"condition": on, "value": colours["third"]},
        },
    }
