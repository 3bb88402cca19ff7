"""What curves and points look like: the layers of the specification, made once for its options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

import altair as alt

from explainer.charts.axes import (
    Span,
    between_ends,
    by_series,
    by_test,
    end_params,
    layered,
    legend,
    log_label,
    number_axis,
    over_anything,
    tone,
)
from explainer.charts.figure import WORDS, is_crowded, kept, leaning, word_axis, words_of
from explainer.charts.labels import AXIS_SIZE, CROWDED, Spec, slant
from explainer.charts.names import WIDTH
from explainer.charts.palette import PALETTE, theme

LINES: Final = f"{WORDS}lines"
PLACES: Final = f"{WORDS}places"
STEPS: Final = f"{WORDS}steps"  # the same of the upright axis

Shape = Literal["circle", "square", "diamond", "triangle-up", "cross"]


@dataclass(frozen=True)
class Axis:
    """One axis: its title, whether it is logarithmic, its two ends (None: all that is drawn), the
    number format of its ticks, words in place of the numbers 0, 1, 2 ..., and ticks.
    A `bare` one is not drawn, a `reverse` one has its low end above or right. `angle` of the words
    and the pixels they are cut at (`limit`); a `grid` has an upright axis unless it is False.
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
    angle: int | None = None
    limit: int = 240


@dataclass(frozen=True)
class Side:
    """What the specification says of an axis, whose words and ends are data: their number says how
    they are written.
    """

    axis: Axis
    worded: bool
    clip: bool
    crowded: bool
    angle: int
    step: int


