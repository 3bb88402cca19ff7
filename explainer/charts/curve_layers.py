"""What curves and points look like: the layers of the specification, made once for its options."""

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
from explainer.charts.marks import Looks, Told, by_test, mark, overlay, rule_marks
from explainer.charts.names import NARROW, SIDES, WIDTH
from explainer.charts.palette import PALETTE, theme

LINE: Final = (f"{WORDS}lines", "line", "s")  # puts its name to a row of a series
LINES: Final = f"{WORDS}lines"
PLACES: Final = f"{WORDS}places"
STEPS: Final = f"{WORDS}steps"  # the same of the upright axis


@dataclass(frozen=True)
class Axis:
    """One axis: its title, whether it is logarithmic, its two ends (None: all that is drawn), the
    number format of its ticks, words in place of the numbers 0, 1, 2 ..., and ticks.
    A `bare` one is not drawn, a `reverse` one has its low end above or right. `angle` of the words
    and the pixels they are cut at (`limit`); a `grid` has an upright axis unless it is False. Its
    numbers take `room` pixels at least: axes of charts above each other begin at one place.
    """

    title: str
    log: bool = False
    span: Span | None = None
    form: str = ""
    words: Sequence[str] | None = None
    colour: str = "second"
    ticks: tuple[float, ...] = ()
    grid: bool | None = None
    reverse: bool = False
    bare: bool = False
    angle: int = -90
    limit: int = 240
    room: int = 0


@dataclass(frozen=True)
class Side:
    """What the specification says of an axis, whose words (every `step`-th) and ends are data."""

    axis: Axis
    words: Named | None
    clip: bool
    step: int


