"""Maps of signed numbers around 0: position tables, dot products, score maps, signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import CROWDED, Spec, axis, drawing, label_at, look, slant
from explainer.charts.palette import PALETTE, ramp, theme

Cell = tuple[int, int]

PICK = "place"  # name of the click selection: event["selection"]["place"], fields y and x
EXACT = 16384  # cells; a larger map is sent as shades of one byte and says no number on hover
SHADES = 127
PRINTED = 9  # pixels a column needs for a sign in its cells
HEIGHT = 400  # pixels of a map at most
ROW = (3.0, 26.0)  # pixels a row has at least and at most
TICKS = 16  # numbers on an axis without names, at most
SURROUNDINGS = 110  # pixels of titles and legend: Streamlit fits them into the height


def signed_grid(
    *,
    values: NDArray[np.floating],
    x_title: str,
    y_title: str,
    value_title: str,
    limit: float,
    dark: bool,
    x_labels: Sequence[str] | None = None,
    y_labels: Sequence[str] | None = None,
    colour: str = "second",
    selected: Cell | None = None,
    signs: Sequence[tuple[str, str]] = (),
) -> Spec:
    """A (Y, X) map on the diverging scale from -limit to +limit, which the legend prints.

    Axes count from 0 where there are no labels. With `selected`, a click selects `place` (fields y
    and x) and the frame starts there. `signs` has a word for minus and one for plus for every row,
    printed into the cells. Only the values are sent: row and column follow from their order.
    Raises ValueError for labels that do not fit and for a limit below the largest |value|.
    """
    _check(values, x_labels, y_labels, limit)
    rows, columns = values.shape
    tone = PALETTE[theme(dark)][colour]
    sides = {
        "x": _side("x", columns, x_labels, x_title, tone, orient="top"),
        "y": _side("y", rows, y_labels, y_title, tone),
    }
    exact = values.size <= EXACT
    cells = _cells(sides, limit, value_title, dark)
    cells["encoding"]["tooltip"] = _tooltip(x_title, y_title, value_title if exact else None)
    layers = [cells]
    params: list[Spec] = []
    if selected is not None:
        params.append(_pick(selected))
        layers.append(_frame(sides, PALETTE[theme(dark)]["ink"]))
    if signs:
        layers.append(_signs(sides, signs, columns, dark))
    scale = 1.0 if exact else limit / SHADES
    calculated = {
        "x": f"(datum.n - 1) % {columns}",
        "y": f"floor((datum.n - 1) / {columns})",
        "w": f"datum.v * {scale!r}",
        "xname": _name(x_labels, "datum.x"),
        "yname": _name(y_labels, "datum.y"),
    }
    spec = {
        "config": look(dark),
        "height": int(np.clip(HEIGHT / rows, *ROW) * rows) + SURROUNDINGS,
        "params": params,
        "data": {"name": "cells"},
        "transform": [{"window": [{"op": "row_number", "as": "n"}]}, *_steps(calculated)],
        "layer": layers,
        "datasets": {"cells": value_frame(values, limit)},
    }
    return drawing(spec, values.size)


def _steps(calculated: Mapping[str, str]) -> list[Spec]:
    return [{"calculate": expression, "as": name} for name, expression in calculated.items()]


def value_frame(values: NDArray[np.floating], limit: float) -> pa.Table:
    """The values row by row: float32, or of a large map shades -127..127 of the limit."""
    if values.size <= EXACT:
        return pa.table({"v": values.astype(np.float32).ravel()})
    return pa.table({"v": np.rint(values / limit * SHADES).astype(np.int8).ravel()})


def symmetric(values: NDArray[np.floating]) -> float:
    """The end of a scale around 0 that holds all values; 1 when there is nothing but 0."""
    return float(np.abs(values).max()) or 1.0


def _check(
    values: NDArray[np.floating],
    x_labels: Sequence[str] | None,
    y_labels: Sequence[str] | None,
    limit: float,
) -> None:
    rows, columns = values.shape
    for labels, count in ((y_labels, rows), (x_labels, columns)):
        if labels is not None and len(labels) != count:
            raise ValueError(f"{len(labels)} labels for a side of {count}")
    if np.abs(values).max() > limit * (1 + 1e-9):
        raise ValueError(f"a value beyond the limit {limit}")


def _name(labels: Sequence[str] | None, index: str) -> str:
    return index if labels is None else label_at(labels, index)


def ticks(count: int) -> list[int]:
    """At most TICKS round places 0..count-1."""
    step = next(s for s in (1, 2, 4, 5, 8, 10, 16, 20, 32, 64, 128) if count / s <= TICKS)
    return list(range(0, count, step))


def _side(
    field: str, count: int, labels: Sequence[str] | None, title: str, tone: str, **options: object
) -> Spec:
    """One side of the map: places 0..count-1, with their names or with some of their numbers."""
    if labels is None:
        drawn = axis([], title, tone, **options)
        del drawn["labelExpr"]
        drawn |= {"values": ticks(count), "labelAngle": 0, "labelFontWeight": 400}
    else:
        drawn = axis(labels, title, tone, **options)
        if field == "x":
            drawn["labelAngle"] = slant(labels)
    gap = 0.04 if count <= CROWDED else 0.0
    return {
        "field": field,
        "type": "ordinal",
        "scale": {"domain": list(range(count)), "paddingInner": gap, "paddingOuter": 0},
        "axis": drawn,
    }


def _cells(sides: Spec, limit: float, value_title: str, dark: bool) -> Spec:
    shades = {
        "domain": [-limit, limit],
        "range": ramp(dark, 9, "diverging"),
        "clamp": True,
        "interpolate": "rgb",
    }
    marks = [-limit, -limit / 2, 0, limit / 2, limit]
    return {
        "name": "cells",
        # A hair in the cell's own colour closes the seams a browser leaves between narrow cells.
        "mark": {"type": "rect", "strokeWidth": 0.6, "stroke": {"expr": "scale('color', datum.w)"}},
        "encoding": {
            **sides,
            "color": {
                "field": "w",
                "type": "quantitative",
                "title": value_title,
                "scale": shades,
                "legend": {
                    "orient": "bottom",
                    "direction": "horizontal",
                    "gradientLength": 220,
                    "gradientThickness": 9,
                    "values": marks,
                    "format": ".2~f",
                },
            },
        },
    }


def _tooltip(x_title: str, y_title: str, value_title: str | None) -> list[Spec]:
    lines: list[Spec] = [
        {"field": "yname", "type": "nominal", "title": y_title},
        {"field": "xname", "type": "nominal", "title": x_title},
    ]
    if value_title is not None:
        value = {"field": "w", "type": "quantitative", "title": value_title, "format": ".3f"}
        lines.append(value)
    return lines


def _pick(selected: Cell) -> Spec:
    """A click picks one cell; the frame starts at `selected`."""
    select = {"type": "point", "fields": ["y", "x"], "on": "click", "clear": False, "toggle": False}
    start = [{"y": selected[0], "x": selected[1]}]
    return {"name": PICK, "select": select, "views": ["cells"], "value": start}


def _frame(sides: Spec, ink: str) -> Spec:
    """The picked cell, framed: the only mark of this layer."""
    return {
        "transform": [{"filter": {"param": PICK, "empty": False}}],
        "mark": {"type": "rect", "filled": False, "stroke": ink, "strokeWidth": 2.5},
        "encoding": sides,
    }


def _signs(sides: Spec, signs: Sequence[tuple[str, str]], columns: int, dark: bool) -> Spec:
    """The words of every row in its cells; on a phone they are left out."""
    room = f"width < {PRINTED * columns} ? 0 : 1"
    minus, plus = (label_at(words, "datum.y") for words in zip(*signs, strict=True))
    return {
        "transform": [{"calculate": f"datum.w < 0 ? {minus} : {plus}", "as": "sign"}],
        "mark": {"type": "text", "fontSize": 10, "opacity": {"expr": room}},
        "encoding": {
            **sides,
            "text": {"field": "sign", "type": "nominal"},
            "color": {"value": PALETTE[theme(dark)]["on_high"]},
        },
    }
