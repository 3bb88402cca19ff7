"""Layers of a bar chart's specification, built once per set of options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import altair as alt

from explainer.charts.axes import (
    SeriesLook,
    Span,
    between_ends,
    by_series,
    end_params,
    legend,
    number_axis,
    tone,
    tones_of,
)
from explainer.charts.figure import Across, Has, Named, spec_of, word_axis
from explainer.charts.labels import AXIS_SIZE, WORDS, Spec
from explainer.charts.marks import Kind, Looks, by_test, mark, overlay, rule_marks
from explainer.charts.palette import TYPE, blend
from explainer.text.numbers import percent

NAMES: Final = f"{WORDS}names"
PARTS: Final = f"{WORDS}parts"
ROW: Final = 28  # height of a horizontal bar in pixels; grouped bars are a little thinner
STANDING: Final = 210  # height of vertical bars with the names below in pixels


@dataclass(frozen=True)
class BarStyle:
    """Style of a bar chart, independent of its data.

    Bars are horizontal or `upright`; several series are grouped or `stacked`. `axis` draws the
    number axis; `span` fixes its ends, which otherwise cover 0 and all values. `form` (d3-format)
    formats the numbers at the bars, if `numbered`, and in tooltips, `axis_form` those of the axis.
    `label_colour` is a palette colour, `label_limit` the maximum pixels of a name, `height` that of
    the chart (None: as needed). `legend` and `named` (labels of the bars) can be turned off.
    """

    upright: bool = False
    stacked: bool = False
    axis: bool = False
    span: Span | None = None
    form: str = ".2f"
    axis_form: str = ""
    numbered: bool = True
    label_colour: str = "ink"
    label_limit: int = 190
    height: int | None = None
    series_title: str = " "
    tooltip_title: str = ""
    legend: bool = True
    named: bool = True


@dataclass(frozen=True)
class Options:
    """Everything the specification depends on besides the tables' columns; the rest is data."""

    looks: tuple[SeriesLook, ...]  # of the series and, last, of the marks
    labels: Named
    value_title: str
    look: BarStyle
    dark: bool
    numbered: bool
    marks: str

    @property
    def count(self) -> int:
        """Number of series."""
        return len(self.looks) - bool(self.marks)

    @property
    def legend(self) -> bool:
        """Whether the series have a legend."""
        return len(self.looks) > 1 and self.look.legend

    @property
    def offset(self) -> bool:
        """Whether the bars are grouped side by side."""
        return self.count > 1 and not self.look.stacked

    @property
    def sides(self) -> tuple[str, str]:
        """The axis of the names and the axis of the numbers."""
        return ("x", "y") if self.look.upright else ("y", "x")


def height_of(count: int, options: Options) -> int:
    """Return the height in pixels that `count` labels need, 0 for a chart of fixed height."""
    around = 44 * options.look.axis + 34 * options.legend
    if options.look.upright:
        return STANDING + around
    return count * (ROW if options.look.stacked else ROW + 14 * (options.count - 1)) + 8 + around


def build(options: Options, has: Has) -> Spec:
    """Build the layers of a bar chart from its options and its tables' columns."""
    layers = [_bars(options, has["bars"])]
    if "levels" in has:
        layers += rule_marks("levels", _number(options, "at"), options.dark)
    if "marks" in has:
        layers += _marks(options, has["marks"])
    if "notes" in has:
        layers.append(_words(options, "notes", alt.Text("note:N")))
    elif options.numbered:
        layers.append(_words(options, "bars", _written(options.look.form)))
    return spec_of(overlay(layers, end_params(NAMES, "value")), options.dark)


def _number(options: Options, field: str, stack: Literal["zero"] | None = None) -> Any:
    """Encode a field on the number axis."""
    look, side = options.look, {"x": alt.X, "y": alt.Y}[options.sides[1]]
    form = look.axis_form or (".0%" if look.form.endswith("%") else ",.3~g")
    axis = number_axis(options.value_title, options.dark, format=form) if look.axis else None
    return side(f"{field}:Q", scale=between_ends("value"), axis=axis, stack=stack)


def _sides(options: Options, field: str = "v", grouped: bool = False) -> dict[str, Any]:
    """Encode names on one axis and numbers on the other."""
    look, (names, numbers) = options.look, options.sides
    across: Across | None = "bottom" if look.upright else None
    side = options.labels if across else replace(options.labels, title=None)
    axis = word_axis(side, options.dark, across, labels=look.named)
    gap = alt.Scale(paddingInner=0.18 if options.offset else 0.28)
    stack: Any = "zero" if look.stacked and grouped else None
    channels = {
        names: {"x": alt.X, "y": alt.Y}[names]("i:O", scale=gap, axis=axis),
        numbers: _number(options, field, stack),
    }
    if grouped and options.offset:
        offset = alt.XOffset if look.upright else alt.YOffset
        channels[f"{names}Offset"] = offset(
            "s:N", scale=alt.Scale(domain=list(range(options.count)))
        )
    return channels


