"""Layers of a line or scatter chart's specification, built once per set of options."""

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
    log_label,
    number_axis,
    tone,
    tones_of,
)
from explainer.charts.figure import Across, Has, Named, named_side, spec_of, word_axis
from explainer.charts.labels import AXIS_SIZE, CROWDED, WORDS, Spec
from explainer.charts.marks import Looks, TooltipField, by_test, mark, overlay, rule_marks

LINE: Final = (f"{WORDS}lines", "line", "s")  # lookup of a series' name by its number
LINES: Final = f"{WORDS}lines"
PLACES: Final = f"{WORDS}places"
STEPS: Final = f"{WORDS}steps"  # words of the y axis, as PLACES of the x axis
CUT: Final = 240  # pixels at which a word on an axis is cut


@dataclass(frozen=True)
class Axis:
    """Settings of one axis.

    `span` are its ends (None: all that is drawn), `form` the number format of its `ticks`, `words`
    labels that replace the numbers 0, 1, 2 ... A `bare` axis is not drawn, a `reverse` one is
    flipped. The numbers of a y axis take at least `room` pixels, which aligns charts above each
    other.
    """

    title: str
    log: bool = False
    span: Span | None = None
    form: str = ""
    words: Sequence[str] | None = None
    colour: str = "second"
    ticks: tuple[float, ...] = ()
    reverse: bool = False
    bare: bool = False
    room: int = 0


@dataclass(frozen=True)
class Side:
    """An axis in the specification; its words (every `step`-th is shown) and ends are data."""

    axis: Axis
    words: Named | None
    clip: bool
    step: int


