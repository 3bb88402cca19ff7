"""A chart as a cached Vega-Lite specification plus the data tables that it draws.

`Figure.spec` is built with Altair once per set of options (what is drawn, axis titles, theme,
number of rows) and cached by an `lru_cache`: figures with equal options share one object, which
must not be mutated. What a click or another sentence changes is in `Figure.data`, tables with fixed
names.

How Streamlit 1.67 treats the two, according to its source and a browser:

- The browser rebuilds the view if the JSON of the specification has changed. Width, the tables'
  bytes and their names (it numbers them) do not count; the text alternative does, because it is
  part of the specification.
- Otherwise each table whose bytes have changed is replaced, and Vega redraws what depends on it.
  Tables must keep their order; an empty one is left out.
- A chart with a selection is identified by its key, not by specification or tables.

The words on an axis are a table as well: position `i` and word. The axis reads it with a
`labelExpr`, and a `lookup` joins the words to the cells for tooltips; without the lookup Vega-Lite
would drop the table. A text layer instead would lack what an axis provides: room for the longest
word, a limit, an angle, the axis role for screen readers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import altair as alt
import numpy as np
import pyarrow as pa
from altair.utils import schemapi

from explainer.charts.axes import quiet_axis, tone
from explainer.charts.labels import AXIS_SIZE, CROWDED, Spec, vega_config, width_of
from explainer.charts.palette import TYPE
from explainer.charts.table_export import with_table_export

# Altair's validation of every part takes as long as building it. The tests validate instead.
schemapi.DEBUG_MODE = False

BELOW = {"bottom": 4}  # pixels under a chart; Streamlit's default is 20
Has = Mapping[str, tuple[str, ...]]  # the tables of a figure and their columns
Make = Callable[[Any, Has], Spec]
Across = Literal["top", "bottom"]
Columns = tuple[tuple[str, tuple[str, ...]], ...]  # `Has`, hashable
MOST_ROWS, NAME_ROW = 4, 14  # maximum rows of staggered names, and pixels per row
PADDING = 5  # pixels between an axis and its names
FAINT = "#8a8f9880"  # line from a column to its name in the second row, for both themes
LETTER = 7.5  # pixels per letter on an axis


@dataclass(frozen=True)
class Named:
    """A word axis in the specification; the words at 0, 1, 2 ... are `column` of a data `table`.

    Words are cut at `limit` pixels and smaller if `crowded`. On a horizontal axis without enough
    room they are rotated by `angle`, unless it is 0. `colour` is a palette colour.
    """

    table: str
    column: str
    title: str | None
    colour: str
    limit: int
    crowded: bool
    angle: int

    def lookup(self, place: str) -> tuple[str, str, str]:
        """Return the arguments of `words_of` to look up words by the field `place`."""
        return self.table, self.column, place

    @property
    def tooltip(self) -> tuple[str, str, str]:
        """The tooltip field of the word."""
        return self.column, self.title or "", ""


@dataclass(frozen=True)
class Figure:
    """A cached specification and its data tables by name."""

    spec: Spec
    data: Mapping[str, pa.Table]

    def vega_lite(self) -> Spec:
        """Return both combined for `st.vega_lite_chart`."""
        return {"padding": BELOW, **self.spec, "datasets": dict(self.data)}


def spec_of(chart: alt.TopLevelMixin, dark: bool, canvas: bool = False) -> Spec:
    """Return the specification of a chart, not validated (a test validates each kind).

    `canvas` renders a bitmap instead of SVG: thousands of elements slow a page down, and screen
    readers have the text alternative and the table of numbers. Hover and clicks still work.
    """
    spec: Spec = {**chart.to_dict(validate=False), "config": vega_config(dark)}
    if canvas:
        spec["config"]["mark"] = {"aria": False}
        spec["usermeta"] = {"embedOptions": {"renderer": "canvas"}}
    return spec


@lru_cache(maxsize=256)
def _build(make: Make, options: Hashable, columns: Columns) -> Spec:
    """Build a specification with Altair, cached by options."""
    has = dict(columns)
    return with_table_export(make(options, has), has)


@lru_cache(maxsize=512)
def _with_height(make: Make, options: Hashable, columns: Columns, height: int) -> Spec:
    """Set the height without rebuilding, so that a new sentence costs no more than a click."""
    return {**_build(make, options, columns), "height": height}


def make_figure(
    make: Make, options: Hashable, data: Mapping[str, pa.Table], height: float
) -> Figure:
    """Make a figure whose specification depends only on `options` and the tables' columns."""
    columns = tuple((name, tuple(table.column_names)) for name, table in data.items())
    return Figure(_with_height(make, options, columns, round(height)), data)


