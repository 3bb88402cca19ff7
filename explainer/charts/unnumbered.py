"""A chart as it is, without its numbers: same kind, words and axes, every value one and the same.

For a learner who is to predict them: what is taken out is nowhere in the specification or the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pyarrow as pa
import pyarrow.types as kind_of

from explainer.charts.curve_layers import STEPS
from explainer.charts.figure import Figure
from explainer.charts.labels import Spec

# Where something stands and what it is called. Every other column is a value, or follows from one.
PLACES: Final = frozenset(
    {"i", "q", "k", "s", "x", "row", "key", "label", "line", "place", "step", "part", "state"}
    | {"room", "across_low", "across_high"}
)
ENDS: Final = frozenset({"up_high", "value_high", "limit"})  # of a scale that begins at 0
HALF: Final = frozenset({"v", "w", "y"})  # heights: half of the scale
BOXES: Final = "frames"  # a table of drawings of the model's parts, which have no numbers
UNKNOWN: Final = "?"
PALE: Final = {"bar": 0.3, "line": 0.8, "point": 0.4}  # how much of a mark's colour is left
SHADES: Final = ("color", "fill", "stroke")
GREY: Final = "#8a8f9838"  # with alpha: pale on either ground


def without_numbers(figure: Figure) -> Figure:
    """The chart with every value half of its scale, in one grey where its shade was the number;
    curves are level, each in the row that has its name, else one above the other.
    """
    if BOXES in figure.data:
        return figure
    rows = figure.data[STEPS].num_rows if STEPS in figure.data else 0
    tables = {name: _blank(table, rows) for name, table in figure.data.items()}
    return Figure(_without_numbers(figure.spec), tables)


def _blank(table: pa.Table, rows: int) -> pa.Table:
    """`rows` are those in which the curves lie, 0 where they share one scale."""
    columns = {name: _value(name, table[name]) for name in table.column_names}
    if "y" in columns and "s" in columns:
        columns["y"] = _level(table["s"], rows, table["y"].type)
    if rows:
        columns |= {name: table[name] for name in ("up_low", "up_high") if name in columns}
    return pa.table(columns)


def _level(series: pa.ChunkedArray, rows: int, kind: pa.DataType) -> pa.Array:
    """A height for every curve, the same all along it."""
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
    """Of a specification: no tooltips, no legends, "?" for printed values, one grey for shades."""
    if isinstance(part, list):
        return [_without_numbers(one) for one in part]
    if not isinstance(part, Mapping):
        return part
    spec: Spec = {name: _without_numbers(one) for name, one in part.items() if name != "tooltip"}
    if isinstance(encoding := part.get("encoding"), Mapping):
        spec["encoding"] = {
            channel: _channel(channel, one)
            for channel, one in encoding.items()
            if channel not in ("tooltip", "opacity")
        }
    if isinstance(mark := spec.get("mark"), dict) and mark.get("type") in ("bar", "line", "point"):
        dashed = {"strokeDash": [4, 5]} if mark["type"] == "line" else {}
        spec["mark"] = {**mark, **dashed, "opacity": PALE[mark["type"]]}
    return spec


def _channel(channel: str, told: Any) -> Any:
    if channel == "text":
        return {"value": UNKNOWN}
    if channel in SHADES and _is_measured(told):
        return {"value": GREY}
    if channel in ("x", "y") and isinstance(told, Mapping) and told.get("field") in HALF:
        axis = told.get("axis") or {}
        return (
            told
            if STEPS in axis.get("labelExpr", "")
            else {**told, "axis": {**axis, "labels": False}}
        )
    return told


def _is_measured(told: Any) -> bool:
    """Whether a shade follows a number, also under a condition."""
    if isinstance(told, Mapping):
        return told.get("type") == "quantitative" or any(map(_is_measured, told.values()))
    return isinstance(told, list) and any(map(_is_measured, told))