def side_of(axis: Axis) -> Side:
    """How an axis looks with these words."""
    words = axis.words or ()
    return Side(
        axis=replace(axis, words=None, span=None),
        worded=axis.words is not None,
        clip=axis.span is not None,
        crowded=is_crowded(words),
        angle=slant(words) if axis.angle is None else axis.angle,
        step=max(1, -(-len(words) // (CROWDED * 2))),
    )


@dataclass(frozen=True)
class SeriesLook:
    """What the specification says of a series."""

    name: str
    tone: str
    dash: tuple[int, ...] = ()
    shape: Shape = "circle"
    filled: bool = True
    faint: bool = False


@dataclass(frozen=True)
class Options:
    """All that a specification depends on; what is not here is data."""

    looks: tuple[SeriesLook, ...]
    x: Side
    y: Side
    name_title: str
    form: str
    x_form: str
    dark: bool
    legend: bool
    lines: bool
    points: bool
    labels: bool
    ringed: bool
    bins: bool
    toned: bool
    dotted: bool
    rules: frozenset[str] = field(default_factory=frozenset)
    canvas: bool = False


def built(options: Options) -> Spec:
    layers: list[alt.Chart] = []
    for name in sorted(options.rules):
        layers += _rules(options, name)
    if options.bins:
        layers.insert(0, _bins(options))
    if options.lines:
        layers.append(_lines(options))
    if options.points:
        layers += _marks(options)
    if options.labels:
        layers.append(_names(options))
    chart = layered(layers, end_params(LINES, "across", "up"))
    return kept(chart, options.dark, options.canvas)


def _channels(options: Options) -> dict[str, Any]:
    """Both axes."""
    dark = options.dark
    return {
        "x": alt.X("x:Q", scale=_scale(options.x, "across"), axis=axis_of(options.x, dark)),
        "y": alt.Y(
            "y:Q", scale=_scale(options.y, "up"), axis=axis_of(options.y, options.dark, True)
        ),
    }


def _scale(side: Side, name: str) -> alt.Scale:
    more: dict[str, Any] = {"reverse": True} if side.axis.reverse else {}
    if side.axis.log:
        more |= {"type": "log"}
    return between_ends(name, **more)


def axis_of(side: Side, dark: bool, upright: bool = False) -> alt.Axis | None:
    """Words, numbers or nothing; the grid of an upright axis is drawn unless it says no."""
    if side.axis.bare:
        return None
    axis, colour = side.axis, PALETTE[theme(dark)][side.axis.colour]
    if side.worded:
        table = STEPS if upright else PLACES
        places = f"sequence(0, length(data('{table}')), {side.step})"
        return word_axis(
            table,
            "step" if upright else "place",
            axis.title,
            colour,
            crowded=side.crowded,
            **({} if upright else leaning(table, side.angle, "bottom", side.step)),
            labelLimit=axis.limit,
            values=alt.ExprRef(places),
        )
    more: dict[str, Any] = {
        "grid": upright if axis.grid is None else axis.grid,
        "titleColor": colour,
    }
    if axis.ticks:
        more["values"] = list(axis.ticks)
    if axis.log and not axis.form:
        more |= {"labelExpr": log_label(), "labelOverlap": "greedy", "labelSeparation": 10}
    else:
        more["format"] = axis.form or ",.3~g"
    return number_axis(axis.title, dark, **more)


def _look(options: Options, channel: str, values: Sequence[Any], shown: bool = True) -> Any:
    """A channel that tells series apart; the legend they all share."""
    kind = {
        "color": alt.Color,
        "stroke": alt.Stroke,
        "strokeDash": alt.StrokeDash,
        "shape": alt.Shape,
        "fill": alt.Fill,
    }
    named = None
    if options.legend and shown:
        names = [one.name for one in options.looks]
        symbol = {} if options.dotted else {"symbolType": "stroke", "symbolSize": 260}
        named = legend(names, values=[i for i, name in enumerate(names) if name], **symbol)
    return kind[channel]("s:N", scale=by_series(values), legend=named)


def _tones(options: Options) -> list[str]:
    return [tone(one.tone, options.dark) for one in options.looks]


def _inks(options: Options) -> list[str]:
    """The colours for words, which have to be darker than those of marks."""
    known = PALETTE[theme(options.dark)]
    words = [f"{one.tone}_text" for one in options.looks]
    pairs = zip(words, _tones(options), strict=True)
    return [known.get(word, mark) for word, mark in pairs]


def _bins(options: Options) -> alt.Chart:
    """Boxes that stand on 0."""
    sides = _channels(options)
    low = alt.X("low:Q", scale=_scale(options.x, "across"), axis=axis_of(options.x, options.dark))
    form, own = options.x_form, options.form
    told = [
        alt.Tooltip("low:Q", title=options.x.axis.title or " ", format=form),
        alt.Tooltip("high:Q", title=options.x.axis.title or " ", format=form),
        alt.Tooltip("y:Q", title=options.y.axis.title or " ", format=own),
    ]
    chart = alt.Chart(alt.NamedData("bins"), transform=[words_of(LINES, "line", "s")])
    colour = alt.Color("tone:N", scale=None)
    ground = {"x2": alt.X2("high"), "y2": alt.Y2Datum(0)}
    return chart.mark_rect(clip=True).encode(
        x=low, y=sides["y"], **ground, color=colour, tooltip=told
    )


def _lines(options: Options) -> alt.Chart:
    strong = "datum.strong"
    # Filled points have a legend of their own, in another channel: one of the two is enough.
    told = not options.dotted or options.toned or not all(one.filled for one in options.looks)
    encoding: dict[str, Any] = {
        **_channels(options),
        "stroke": _look(options, "stroke", _tones(options), told),
        "opacity": by_test(alt.OpacityValue, strong, 1, 0.35),
        "strokeWidth": by_test(alt.StrokeWidthValue, strong, 2.4, 1.2),
        "detail": alt.Detail("s:N"),
    }
    if any(one.dash for one in options.looks):
        dashes = [list(one.dash) or [1, 0] for one in options.looks]
        encoding["strokeDash"] = _look(options, "strokeDash", dashes, told)
    clip = options.x.clip or options.y.clip
    # The ends of the axes are data too, and Vega only has what some layer looks up.
    alone = not (options.points or options.bins)
    return (
        alt.Chart(alt.NamedData("lines"), transform=[words_of(LINES, "line", "s")] * alone)
        .mark_line(clip=clip, invalid="break-paths-show-domains")
        .encode(**encoding)
    )


def _marks(options: Options) -> list[alt.Chart]:
    """The points, which the pointer can ask, and a ring round the chosen one."""
    dark, page = options.dark, PALETTE[theme(options.dark)]["page"]
    tones, dots = _tones(options), options.dotted
    lookups: list[Any] = [words_of(LINES, "line", "s")]
    if options.x.worded:
        lookups.append(words_of(PLACES, "place", "x"))
    if options.y.worded:
        lookups.append(words_of(STEPS, "step", "y"))
    faint = [one.faint for one in options.looks]
    encoding: dict[str, Any] = {
        **_channels(options),
        "color": _look(options, "color", tones, shown=dots),
        "tooltip": _tooltip(options),
    }
    if any(faint) or not dots:
        test = f"datum.strong && !{[int(one) for one in faint]}[datum.s]"
        encoding["opacity"] = by_test(alt.OpacityValue, test, 1, 0.4)
    if len({one.shape for one in options.looks}) > 1:
        encoding["shape"] = _look(options, "shape", [o.shape for o in options.looks])
    if not all(one.filled for one in options.looks):
        fills = [own if one.filled else page for one, own in zip(options.looks, tones, strict=True)]
        encoding["fill"] = _look(options, "fill", fills)
        encoding["stroke"] = _look(options, "stroke", tones)
        del encoding["color"]
    if options.toned:
        encoding["fill"] = alt.Fill("tone:N", scale=None)
        encoding["stroke"] = _look(options, "stroke", tones)
        encoding.pop("color", None)
    filled = "fill" not in encoding
    clip = options.x.clip or options.y.clip
    chart = alt.Chart(alt.NamedData("points"), name="points", transform=lookups)
    drawn = chart.mark_point(
        filled=filled,
        strokeWidth=2,
        opacity=1,
        clip=clip,
        size=alt.ExprRef("datum.size"),
    )
    if not options.ringed:
        return [drawn.encode(**encoding)]
    ring = alt.Chart(alt.NamedData("points")).transform_filter("datum.ring")
    ink = PALETTE[theme(dark)]["ink"]
    round_it = ring.mark_point(size=240, strokeWidth=2.2, filled=False, opacity=1, color=ink)
    return [drawn.encode(**encoding), round_it.encode(**_channels(options))]


def _tooltip(options: Options) -> list[alt.Tooltip]:
    what = "name:N" if options.dotted else "line:N"
    across = (
        alt.Tooltip("place:N", title=options.x.axis.title or " ")
        if options.x.worded
        else alt.Tooltip("x:Q", title=options.x.axis.title or " ", format=options.x_form)
    )
    up = alt.Tooltip("y:Q", title=options.y.axis.title or " ", format=options.form)
    return [alt.Tooltip(what, title=options.name_title or " "), across, up]


def _names(options: Options) -> alt.Chart:
    """The words beside the points, on the side Python has found free; in a plot narrower than
    they were placed for, those of strong points alone.
    """
    room = f"width < {WIDTH} && !datum.important ? 0 : 1"
    side = "datum.side === '{}' ? {} : datum.side === '{}' ? {} : {}"
    return (
        alt.Chart(alt.NamedData("points"))
        .mark_text(
            baseline="middle",
            fontSize=AXIS_SIZE,
            tooltip=False,
            align=alt.ExprRef(side.format("right", "'left'", "left", "'right'", "'center'")),
            dx=alt.ExprRef(side.format("right", "9", "left", "-9", "0")),
            dy=alt.ExprRef(side.format("above", "-15", "below", "16", "0")),
            fontWeight=alt.ExprRef("datum.important ? 700 : 400"),
            opacity=alt.ExprRef(room),
            color=alt.ExprRef(f"{_inks(options)}[datum.s]"),
        )
        .encode(**_channels(options), text=alt.Text("label:N"))
    )


def _rules(options: Options, name: str) -> list[alt.Chart]:
    """Straight lines across (`levels`) or upright (`rules`), with their names."""
    level = name == "levels"
    side, end, channel = (options.y, "up", "y") if level else (options.x, "across", "x")
    own = (alt.Y if level else alt.X)(
        "at:Q", scale=_scale(side, end), axis=axis_of(side, options.dark, level)
    )
    chart = alt.Chart(alt.NamedData(name))
    colour = alt.Color("tone:N", scale=None)
    dash = by_test(alt.StrokeDashValue, "datum.dashed", [5, 4], [1, 0])
    rule = chart.mark_rule(strokeWidth=1.6, clip=True).encode(
        **{channel: own}, color=colour, strokeDash=dash
    )
    if level:
        mark: dict[str, Any] = {"align": "right", "dx": -4, "dy": -7}
        place: dict[str, Any] = {"x": alt.XValue(alt.ExprRef("width"))}
    else:  # the name leans to the side that has room
        right = "scale('x', datum.at) > width * 0.6"
        mark = {
            "align": alt.ExprRef(f"{right} ? 'right' : 'left'"),
            "dx": alt.ExprRef(f"{right} ? -5 : 5"),
            "baseline": "top",
        }
        place = {"y": alt.YValue(4)}
    words = [
        chart.mark_text(fontSize=AXIS_SIZE, tooltip=False, **ink, **mark).encode(
            **{channel: own}, **place, text=alt.Text("rule:N")
        )
        for ink in over_anything(options.dark)
    ]
    return [rule, *words]