def words_table(field: str, words: Sequence[str], **more: Any) -> pa.Table:
    """Make a table of `words` as column `field` with positions `i`; `more` are further columns."""
    places = np.arange(len(words), dtype=np.int16)
    return pa.table({"i": places, field: pa.array(words, pa.string()), **more})


def words_of(table: str, field: str, place: str) -> alt.LookupTransform:
    """Return a lookup that joins column `field` of `table` to each row by the field `place`."""
    source = alt.LookupData(data=alt.NamedData(table), key="i", fields=[field])
    return alt.LookupTransform(lookup=place, **{"from": source})


def named_side(
    table: str,
    column: str,
    words: Sequence[str],
    title: str | None,
    colour: str,
    limit: int = 120,
    *,
    angle: int = -90,
) -> Named:
    """Describe an axis with these words."""
    return Named(table, column, title, colour, limit, len(words) > CROWDED, angle)


def word_axis(
    side: Named, dark: bool, across: Across | None = None, step: int = 1, **options: Any
) -> alt.Axis:
    """Make an axis over the positions 0..n-1 labelled with words, every `step`-th if many.

    `across` is the edge ("top" or "bottom") of a horizontal axis, None for a vertical one.
    """
    word = f"data('{side.table}')[datum.value]"
    base: dict[str, Any] = {
        "labelExpr": f"{word} ? {word}.{side.column} : ''",
        "labelFontSize": TYPE["fine"] if side.crowded else AXIS_SIZE,
        "labelFontWeight": 600,
        "labelPadding": PADDING,
        "labelLimit": side.limit,
        "labelOverlap": False,
        "grid": False,
    }
    if across:
        base |= standing(side.table, side.angle, across, step)
    return quiet_axis(side.title, tone(side.colour, dark), **(base | options))


def columns_table(field: str, words: Sequence[str], **more: Any) -> pa.Table:
    """Make a `words_table` for a horizontal axis, with the pixels that the longest word needs."""
    longest = max((width_of(word, LETTER) for word in words), default=0)
    room = np.full(len(words), longest + 5, dtype=np.float32)
    return words_table(field, words, room=room, **more)


def standing(table: str, angle: int, orient: Across, step: int = 1) -> dict[str, Any]:
    """Return axis options that lay out the names of every `step`-th column.

    They are unrotated in one row if all fit, else staggered in up to MOST_ROWS rows; beyond that
    they are rotated by `angle`.
    """
    if angle == 0:
        return {"labelAngle": 0}
    count = f"length(data('{table}'))"
    rows = f"({count} ? ceil(data('{table}')[0].room * {count} / (width * {step})) : 1)"
    many = f"{rows} > {MOST_ROWS}"
    align, baseline = ("left", "bottom") if orient == "top" else ("right", "top")
    looks = {
        "labelAngle": f"{many} ? {angle} : 0",
        "labelAlign": f"{many} ? '{align}' : 'center'",
        "labelBaseline": f"{many} ? 'middle' : '{baseline}'",
        "tickSize": f"{many} ? 0 : {NAME_ROW} * (datum.value / {step} % {rows})",
        "tickOpacity": f"{rows} == 2 ? 1 : 0",  # in more rows it would run through names
    }
    lines = {name: alt.ExprRef(expression) for name, expression in looks.items()}
    return {**lines, "ticks": True, "tickColor": FAINT}
