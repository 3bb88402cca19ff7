"""A chart in two parts: a specification that is kept, and the tables it draws.

`Figure.spec` is built with Altair, once for each set of options (what is drawn, the words of the
axes, the theme, the number of rows), and kept by an `lru_cache`: two figures with the same options
share one object, and nobody may change it. What a click or another sentence changes travels in
`Figure.data`: named tables, and the names never change.

How Streamlit 1.67 treats the two, as read in its source and seen in a browser:

- The browser builds a view anew when the JSON of the specification has changed. Width, the bytes of
  the tables and their names (it numbers the tables) do not count; the text alternative does, for it
  is written into the specification.
- Otherwise each table whose bytes have changed is put in the place of the former one, and Vega
  draws again what depends on it. Tables must keep their order; one that is empty is left out.
- A key makes the identity of a chart with a selection, neither specification nor tables count.

Words on an axis are such a table as well: `i`, a place, and its word. The axis reads it with a
`labelExpr`, and a `lookup` puts the words to the cells for the tooltips; without the lookup
Vega-Lite would leave the table out. A text layer instead would be outside of what an axis gives for
nothing: room for the longest word, a limit, an angle, the role of an axis to a screen reader.
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
from explainer.charts.labels import AXIS_SIZE, CROWDED, Spec, look, width_of
from explainer.charts.told import with_told

# Altair would check every part as it is made, which takes as long as making it. The tests check.
schemapi.DEBUG_MODE = False

BELOW = {"bottom": 4}  # pixels under a chart; Streamlit leaves 20 where nothing is said
Has = Mapping[str, tuple[str, ...]]  # the tables of a figure and their columns
Make = Callable[[Any, Has], Spec]
Across = Literal["top", "bottom"]
Columns = tuple[tuple[str, tuple[str, ...]], ...]  # the same, hashable
MOST_ROWS, NAME_ROW = 4, 14  # of names above or below each other, and the pixels of one
PADDING = 5  # pixels between an axis and its names
FAINT = "#8a8f9880"  # the line from a column to its name in the second row, on either ground
LETTER = 7.5  # pixels, of an axis


@dataclass(frozen=True)
class Named:
    """What a specification says of a side with words at 0, 1, 2 ..., which are data themselves: a
    `column` of a `table`. Cut at `limit` pixels, smaller where they are `crowded`. Beside each
    other they run at an `angle` where they have no room to stand, with 0 never. The colour is of
    the palette.
    """

    table: str
    column: str
    title: str | None
    colour: str
    limit: int
    crowded: bool
    angle: int
    ticks: tuple[int, ...]  # numbers in place of words

    def at(self, place: str) -> tuple[str, str, str]:
        """What `words_of` takes to put the word at `place`, a field, to each row."""
        return self.table, self.column, place

    @property
    def tooltip(self) -> tuple[str, str, str]:
        """The word to the pointer."""
        return self.column, self.title or "", ""


@dataclass(frozen=True)
class Figure:
    """A kept specification and its tables by name."""

    spec: Spec
    data: Mapping[str, pa.Table]

    def vega_lite(self) -> Spec:
        """Both together, as `st.vega_lite_chart` takes them."""
        return {"padding": BELOW, **self.spec, "datasets": dict(self.data)}


def spec_of(chart: alt.TopLevelMixin, dark: bool, canvas: bool = False) -> Spec:
    """The specification of a chart. Unchecked: a test holds each kind against the schema.

    On a `canvas` it is one picture: thousands of elements make a page slow, and nobody wants them
    read out one by one, for the text alternative and the table of numbers say more. Hover and
    clicks stay.
    """
    spec: Spec = {**chart.to_dict(validate=False), "config": look(dark)}
    if canvas:
        spec["config"]["mark"] = {"aria": False}
        spec["usermeta"] = {"embedOptions": {"renderer": "canvas"}}
    return spec


@lru_cache(maxsize=256)
def _build(make: Make, options: Hashable, columns: Columns) -> Spec:
    """Made by Altair, once for these options."""
    has = dict(columns)
    return with_told(make(options, has), has)


@lru_cache(maxsize=512)
def _with_height(make: Make, options: Hashable, columns: Columns, height: int) -> Spec:
    """Sizes need no Altair: a new sentence costs no more than a click."""
    return {**_build(make, options, columns), "height": height}


def make_figure(
    make: Make, options: Hashable, data: Mapping[str, pa.Table], height: float
) -> Figure:
    """A figure whose specification depends on `options` and on which columns there are alone."""
    columns = tuple((name, tuple(table.column_names)) for name, table in data.items())
    return Figure(_with_height(make, options, columns, round(height)), data)


def words_table(field: str, words: Sequence[str], **more: Any) -> pa.Table:
    """`words` as the column `field` beside their places `i`; `more` are further columns."""
    places = np.arange(len(words), dtype=np.int16)
    return pa.table({"i": places, field: pa.array(words, pa.string()), **more})


def words_of(table: str, field: str, place: str) -> alt.LookupTransform:
    """Puts the word at `place` (a field) of `table` to each row as `field`."""
    source = alt.LookupData(data=alt.NamedData(table), key="i", fields=[field])
    return alt.LookupTransform(lookup=place, **{"from": source})


def named_side(
    table: str,
    column: str,
    words: Sequence[str] | None,
    title: str | None,
    colour: str,
    limit: int = 120,
    *,
    angle: int = -90,
    ticks: tuple[int, ...] = (),
) -> Named:
    """A side with these words, or the numbers `ticks`."""
    if words is None:
        words, colour, angle = (), "second", 0
    else:
        ticks = ()
    return Named(table, column, title, colour, limit, len(words) > CROWDED, angle, ticks)


def word_axis(
    side: Named, dark: bool, across: Across | None = None, step: int = 1, **options: Any
) -> alt.Axis:
    """An axis over the places 0..n-1 that prints the words of a side, beside each other below
    or above the figure, `across`; of many every `step`-th is there.
    """
    word = f"data('{side.table}')[datum.value]"
    base: dict[str, Any] = {
        "labelExpr": f"{word} ? {word}.{side.column} : ''",
        "labelFontSize": 9 if side.crowded else AXIS_SIZE,
        "labelFontWeight": 600,
        "labelPadding": PADDING,
        "labelLimit": side.limit,
        "labelOverlap": False,
        "grid": False,
    }
    if side.ticks:
        base |= {"values": list(side.ticks), "labelFontWeight": 400}
    if across:
        base |= standing(side.table, side.angle, across, step)
    return quiet_axis(side.title, tone(side.colour, dark), **(base | options))


def columns_table(field: str, words: Sequence[str], **more: Any) -> pa.Table:
    """As `words_table`, of columns: with the pixels that the longest needs to stand upright."""
    longest = max((width_of(word, LETTER) for word in words), default=0)
    room = np.full(len(words), longest + 5, dtype=np.float32)
    return words_table(field, words, room=room, **more)


def standing(table: str, angle: int, orient: Across, step: int = 1) -> dict[str, Any]:
    """Names of every `step`-th column stand upright at its middle: beside each other where all have
    room, else by turns in up to four rows. Where they would need more they run at `angle`.
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
