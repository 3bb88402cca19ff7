"""Free drawings: boxes, strokes, words and points at arbitrary positions in a plane.

For everything other than bars, curves and grids. The chapter computes the positions in tables, one
per kind of mark. A column named like a property of Altair's marks sets it: `x` and `x2`, `fill`,
`strokeWidth`, `text` ... So a click, another sentence and even another colour change only data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import altair as alt
import pyarrow as pa

from explainer.charts.axes import LIMIT, Span, row_param, signed_colour
from explainer.charts.curve_layers import Axis, Side, axis_of, side_of
from explainer.charts.figure import Figure, Has, columns_table, make_figure, spec_of
from explainer.charts.labels import MANY, WORDS, Spec
from explainer.charts.marks import Kind, Looks, TooltipField, mark, overlay

__all__ = ["Looks", "Row", "bare", "layer", "plane"]

Row = dict[str, Any]

LOOKS: Final = frozenset(  # properties that a column may set
    {"fill", "stroke", "strokeWidth", "opacity", "size", "shape"}
    | {"align", "angle", "dx", "fontSize", "fontWeight"}
)
NARROW: Final = 127  # largest dictionary with 8-bit indices


@dataclass(frozen=True)
class Layer:
    """Marks of one kind with their table, which is None within the options."""

    kind: Kind
    name: str
    tooltip: tuple[TooltipField, ...]
    where: str
    shade: tuple[str, str] | None
    looks: tuple[tuple[str, Any], ...]
    table: pa.Table | None


@dataclass(frozen=True)
class _Options:
    """Everything the specification depends on; the rest is data."""

    layers: tuple[Layer, ...]
    x: tuple[Side, Span]
    y: tuple[Side, Span]
    dark: bool
    canvas: bool


def layer(
    kind: Kind,
    name: str,
    rows: pa.Table | Sequence[Row],
    *,
    tooltip: Sequence[TooltipField] = (),
    where: str = "",
    shade: tuple[str, str] | None = None,
    **looks: Any,
) -> Layer:
    """Make a layer with a mark for each row that passes `where`.

    `tooltip` are the tooltip fields; `shade`, a column and its title, fills by a signed number;
    `looks` are properties of all marks. Layers of the same `name` share a table; text layers get
    the prefix WORDS, since they only name what another table has.
    """
    table = _short(rows if isinstance(rows, pa.Table) else pa.Table.from_pylist(list(rows)))
    name = f"{WORDS}{name}" if kind == "text" else name  # text tables are not exported
    return Layer(kind, name, tuple(tooltip), where, shade, tuple(sorted(looks.items())), table)


def _short(table: pa.Table) -> pa.Table:
    """Dictionary-encode the string columns of a long table, to send repeated values once."""
    if table.num_rows < MANY:
        return table
    encoded = {
        name: _words_once(column.combine_chunks()) if pa.types.is_string(column.type) else column
        for name, column in zip(table.column_names, table.columns, strict=True)
    }
    return pa.table(encoded)


def _words_once(column: pa.Array) -> pa.DictionaryArray:
    words = column.dictionary_encode()
    narrow = len(words.dictionary) <= NARROW
    return words.cast(pa.dictionary(pa.int8(), pa.string())) if narrow else words


def bare(low: float, high: float) -> Axis:
    """Make an invisible axis from `low` to `high`, reversed if `low` is greater."""
    return Axis("", span=(min(low, high), max(low, high)), reverse=low > high, bare=True)


def plane(*, layers: Sequence[Layer], x: Axis, y: Axis, height: float, dark: bool) -> Figure:
    """Overlay layers, the first one at the bottom; `height` in pixels includes the axes.

    An axis with words shows them at 0, 1, 2 ...; layers refer to them as column `place` (x) or
    `step` (y). If a layer has a `shade`, a column `limit` sets the end of the diverging scale.
    Layers without rows are left out. Raises ValueError for an axis without a span.
    """
    if x.span is None or y.span is None:
        raise ValueError("both axes of a plane need a span")
    drawn = [(layer, layer.table) for layer in layers if layer.table]
    options = _Options(
        tuple(replace(layer, table=None) for layer, _ in drawn),
        (side_of(x), x.span),
        (side_of(y, upright=True), y.span),
        dark,
        canvas=sum(table.num_rows for _, table in drawn) >= MANY,
    )
    data = {layer.name: table for layer, table in drawn}
    for axis, (side, _) in ((x, options.x), (y, options.y)):
        if side.words:
            data[side.words.table] = columns_table(side.words.column, axis.words or ())
    return make_figure(_build, options, data, height)


def _build(options: _Options, has: Has) -> Spec:
    ends = [layer.name for layer in options.layers if LIMIT in has[layer.name]]
    params = [row_param(LIMIT, name, 1) for name in ends if any(x.shade for x in options.layers)]
    chart = overlay([_marks(layer, has[layer.name], options) for layer in options.layers], params)
    return spec_of(chart, options.dark, options.canvas)


def _marks(layer: Layer, columns: Sequence[str], options: _Options) -> alt.Chart:
    words = []
    encoding: dict[str, Any] = {}
    for name, (side, span) in (("x", options.x), ("y", options.y)):
        if side.words:
            words.append(side.words.lookup(name))
        scale = alt.Scale(domain=list(span), nice=False, zero=False, reverse=side.axis.reverse)
        axis = axis_of(side, options.dark, upright=name == "y")
        encoding[name] = {"x": alt.X, "y": alt.Y}[name](f"{name}:Q", scale=scale, axis=axis)
        if f"{name}2" in columns:
            encoding[f"{name}2"] = {"x": alt.X2, "y": alt.Y2}[name](f"{name}2")
    if "text" in columns and layer.kind == "text":
        encoding["text"] = alt.Text("text:N")
    if layer.shade:
        encoding["color"] = signed_colour(*layer.shade, options.dark)
    looks: Looks = {name: f"=datum.{name}" for name in columns if name in LOOKS} | dict(layer.looks)
    return mark(
        layer.kind,
        layer.name,
        encoding,
        tooltip=layer.tooltip,
        words=words,
        where=layer.where,
        **looks,
    )
