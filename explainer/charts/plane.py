"""Drawings whose every mark has a place of its own: boxes, strokes, words and points in a plane.

For what is neither bars, curves nor a map. The chapter finds the places and writes them into
tables, one for each kind of mark. A column with the name of a property of Altair's marks is that
property: `x` and `x2`, `fill`, `strokeWidth`, `text` ... So a click, another sentence and even
another colour change data only. What all marks of a layer share stands beside the table: constants,
or, where a string begins with "=", Vega expressions about the row (`datum`) and the plot (`width`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import altair as alt
import pyarrow as pa

from explainer.charts.axes import Span, layered, limit_param, signed_colour
from explainer.charts.curve_layers import PLACES, STEPS, Axis, Side, axis_of, side_of
from explainer.charts.figure import WORDS, Figure, kept, sized, words_of, words_table
from explainer.charts.labels import MANY, Spec

Mark = Literal["rect", "rule", "text", "point"]
Row = dict[str, Any]
Looks = dict[str, Any]
Told = tuple[str, str, str]  # a column, its title, d3-format of a number ("": words)

WORDED: Final = {"x": (PLACES, "place"), "y": (STEPS, "step")}  # tables of the words of an axis
BOXES: Final = ("fill", "stroke", "strokeWidth", "opacity", "size", "shape")
LETTERS: Final = ("align", "angle", "dx", "fontSize", "fontWeight")
LOOKS: Final = frozenset(BOXES + LETTERS)  # properties that a column may be


@dataclass(frozen=True)
class Pick:
    """A selection by `fields`, with a click or as long as the pointer is on a mark."""

    name: str
    fields: tuple[str, ...]
    on: Literal["click", "pointerover"] = "click"

    def param(self) -> alt.Parameter:
        """The selection as Altair has it."""
        if self.on == "click":
            more: dict[str, Any] = {"clear": False, "toggle": False}
        else:
            more = {"clear": "pointerout"}
        return alt.selection_point(name=self.name, fields=list(self.fields), on=self.on, **more)


@dataclass(frozen=True)
class _Kind:
    """What a specification says of a layer."""

    mark: Mark
    name: str
    columns: tuple[str, ...]
    told: tuple[Told, ...]
    where: str
    pick: Pick | None
    shade: tuple[str, str] | None
    looks: tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Layer:
    """Marks of one kind and their table."""

    kind: _Kind
    table: pa.Table


@dataclass(frozen=True)
class _Options:
    """All that a specification depends on; what is not here is data."""

    layers: tuple[_Kind, ...]
    x: tuple[Side, Span]
    y: tuple[Side, Span]
    limits: str
    dark: bool
    canvas: bool


def layer(
    mark: Mark,
    name: str,
    rows: pa.Table | Sequence[Row],
    *,
    told: Sequence[Told] = (),
    where: str = "",
    pick: Pick | None = None,
    shade: tuple[str, str] | None = None,
    **looks: Any,
) -> Layer:
    """A mark for each of the rows that passes `where`.

    `told` is what the pointer is told, `shade`, a column and its title, fills by a signed number,
    `looks` are what all marks share. Layers with the same `name` draw the same table; that of words
    begins with WORDS, for it only names what another one holds.
    """
    table = _short(rows if isinstance(rows, pa.Table) else pa.Table.from_pylist(list(rows)))
    name = f"{WORDS}{name}" if mark == "text" else name  # who takes the numbers away leaves words
    shared = tuple(sorted(looks.items()))
    columns = tuple(table.column_names)
    return Layer(_Kind(mark, name, columns, tuple(told), where, pick, shade, shared), table)


def _short(table: pa.Table) -> pa.Table:
    """Of many rows, words and colours that come again and again are sent once."""
    if table.num_rows < MANY:
        return table
    encoded = {
        name: column.combine_chunks().dictionary_encode()
        if pa.types.is_string(column.type)
        else column
        for name, column in zip(table.column_names, table.columns, strict=True)
    }
    return pa.table(encoded)


def bare(low: float, high: float) -> Axis:
    """A side of the plane without an axis; where `low` is more than `high`, it is turned round."""
    return Axis("", span=(min(low, high), max(low, high)), reverse=low > high, bare=True)


def plane(
    *, layers: Sequence[Layer], x: Axis, y: Axis, height: float, dark: bool, limits: str = ""
) -> Figure:
    """The layers over each other, the first one below; `height` in pixels, with the axes.

    An axis with words prints them at 0, 1, 2 ...; layers know them as the column `place` (x) or
    `step` (y). `limits` is the table whose column `limit` ends the signed scale, which is even
    around 0. A layer without a row is left out. Raises ValueError for an axis without a span.
    """
    if x.span is None or y.span is None:
        raise ValueError("a plane has two ends on each side")
    drawn = [one for one in layers if one.table.num_rows]
    options = _Options(
        tuple(one.kind for one in drawn),
        (side_of(x), x.span),
        (side_of(y), y.span),
        limits,
        dark,
        canvas=sum(one.table.num_rows for one in drawn) >= MANY,
    )
    words = {
        table: words_table(column, axis.words)
        for axis, (table, column) in zip((x, y), WORDED.values(), strict=True)
        if axis.words is not None
    }
    return Figure(
        sized(_built, options, round(height)), {one.kind.name: one.table for one in drawn} | words
    )


def _built(options: _Options) -> Spec:
    params = [limit_param(options.limits)] if options.limits else []
    chart = layered([_drawn(one, options) for one in options.layers], params)
    return kept(chart, options.dark, options.canvas)


def _drawn(one: _Kind, options: _Options) -> alt.Chart:
    transforms: list[Any] = [alt.FilterTransform(one.where)] if one.where else []
    encoding: dict[str, Any] = {}
    for name, (side, span) in (("x", options.x), ("y", options.y)):
        if side.worded:
            transforms.append(words_of(*WORDED[name], name))
        scale = alt.Scale(domain=list(span), nice=False, zero=False, reverse=side.axis.reverse)
        axis = axis_of(side, options.dark, upright=name == "y")
        encoding[name] = {"x": alt.X, "y": alt.Y}[name](f"{name}:Q", scale=scale, axis=axis)
        if f"{name}2" in one.columns:
            encoding[f"{name}2"] = {"x": alt.X2, "y": alt.Y2}[name](f"{name}2")
    if "text" in one.columns and one.mark == "text":
        encoding["text"] = alt.Text("text:N")
    if one.shade:
        encoding["color"] = signed_colour(*one.shade, options.dark)
    if one.told:
        encoding["tooltip"] = [_line(*told) for told in one.told]
    looks: Looks = {name: alt.ExprRef(f"datum.{name}") for name in one.columns if name in LOOKS}
    looks |= {name: _value(value) for name, value in one.looks}
    if not one.told:
        looks["tooltip"] = False
    chart = alt.Chart(alt.NamedData(one.name), transform=transforms or alt.Undefined)
    if one.pick is not None:
        chart = chart.properties(name=one.name).add_params(one.pick.param())
    drawn: alt.Chart = getattr(chart, f"mark_{one.mark}")(**looks).encode(**encoding)
    return drawn


def _line(column: str, title: str, form: str) -> alt.Tooltip:
    """Of a tooltip."""
    if form:
        return alt.Tooltip(f"{column}:Q", title=title or " ", format=form)
    return alt.Tooltip(f"{column}:N", title=title or " ")


def _value(look: Any) -> Any:
    if isinstance(look, str) and look.startswith("="):
        return alt.ExprRef(look[1:])
    return list(look) if isinstance(look, tuple) else look