def _bars(options: Options, columns: Sequence[str]) -> alt.Chart:
    look = options.look
    encoding: dict[str, Any] = {
        **_sides(options, grouped=True),
        "opacity": by_test(alt.OpacityValue, "datum.strong", 1, 0.45),
        "strokeWidth": by_test(alt.StrokeWidthValue, "datum.framed", 2.4, 1),
        **_colours(options),
    }
    if look.stacked:
        encoding["order"] = alt.Order("s:Q")
    tooltip = [
        options.labels.tooltip,
        *([("part", look.series_title, "")] if len(options.looks) > 1 else []),
        ("v", options.value_title, ".2%" if look.form.endswith("%") else look.form),
        *([("tooltip", look.tooltip_title, "")] if look.tooltip_title else []),
    ]
    looks: Looks = {"cornerRadius": 0 if look.stacked else 2}
    words = [options.labels.lookup("i"), (PARTS, "part", "s")]
    return mark("bar", "bars", encoding, tooltip=tooltip, words=words, **looks)


def _colours(options: Options) -> dict[str, Any]:
    """Colour a single series by its data, several by series number, with a legend."""
    dark, page = options.dark, tone("page", options.dark)
    edges, faint = tones_of(options.looks, dark), [look.faint for look in options.looks]
    if len(options.looks) == 1:
        edge = edges[0] if faint[0] else page if options.look.stacked else "transparent"
        stroke = by_test(alt.StrokeValue, "datum.framed", tone("ink", dark), edge)
        return {"color": alt.Color("tone:N", scale=None), "stroke": stroke}
    fills = [
        blend(edge, page, 0.75) if pale else edge for edge, pale in zip(edges, faint, strict=True)
    ]
    names = [look.name for look in options.looks]
    named = legend(names, symbolType="square") if options.legend else None
    return {
        "fill": alt.Fill("s:N", scale=by_series(fills), legend=named),
        "stroke": alt.Stroke("s:N", scale=by_series(edges), legend=named),
    }


def _written(form: str) -> alt.Text:
    """Format the number of a bar; tiny shares as in `text.numbers.percent`."""
    if not form.endswith("%"):
        return alt.Text("v:Q", format=form)
    words = percent(1e-99, int(form[-2]))
    test = f"datum.v > 0 && format(datum.v, '{form}') === '{percent(0.0, int(form[-2]))}'"
    return alt.Text("v:Q", format=form, condition=[{"test": test, "value": words}])


def _words(options: Options, table: str, text: alt.Text) -> alt.Chart:
    """Draw texts beyond the ends of the bars, unless vertical bars are too narrow."""
    looks: Looks = {
        "align": "=datum.v < 0 ? 'right' : 'left'",
        "dx": "=datum.v < 0 ? -6 : 6",
        "fontSize": AXIS_SIZE,
    }
    if options.look.upright:
        room = f"=width < {34 * options.count} * length(data('{NAMES}')) ? 0 : 1"
        looks = {"dy": "=datum.v < 0 ? 9 : -8", "opacity": room}
        looks["fontSize"] = TYPE["fine"] if options.count > 1 else AXIS_SIZE
    ink = tone("ink", options.dark)
    sides = _sides(options, grouped=table == "bars")
    return mark("text", table, {**sides, "text": text}, color=ink, **looks)


def _marks(options: Options, columns: Sequence[str]) -> list[alt.Chart]:
    """Draw the marks over the bars, in their legend colour, with ranges if there are any."""
    kinds: dict[str, tuple[Kind, Looks]] = {
        "tick": ("tick", {"thickness": 2.5}),
        "diamond": ("point", {"filled": True, "shape": "diamond", "size": 80, "opacity": 1}),
        "line": ("line", {"point": {"filled": True, "size": 50}, "strokeWidth": 2}),
    }
    kind, looks = kinds[options.marks]
    last = options.looks[-1]
    colour = {"color": alt.ColorValue(tone(last.tone, options.dark))}
    tooltip = [("v", last.name, options.look.form)] if kind != "tick" else []
    layers = [mark(kind, "marks", _sides(options) | colour, tooltip=tooltip, **looks)]
    if "low" in columns:
        end = {"x2": alt.X2("high")} if options.sides[1] == "x" else {"y2": alt.Y2("high")}
        ends = _sides(options, "low") | end | colour
        layers.insert(0, mark("rule", "marks", ends, strokeWidth=2))
    return layers