def side_of(axis: Axis, upright: bool = False) -> Side:
    """How an axis looks with these words."""
    words = axis.words or ()
    table, column = (STEPS, "step") if upright else (PLACES, "place")
    side = named_side(table, column, words, axis.title, axis.colour, axis.limit, angle=axis.angle)
    return Side(
        axis=replace(axis, words=None, span=None),
        words=None if axis.words is None else side,
        clip=axis.span is not None,
        step=max(1, -(-len(words) // (CROWDED * 2))),
    )


@dataclass(frozen=True)
class Options:
    """All that a specification depends on, besides the columns; what is not here is data."""

    looks: tuple[SeriesLook, ...]
    x: Side
    y: Side
    name_title: str
    form: str
    dark: bool
    legend: bool
    canvas: bool

    @property
    def has_dots(self) -> bool:
        """Whether there are points that are not those of lines."""
        return any(one.shape for one in self.looks)

    @property
    def clip(self) -> bool:
        return self.x.clip or self.y.clip


def build(options: Options, has: Has) -> Spec:
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
    """A field along one of the two axes."""
    upright, ends = name == "y", "up" if name == "y" else "across"
    side = options.y if upright else options.x
    more: dict[str, Any] = {"reverse": True} if side.axis.reverse else {}
    if side.axis.log:
        more["type"] = "log"
    axis = axis_of(side, options.dark, upright)
    return (alt.Y if upright else alt.X)(f"{field}:Q", scale=between_ends(ends, **more), axis=axis)


def _channels(options: Options, across: str = "x") -> dict[str, Any]:
    """Both axes."""
    return {"x": _side(options, "x", across), "y": _side(options, "y", "y")}


def axis_of(side: Side, dark: bool, upright: bool = False) -> alt.Axis | None:
    """Words, numbers or nothing; the grid of an upright axis is drawn unless it says no."""
    if side.axis.bare:
        return None
    axis = side.axis
    if side.words:
        places = alt.ExprRef(f"sequence(0, length(data('{side.words.table}')), {side.step})")
        across: Across | None = None if upright else "bottom"
        return word_axis(side.words, dark, across, side.step, values=places)
    more: dict[str, Any] = {
        "grid": upright if axis.grid is None else axis.grid,
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
    """A channel that tells series apart; the legend they all share."""
    named = None
    if options.legend and shown:
        names = [one.name for one in options.looks]
        symbol = {} if options.has_dots else {"symbolType": "stroke", "symbolSize": 260}
        named = legend(names, values=[i for i, name in enumerate(names) if name], **symbol)
    return channel("s:N", scale=by_series(values), legend=named)


def _inks(options: Options) -> list[str]:
    """The colours for words, which have to be darker than those of marks."""
    known = PALETTE[theme(options.dark)]
    words = [f"{one.tone}_text" for one in options.looks]
    pairs = zip(words, tones_of(options.looks, options.dark), strict=True)
    return [known.get(word, mark) for word, mark in pairs]


def _tooltip(options: Options, *across: str) -> list[Told]:
    """Both numbers, or the words in their place."""
    axes, form = (options.x.axis, options.y.axis), options.x.axis.form or ",.4~g"
    numbers = [(name, axes[0].title, "" if name == "place" else form) for name in across]
    return [*numbers, ("y", axes[1].title, options.form)]


def _bins(options: Options) -> alt.Chart:
    """Boxes that stand on 0."""
    sides = _channels(options, "low")
    ground = {"x2": alt.X2("high"), "y2": alt.Y2Datum(0), "color": alt.Color("tone:N", scale=None)}
    told = _tooltip(options, "low", "high")
    return mark("rect", "bins", sides | ground, words=[LINE], told=told, clip=True)


def _lines(options: Options, has: Has) -> alt.Chart:
    strong, toned = "datum.strong", "tone" in has.get("points", ())
    # Filled points have a legend of their own, in another channel: one of the two is enough.
    told = not options.has_dots or toned or not all(one.filled for one in options.looks)
    encoding: dict[str, Any] = {
        **_channels(options),
        "stroke": _look(options, alt.Stroke, tones_of(options.looks, options.dark), told),
        "opacity": by_test(alt.OpacityValue, strong, 1, 0.35),
        "strokeWidth": by_test(alt.StrokeWidthValue, strong, 2.4, 1.2),
        "detail": alt.Detail("s:N"),
    }
    if any(one.dash for one in options.looks):
        dashes = [list(one.dash) or [1, 0] for one in options.looks]
        encoding["strokeDash"] = _look(options, alt.StrokeDash, dashes, told)
    gaps: Looks = {"invalid": "break-paths-show-domains", "clip": options.clip}
    # The ends of the axes are data too, and Vega only has what some layer looks up.
    words = [] if {"points", "bins"} & set(has) else [LINE]
    return mark("line", "lines", encoding, words=words, **gaps)


def _points(options: Options, columns: Sequence[str]) -> list[alt.Chart]:
    """The points, which the pointer can ask, a ring round the chosen one, and their names."""
    sides = [(side.words, name) for side, name in ((options.x, "x"), (options.y, "y"))]
    across = "place" if options.x.words else "x"
    name = ("name" if options.has_dots else "line", options.name_title, "")
    words = [LINE, *(side.at(name) for side, name in sides if side)]
    inks = _point_inks(options, "tone" in columns)
    layers = [
        mark(
            "point",
            "points",
            _channels(options) | inks,
            told=[name, *_tooltip(options, across)],
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
    return [*layers, _names(options)] if "label" in columns else layers


def _point_inks(options: Options, toned: bool) -> dict[str, Any]:
    """What tells kinds of points apart, or, where they are `toned`, each point from the others."""
    looks, tones = options.looks, tones_of(options.looks, options.dark)
    channels: dict[str, Any] = {}
    faint = [int(one.faint) for one in looks]
    if any(faint) or not options.has_dots:
        test = f"datum.strong && !{faint}[datum.s]"
        channels["opacity"] = by_test(alt.OpacityValue, test, 1, 0.4)
    shapes = [one.shape or "circle" for one in looks]
    if len(set(shapes)) > 1:
        channels["shape"] = _look(options, alt.Shape, shapes)
    if not toned and all(one.filled for one in looks):
        return channels | {"color": _look(options, alt.Color, tones, shown=options.has_dots)}
    page = tone("page", options.dark)
    fills = [own if one.filled else page for one, own in zip(looks, tones, strict=True)]
    fill = alt.Fill("tone:N", scale=None) if toned else _look(options, alt.Fill, fills)
    return channels | {"fill": fill, "stroke": _look(options, alt.Stroke, tones)}


def _names(options: Options) -> alt.Chart:
    """The words beside the points, on the side Python has found free, for a narrow plot besides;
    in one that is narrower still, those of strong points alone.
    """
    where = f"(width < {WIDTH} ? datum.narrow : datum.side)"
    room = f"={where} && (datum.important || width >= {NARROW}) ? 1 : 0"
    align, dx, dy = (
        f"={ {side: looks[at] for side, looks in SIDES.items()} }[{where}]" for at in range(3)
    )
    return mark(
        "text",
        "points",
        {**_channels(options), "text": alt.Text("label:N")},
        baseline="middle",
        fontSize=AXIS_SIZE,
        align=align,
        dx=dx,
        dy=dy,
        fontWeight="=datum.important ? 700 : 400",
        opacity=room,
        color=f"={_inks(options)}[datum.s]",
    )
