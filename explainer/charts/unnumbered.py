"""A chart as it is, without its numbers: same kind, words and axes, every value one and the same.

For a learner who is to predict them: what is taken out is nowhere in the specification or the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pyarrow as pa
import pyarrow.types as kind_of

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
PALE: Final = 0.3
SHADES: Final = ("color", "fill", "stroke")
GREY: Final = "#8a8f9838"  # with alpha: pale on either ground


def without_numbers(figure: Figure) -> Figure:
    """The chart with every value half of its scale, in one grey where its shade was the number."""
    if BOXES in figure.data:
        return figure
    tables = {name: _blank(table) for name, table in figure.data.items()}
    return Figure(_veiled(figure.spec), tables)


def _blank(table: pa.Table) -> pa.Table:
    columns = {name: _value(name, table[name]) for name in table.column_names}
    return pa.table(columns)


def _value(name: str, column: pa.ChunkedArray) -> pa.ChunkedArray | pa.Array:
    if name in PLACES:
        return column
    if kind_of.is_boolean(column.type):
        blank: Any = False
    elif kind_of.is_string(column.type):
        blank = GREY if name in ("fill", "ink", "tone") else ""
    elif kind_of.is_floating(column.type) and name in HALF:
        blank = 0.5
    else:
        blank = -1 if name == "chosen" else int(name in ENDS)
    return pa.array([blank] * len(column), column.type)


def _veiled(part: Any) -> Any:
    """Of a specification: no tooltips, no legends, "?" for printed values, one grey for shades."""
    if isinstance(part, list):
        return [_veiled(one) for one in part]
    if not isinstance(part, Mapping):
        return part
    found: Spec = {name: _veiled(one) for name, one in part.items() if name != "tooltip"}
    if isinstance(encoding := part.get("encoding"), Mapping):
        found["encoding"] = {
            channel: _channel(channel, one)
            for channel, one in encoding.items()
            if channel not in ("tooltip", "opacity")
        }
    if isinstance(mark := found.get("mark"), dict) and mark.get("type") in ("bar", "line", "point"):
        found["mark"] = {**mark, "opacity": PALE}
    return found


def _channel(channel: str, told: Any) -> Any:
    if channel == "text":
        return {"value": UNKNOWN}
    if channel in SHADES and _is_measured(told):
        return {"value": GREY}
    if channel in ("x", "y") and isinstance(told, Mapping) and told.get("field") in HALF:
        return {**told, "axis": {**(told.get("axis") or {}), "labels": False, "ticks": False}}
    return told


def _is_measured(told: Any) -> bool:
    """Whether a shade follows a number, also under a condition."""
    if isinstance(told, Mapping):
        return told.get("type") == "quantitative" or any(map(_is_measured, told.values()))
    return isinstance(told, list) and any(map(_is_measured, told))
