"""What curves and points look like: the layers of the specification, made once for its options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Literal

import altair as alt

from explainer.charts.axes import (
    between_ends,
    by_series,
    end_params,
    legend,
    log_label,
    number_axis,
    over_anything,
    tone,
)
from explainer.charts.figure import WORDS, kept, word_axis, words_of
from explainer.charts.labels import AXIS_SIZE, Spec, look
from explainer.charts.palette import PALETTE, theme

LINES: Final = f"{WORDS}lines"
PLACES: Final = f"{WORDS}places"
STEPS: Final = f"{WORDS}steps"  # the same of the upright axis
NARROW: Final = 540  # pixels: below, only the names of strong points are shown

Shape = Literal["circle", "square", "diamond", "triangle-up", "cross"]


@dataclass(frozen=True)
class Side:
    """What the specification says of an axis."""

    title: str
    log: bool
    form: str
    worded: bool
    crowded: bool
    angle: int
    step: int
    colour: str
    ticks: tuple[float, ...]
    grid: bool
    clip: bool
    reverse: bool
    bare: bool


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


@lru_cache(maxsize=512)
def sized(options: Options, height: int) -> Spec:
    """The kept specification. Sizes need no Altair."""
    return {**_built(options), "height": height}


@lru_cache(maxsize=256)
def _built(options: Options) -> Spec:
    """Made by Altair, once for these options."""
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
    chart = alt.layer(*layers).add_params(*end_params(LINES, "across", "up"))
    spec = {**kept(chart), "config": look(options.dark)}
    if options.canvas:
        spec["usermeta"] = {"embedOptions": {"renderer": "canvas"}}
    return spec


def _channels(options: Options) -> dict[str, Any]:
    """Both axes."""
    return {
        "x": alt.X("x:Q", scale=_scale(options.x, "across"), axis=_axis(options.x, options.dark)),
        "y": alt.Y("y:Q", scale=_scale(options.y, "up"), axis=_axis(options.y, options.dark, True)),
    }


def _scale(side: Side, name: str) -> alt.Scale:
    more: dict[str, Any] = {"reverse": True} if side.reverse else {}
    if side.log:
        more |= {"type": "log"}
    return between_ends(name, **more)


def _axis(side: Side, dark: bool, upright: bool = False) -> alt.Axis | None:
    if side.bare:
        return None
    colours = PALETTE[theme(dark)]
    if side.worded:
        table = STEPS if upright else PLACES
        places = f"sequence(0, length(data('{table}')), {side.step})"
        return word_axis(
            table,
            "step" if upright else "place",
            side.title,
            colours[side.colour],
            crowded=side.crowded,
            labelAngle=0 if upright else side.angle,
            labelLimit=240,
            values=alt.ExprRef(places),
        )
    more: dict[str, Any] = {"grid": upright or side.grid, "titleColor": colours[side.colour]}
    if side.ticks:
        more["values"] = list(side.ticks)
    if side.log and not side.form:
        more |= {"labelExpr": log_label(), "labelOverlap": "greedy", "labelSeparation": 10}
    else:
        more["format"] = side.form or ",.3~g"
    return number_axis(side.title, dark, **more)


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


def _bins(options: Options) -> alt.Chart:
    """Boxes that stand on 0."""
    sides = _channels(options)
    low = alt.X("low:Q", scale=_scale(options.x, "across"), axis=_axis(options.x, options.dark))
    form, own = options.x_form, options.form
    told = [
        alt.Tooltip("low:Q", title=options.x.title or " ", format=form),
        alt.Tooltip("high:Q", title=options.x.title or " ", format=form),
        alt.Tooltip("y:Q", title=options.y.title or " ", format=own),
    ]
    chart = alt.Chart(alt.NamedData("bins"), transform=[words_of(LINES, "line", "s")])
    colour = alt.Color("tone:N", scale=None)
    ground = {"x2": alt.X2("high"), "y2": alt.Y2Datum(0)}
    return chart.mark_rect(clip=True).encode(
        x=low, y=sides["y"], **ground, color=colour, tooltip=told
    )


def _lines(options: Options) -> alt.Chart:
    strong = alt.when("datum.strong")
    # Filled points have a legend of their own, in another channel: one of the two is enough.
    told = not options.dotted or options.toned or not all(one.filled for one in options.looks)
    encoding: dict[str, Any] = {
        **_channels(options),
        "stroke": _look(options, "stroke", _tones(options), told),
        "opacity": strong.then(alt.value(1)).otherwise(alt.value(0.35)),
        "strokeWidth": strong.then(alt.value(2.4)).otherwise(alt.value(1.2)),
        "detail": alt.Detail("s:N"),
    }
    if any(one.dash for one in options.looks):
        dashes = [list(one.dash) or [1, 0] for one in options.looks]
        encoding["strokeDash"] = _look(options, "strokeDash", dashes, told)
    clip = options.x.clip or options.y.clip
    return (
        alt.Chart(alt.NamedData("lines"))
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
        encoding["opacity"] = alt.when(test).then(alt.value(1)).otherwise(alt.value(0.4))
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
    chart = alt.Chart(alt.NamedData("points"), name="points").properties(transform=lookups)
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
        alt.Tooltip("place:N", title=options.x.title or " ")
        if options.x.worded
        else alt.Tooltip("x:Q", title=options.x.title or " ", format=options.x_form)
    )
    up = alt.Tooltip("y:Q", title=options.y.title or " ", format=options.form)
    return [alt.Tooltip(what, title=options.name_title or " "), across, up]


def _names(options: Options) -> alt.Chart:
    """The words beside the points, on the side Python has found free."""
    room = f"width < {NARROW} && !datum.important ? 0 : 1"
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
            color=alt.ExprRef(f"{_tones(options)}[datum.s]"),
        )
        .encode(**_channels(options), text="label:N")
    )


def _rules(options: Options, name: str) -> list[alt.Chart]:
    """Straight lines across (`levels`) or upright (`rules`), with their names."""
    level = name == "levels"
    side, end, channel = (options.y, "up", "y") if level else (options.x, "across", "x")
    own = (alt.Y if level else alt.X)(
        "at:Q", scale=_scale(side, end), axis=_axis(side, options.dark, level)
    )
    chart = alt.Chart(alt.NamedData(name))
    colour = alt.Color("tone:N", scale=None)
    dash = alt.when("datum.dashed").then(alt.value([5, 4])).otherwise(alt.value([1, 0]))
    rule = chart.mark_rule(strokeWidth=1.6, clip=True).encode(
        **{channel: own}, color=colour, strokeDash=dash
    )
    if level:
        mark: dict[str, Any] = {"align": "right", "dx": -4, "dy": -7}
        place: dict[str, Any] = {"x": alt.value(alt.ExprRef("width"))}
    else:  # the name leans to the side that has room
        right = "scale('x', datum.at) > width * 0.6"
        mark = {
            "align": alt.ExprRef(f"{right} ? 'right' : 'left'"),
            "dx": alt.ExprRef(f"{right} ? -5 : 5"),
            "baseline": "top",
        }
        place = {"y": alt.value(4)}
    words = [
        chart.mark_text(fontSize=AXIS_SIZE, tooltip=False, **ink, **mark).encode(
            **{channel: own}, **place, text="rule:N"
        )
        for ink in over_anything(options.dark)
    ]
    return [rule, *words]