def side_of(axis: Axis, upright: bool = False) -> Side:
    """Split off an axis' words and span, which are data, from its settings."""
    words = axis.words or ()
    table, column = (STEPS, "step") if upright else (PLACES, "place")
    side = named_side(table, column, words, axis.title, axis.colour, CUT)
    return Side(
        axis=replace(axis, words=None, span=None),
        words=None if axis.words is None else side,
        clip=axis.span is not None,
        step=max(1, -(-len(words) // (CROWDED * 2))),
    )


@dataclass(frozen=True)
class Options:
    """Everything the specification depends on besides the tables' columns; the rest is data."""

    looks: tuple[SeriesLook, ...]
    x: Side
    y: Side
    name_title: str
    form: str
    dark: bool
    legend: bool
    canvas: bool
    above: bool  # whether names of vertical rules stand above the plot

    @property
    def has_dots(self) -> bool:
        """Whether there are points that do not belong to lines."""
        return any(look.shape for look in self.looks)

    @property
    def clip(self) -> bool:
        """Whether an axis has a fixed span, at which lines are clipped."""
        return self.x.clip or self.y.clip


def build(options: Options, has: Has) -> Spec:
    """Build the layers of a chart of lines and points from its options and its tables' columns."""
    layers: list[alt.Chart] = []
    if "bins" in has:
        layers.append(_bins(options))
    for name, at in (("levels", _side(options, "y", "at")), ("rules", _side(options, "x", "at"))):
        if name in has:
            layers += rule_marks(name, at, options.dark)
    if "lines" in has:
        layers.append(_lines(options, has))
    if "points" in has:
        layers += _points(options, has["points"])
    chart = overlay(layers, end_params(LINES, "across", "up"))
    return spec_of(chart, options.dark, options.canvas)


def _side(options: Options, name: Literal["x", "y"], field: str) -> Any:
    """Encode a field on the x or y axis."""
    upright, ends = name == "y", "up" if name == "y" else "across"
    side = options.y if upright else options.x
    more: dict[str, Any] = {"reverse": True} if side.axis.reverse else {}
    if side.axis.log:
        more["type"] = "log"
    axis = axis_of(side, options.dark, upright)
    return (alt.Y if upright else alt.X)(f"{field}:Q", scale=between_ends(ends, **more), axis=axis)


def _channels(options: Options, across: str = "x") -> dict[str, Any]:
    """Encode both axes."""
    return {"x": _side(options, "x", across), "y": _side(options, "y", "y")}


def axis_of(side: Side, dark: bool, upright: bool = False) -> alt.Axis | None:
    """Make a word axis, a number axis or, if `bare`, none."""
    if side.axis.bare:
        return None
    axis = side.axis
    if side.words:
        places = alt.ExprRef(f"sequence(0, length(data('{side.words.table}')), {side.step})")
        across: Across | None = None if upright else "bottom"
        return word_axis(side.words, dark, across, side.step, values=places)
    more: dict[str, Any] = {
        "grid": upright,
        "titleColor": tone(axis.colour, dark),
    }
    if axis.room:
        more["minExtent"] = axis.room
    if axis.ticks:
        more["values"] = list(axis.ticks)
    if axis.log and not axis.form:
        more |= {"labelExpr": log_label(), "labelOverlap": "greedy", "labelSeparation": 10}
    else:
        more["format"] = axis.form or ",.3~g"
    return number_axis(axis.title, dark, **more)


def _look(options: Options, channel: type, values: Sequence[Any], shown: bool = True) -> Any:
    """Encode the series in a channel such as colour or shape, with the shared legend."""
    named = None
    if options.legend and shown:
        names = [look.name for look in options.looks]
        symbol = {} if options.has_dots else {"symbolType": "stroke", "symbolSize": 260}
        if options.above:
            symbol["offset"] = 2 * AXIS_SIZE
        named = legend(names, values=[i for i, name in enumerate(names) if name], **symbol)
    return channel("s:N", scale=by_series(values), legend=named)


def _tooltip(options: Options, *across: str) -> list[TooltipField]:
    """Return the tooltip fields of both axes, as numbers or words."""
    axes, form = (options.x.axis, options.y.axis), options.x.axis.form or ",.4~g"
    numbers = [(name, axes[0].title, "" if name == "place" else form) for name in across]
    return [*numbers, ("y", axes[1].title, options.form)]


def _bins(options: Options) -> alt.Chart:
    """Draw histogram bins as boxes from 0."""
    sides = _channels(options, "low")
    ground = {"x2": alt.X2("high"), "y2": alt.Y2Datum(0), "color": alt.Color("tone:N", scale=None)}
    tooltip = _tooltip(options, "low", "high")
    return mark("rect", "bins", sides | ground, words=[LINE], tooltip=tooltip, clip=True)


def _lines(options: Options, has: Has) -> alt.Chart:
    strong, toned = "datum.strong", "tone" in has.get("points", ())
    # Filled points already have a legend in another channel; one of the two is enough.
    shown = not options.has_dots or toned or not all(look.filled for look in options.looks)
    encoding: dict[str, Any] = {
        **_channels(options),
        "stroke": _look(options, alt.Stroke, tones_of(options.looks, options.dark), shown),
        "opacity": by_test(alt.OpacityValue, strong, 1, 0.35),
        "strokeWidth": by_test(alt.StrokeWidthValue, strong, 2.4, 1.2),
        "detail": alt.Detail("s:N"),
    }
    if any(look.dash for look in options.looks):
        dashes = [list(look.dash) or [1, 0] for look in options.looks]
        encoding["strokeDash"] = _look(options, alt.StrokeDash, dashes, shown)
    gaps: Looks = {"invalid": "break-paths-show-domains", "clip": options.clip}
    gaps["order"] = False  # as in the table: Vega would sort by x, and rays go back and forth
    # The ends of the axes are in the same table, which Vega drops unless some layer looks it up.
    words = [] if {"points", "bins"} & set(has) else [LINE]
    return mark("line", "lines", encoding, words=words, **gaps)


def _points(options: Options, columns: Sequence[str]) -> list[alt.Chart]:
    """Draw points with tooltips, and a ring round the selected one."""
    sides = [(side.words, name) for side, name in ((options.x, "x"), (options.y, "y"))]
    across = "place" if options.x.words else "x"
    name = ("name" if options.has_dots else "line", options.name_title, "")
    words = [LINE, *(side.lookup(name) for side, name in sides if side)]
    inks = _point_inks(options, "tone" in columns)
    layers = [
        mark(
            "point",
            "points",
            _channels(options) | inks,
            tooltip=[name, *_tooltip(options, across)],
            words=words,
            filled="fill" not in inks,
            strokeWidth=2,
            opacity=1,
            clip=options.clip,
            size="=datum.size",
        )
    ]
    if "ring" in columns:
        looks: Looks = {"filled": False, "opacity": 1, "color": tone("ink", options.dark)}
        ring: Looks = {"size": 240, "strokeWidth": 2.2, **looks}
        layers.append(mark("point", "points", _channels(options), where="datum.ring", **ring))
    return layers


def _point_inks(options: Options, toned: bool) -> dict[str, Any]:
    """Encode shape, fill and colour of points by series or, if `toned`, individually."""
    looks, tones = options.looks, tones_of(options.looks, options.dark)
    channels: dict[str, Any] = {}
    if not options.has_dots:
        channels["opacity"] = by_test(alt.OpacityValue, "datum.strong", 1, 0.4)
    shapes = [look.shape or "circle" for look in looks]
    if len(set(shapes)) > 1:
        channels["shape"] = _look(options, alt.Shape, shapes)
    if not toned and all(look.filled for look in looks):
        return channels | {"color": _look(options, alt.Color, tones, shown=options.has_dots)}
    page = tone("page", options.dark)
    fills = [own if look.filled else page for look, own in zip(looks, tones, strict=True)]
    fill = alt.Fill("tone:N", scale=None) if toned else _look(options, alt.Fill, fills)
    return channels | {"fill": fill, "stroke": _look(options, alt.Stroke, tones)}
