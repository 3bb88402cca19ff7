"""Redact the numbers of a chart: same marks, words and axes, but uniform values.

For learners who predict the values: neither specification nor data contain them any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pyarrow as pa
import pyarrow.types as kind_of

from explainer.charts.curve_layers import STEPS
from explainer.charts.figure import Figure
from explainer.charts.labels import Spec

# Columns with positions and names. Every other column is a value or derived from one.
PLACES: Final = frozenset(
    {"i", "q", "k", "s", "x", "row", "key", "label", "line", "place", "step", "part", "state"}
    | {"room", "across_low", "across_high"}
)
ENDS: Final = frozenset({"up_high", "value_high", "limit"})  # upper ends, set to 1
HALF: Final = frozenset({"v", "w", "y"})  # values, set to half of the scale
BOXES: Final = "frames"  # table of diagrams of the model's parts, which have no numbers
UNKNOWN: Final = "?"
PALE: Final = {"bar": 0.3, "line": 0.8, "point": 0.4}  # opacity of redacted marks
SHADES: Final = ("color", "fill", "stroke")
GREY: Final = "#8a8f9838"  # with alpha: pale in both themes


def without_numbers(figure: Figure) -> Figure:
    """Return the chart with every value at half of its scale, and grey instead of measured shades.

    Curves are horizontal, each in the row with its name, otherwise spread evenly.
    """
    if BOXES in figure.data:
        return figure
    rows = figure.data[STEPS].num_rows if STEPS in figure.data else 0
    tables = {name: _blank(table, rows) for name, table in figure.data.items()}
    return Figure(_without_numbers(figure.spec), tables)


def _blank(table: pa.Table, rows: int) -> pa.Table:
    """Redact a table; `rows` is the number of rows with curves, 0 if they share one scale."""
    columns = {name: _value(name, table[name]) for name in table.column_names}
    if "y" in columns and "s" in columns:
        columns["y"] = _level(table["s"], rows, table["y"].type)
    if rows:
        columns |= {name: table[name] for name in ("up_low", "up_high") if name in columns}
    return pa.table(columns)


def _level(series: pa.ChunkedArray, rows: int, kind: pa.DataType) -> pa.Array:
    """Return a constant height for every curve."""
    numbers = series.to_pylist()
    count = 1 + max(numbers, default=0)
    heights = [n % rows if rows else 1 - (n + 0.5) / count for n in numbers]
    return pa.array(heights, kind)


def _value(name: str, column: pa.ChunkedArray) -> pa.ChunkedArray | pa.Array:
    if name in PLACES:
        return column
    if kind_of.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    if kind_of.is_boolean(column.type):
        blank: Any = False
    elif kind_of.is_string(column.type):
        blank = GREY if name in ("fill", "ink", "tone") else ""
    elif kind_of.is_floating(column.type) and name in HALF:
        blank = 0.5
    else:
        blank = int(name in ENDS)
    return pa.array([blank] * len(column), column.type)


def _without_numbers(part: Any) -> Any:
    """Redact a part of a specification: no tooltips or legends, "?" for numbers, grey shades."""
    if isinstance(part, list):
        return [_without_numbers(item) for item in part]
    if not isinstance(part, Mapping):
        return part
    spec: Spec = {name: _without_numbers(item) for name, item in part.items() if name != "tooltip"}
    if isinstance(encoding := part.get("encoding"), Mapping):
        spec["encoding"] = {
            channel: _channel(channel, definition)
            for channel, definition in encoding.items()
            if channel not in ("tooltip", "opacity")
        }
    if isinstance(mark := spec.get("mark"), dict) and mark.get("type") in ("bar", "line", "point"):
        dashed = {"strokeDash": [4, 5]} if mark["type"] == "line" else {}
        spec["mark"] = {**mark, **dashed, "opacity": PALE[mark["type"]]}
    return spec


def _channel(channel: str, definition: Any) -> Any:
    if channel == "text":
        return {"value": UNKNOWN}
    if channel in SHADES and _is_measured(definition):
        return {"value": GREY}
    is_mapping = isinstance(definition, Mapping)
    if channel in ("x", "y") and is_mapping and definition.get("field") in HALF:
        axis = definition.get("axis") or {}
        if STEPS not in axis.get("labelExpr", ""):
            return {**definition, "axis": {**axis, "labels": False}}
    return definition


def _is_measured(definition: Any) -> bool:
    """Return whether a colour encodes a number, also in a condition."""
    if isinstance(definition, Mapping):
        return definition.get("type") == "quantitative" or any(
            map(_is_measured, definition.values())
        )
    return isinstance(definition, list) and any(map(_is_measured, definition))
