"""What a bar chart looks like: the layers of its specification, made once for its options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import altair as alt

from explainer.charts.axes import (
    Span,
    between_ends,
    by_series,
    by_test,
    end_params,
    layered,
    legend,
    number_axis,
    over_anything,
    tone,
)
from explainer.charts.figure import WORDS, kept, leaning, word_axis, words_of
from explainer.charts.labels import AXIS_SIZE, Spec
from explainer.charts.palette import PALETTE, blend, theme

BAR_PICK: Final = "bar"  # name of the click selection: event["selection"]["bar"][0]["i"]
NAMES: Final = f"{WORDS}names"
PARTS: Final = f"{WORDS}parts"
ROW: Final = 28  # pixels of a lying bar; of several beside each other a little less each
STANDING: Final = 210  # pixels of standing bars with the names below


@dataclass(frozen=True)
class Look:
    """How bars are drawn, whatever their numbers.

    They lie or stand `upright`; several series are beside each other or `stacked`; `axis` draws the
    axis of numbers, `span` fixes its two ends, which otherwise hold 0 and all values. `form`
    (d3-format) prints the numbers at the bars, where they are `numbered`, and in the tooltip,
    `axis_form` those of the axis. `label_colour` is of the palette, `label_limit` pixels of a name,
    `height` of the chart (None: as the bars need it). `legend` False: the words around say it;
    `named` False: no label under so many bars.
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
    told_title: str = ""
    legend: bool = True
    named: bool = True


@dataclass(frozen=True)
class Options:
    """All that a specification depends on; what is not here is data."""

    names: tuple[str, ...]  # of the series and, last, of the marks
    tones: tuple[tuple[str, bool], ...]  # of each: tone, pale
    label_title: str
    value_title: str
    look: Look
    dark: bool
    angle: int
    crowded: bool
    numbered: bool
    noted: bool
    marks: str
    ranges: bool
    levels: bool
    click: bool

    @property
    def count(self) -> int:
        """Of series."""
        return len(self.names) - bool(self.marks)

    @property
    def legend(self) -> bool:
        return len(self.names) > 1 and self.look.legend

    @property
    def offset(self) -> bool:
        """Whether the bars of a name stand beside each other."""
        return self.count > 1 and not self.look.stacked


def height_of(count: int, options: Options) -> int:
    around = 44 * options.look.axis + 34 * options.legend
    if options.look.upright:
        return STANDING + around
    return count * (ROW if options.look.stacked else ROW + 14 * (options.count - 1)) + 8 + around


def built(options: Options) -> Spec:
    layers = [_bars(options)]
    if options.levels:
        layers += _levels(options)
    if options.marks:
        layers += _marks(options)
    if options.noted:
        layers.append(_words(options, "notes", alt.Text("note:N")))
    elif options.numbered:
        layers.append(_words(options, "bars", alt.Text("v:Q", format=options.look.form)))
    return kept(layered(layers, end_params(NAMES, "value")), options.dark)


def _sides(options: Options, field: str = "v", grouped: bool = False) -> dict[str, Any]:
    """Names along one side, numbers along the other."""
    colours = PALETTE[theme(options.dark)]
    names, numbers = ("x", "y") if options.look.upright else ("y", "x")
    angle = leaning(NAMES, options.angle, "bottom") if options.look.upright else {}
    axis = word_axis(
        NAMES,
        "label",
        options.label_title if options.look.upright else None,
        colours[options.look.label_colour],
        crowded=options.crowded,
        labelLimit=options.look.label_limit,
        labels=options.look.named,
        **angle,
    )
    place = {"x": alt.X, "y": alt.Y}
    gap = 0.18 if options.offset else 0.28
    found: dict[str, Any] = {
        names: place[names]("i:O", scale=alt.Scale(paddingInner=gap), axis=axis),
        numbers: place[numbers](
            f"{field}:Q",
            scale=between_ends("value"),
            axis=_axis(options),
            stack="zero" if options.look.stacked and field == "v" and grouped else None,
        ),
    }
    if grouped and options.offset:
        offset = alt.XOffset if options.look.upright else alt.YOffset
        found[f"{names}Offset"] = offset("s:N", scale=alt.Scale(domain=list(range(options.count))))
    return found


def _axis(options: Options) -> alt.Axis | None:
    look = options.look
    form = look.axis_form or (".0%" if look.form.endswith("%") else ",.3~g")
    return number_axis(options.value_title, options.dark, format=form) if look.axis else None


def _bars(options: Options) -> alt.Chart:
    colours = PALETTE[theme(options.dark)]
    mark: dict[str, Any] = {"cornerRadius": 0 if options.look.stacked else 2}
    lookups = [words_of(NAMES, "label", "i"), words_of(PARTS, "part", "s")]
    chart = alt.Chart(alt.NamedData("bars"), name="bars", transform=lookups)
    if options.click:
        mark["cursor"] = "pointer"
        chart = chart.add_params(
            alt.selection_point(
                name=BAR_PICK, fields=["i", "at"], on="click", clear=False, toggle=False
            )
        )
    framed = "datum.framed"
    own, pale = options.tones[0]
    edge = colours["page"] if options.look.stacked else "transparent"
    edge = tone(own, options.dark) if pale else edge
    encoding: dict[str, Any] = {
        **_sides(options, grouped=True),
        "opacity": by_test(alt.OpacityValue, "datum.strong", 1, 0.45),
        "strokeWidth": by_test(alt.StrokeWidthValue, framed, 2.4, 1),
        "tooltip": _tooltip(options),
        **_colours(options),
    }
    if len(options.names) == 1:
        encoding["stroke"] = by_test(alt.StrokeValue, framed, colours["ink"], edge)
    if options.look.stacked:
        encoding["order"] = alt.Order("s:Q")
    return chart.mark_bar(**mark).encode(**encoding)


def _colours(options: Options) -> dict[str, Any]:
    """Of a single series by its data, of several by their number, with a legend."""
    if len(options.names) == 1:
        return {"color": alt.Color("tone:N", scale=None)}
    dark, page = options.dark, PALETTE[theme(options.dark)]["page"]
    edges = [tone(name, dark) for name, _ in options.tones]
    fills = [
        blend(edge, page, 0.75) if pale else edge
        for edge, (_, pale) in zip(edges, options.tones, strict=True)
    ]
    named = legend(options.names, symbolType="square") if options.legend else None
    return {
        "fill": alt.Fill("s:N", scale=by_series(fills), legend=named),
        "stroke": alt.Stroke("s:N", scale=by_series(edges), legend=named),
    }


def _tooltip(options: Options) -> list[alt.Tooltip]:
    look, several = options.look, len(options.names) > 1
    exact = ".2%" if look.form.endswith("%") else look.form
    lines = (
        ("label:N", options.label_title, True, None),
        ("part:N", look.series_title, several, None),
        ("v:Q", options.value_title, True, exact),
        ("told:N", look.told_title, bool(look.told_title), None),
    )
    return [
        alt.Tooltip(name, title=title or " ", format=form or alt.Undefined)
        for name, title, there, form in lines
        if there
    ]


def _words(options: Options, table: str, text: alt.Text) -> alt.Chart:
    """Numbers beyond the ends of the bars; where standing bars are too narrow, none."""
    away: dict[str, Any] = {
        "align": alt.ExprRef("datum.v < 0 ? 'right' : 'left'"),
        "dx": alt.ExprRef("datum.v < 0 ? -6 : 6"),
    }
    if options.look.upright:
        need = 34 * options.count
        room = f"width < {need} * length(data('{NAMES}')) ? 0 : 1"
        away = {"dy": alt.ExprRef("datum.v < 0 ? 9 : -8"), "opacity": alt.ExprRef(room)}
    ink = alt.ColorValue(PALETTE[theme(options.dark)]["ink"])
    size = AXIS_SIZE - (1 if options.look.upright and options.count > 1 else 0)
    return (
        alt.Chart(alt.NamedData(table))
        .mark_text(fontSize=size, tooltip=False, **away)
        .encode(**_sides(options, grouped=table == "bars"), text=text, color=ink)
    )


def _marks(options: Options) -> list[alt.Chart]:
    """On the bars of a label, in the colour the legend gives them."""
    number = "y" if options.look.upright else "x"
    sides = _sides(options)
    if options.marks != "tick":
        sides |= {
            "tooltip": [alt.Tooltip("v:Q", title=options.names[-1], format=options.look.form)]
        }
    colour = alt.ColorValue(tone(options.tones[-1][0], options.dark))
    chart = alt.Chart(alt.NamedData("marks"))
    drawn = {
        "tick": lambda: chart.mark_tick(thickness=2.5),
        "diamond": lambda: chart.mark_point(filled=True, shape="diamond", size=80, opacity=1),
        "line": lambda: chart.mark_line(point={"filled": True, "size": 50}, strokeWidth=2),
    }[options.marks]()
    found = [drawn.encode(**sides, color=colour)]
    if options.ranges:
        low = _sides(options, "low")
        end = alt.X2("high") if number == "x" else alt.Y2("high")
        rule = chart.mark_rule(strokeWidth=2).encode(**low, color=colour, **{f"{number}2": end})
        found.insert(0, rule)
    return found


def _levels(options: Options) -> list[alt.Chart]:
    """Dashed lines across, each with its name at its end."""
    colours = PALETTE[theme(options.dark)]
    number = "y" if options.look.upright else "x"
    side = {number: _sides(options)[number]}
    chart = alt.Chart(alt.NamedData("levels"))
    rule = chart.mark_rule(strokeDash=[5, 4], strokeWidth=1.5, color=colours["second"])
    end = (
        {"x": alt.XValue(alt.ExprRef("width"))} if options.look.upright else {"y": alt.YValue(-4)}
    )  # above the plot
    align = (
        {"align": "right", "dy": -7, "dx": -3} if options.look.upright else {"baseline": "bottom"}
    )
    words = [
        chart.mark_text(fontSize=AXIS_SIZE, tooltip=False, **ink, **align).encode(
            **side, **end, text=alt.Text("level:N")
        )
        for ink in over_anything(options.dark)
    ]
    return [rule.encode(**side), *words]
