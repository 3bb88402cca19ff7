"""A layer of a figure: marks of a kind, their table, and what a pointer is told.

What all marks of a layer share stands beside the table: constants, or, where a string begins with
"=", Vega expressions about the row (`datum`) and the plot (`width`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import altair as alt
import pyarrow as pa

from explainer.charts.axes import tone
from explainer.charts.figure import words_of
from explainer.charts.labels import AXIS_SIZE

Kind = Literal["rect", "bar", "line", "rule", "text", "point", "tick"]
Looks = dict[str, Any]
Told = tuple[str, str, str]  # a column, its title, d3-format of a number ("": words)
Channel = TypeVar("Channel")


@dataclass(frozen=True)
class Rule:
    """A straight line across at a number, with its name; `tone` of the palette."""

    at: float
    name: str = ""
    tone: str = "third"
    dashed: bool = True


def mark(
    kind: Kind,
    table: str,
    encoding: Mapping[str, Any],
    *,
    told: Sequence[Told] = (),
    words: Sequence[tuple[str, str, str]] = (),
    where: Any = "",
    **looks: Any,
) -> alt.Chart:
    """Marks for the rows of `table` that pass `where`; without a name that of the whole figure.

    `words` are put to the rows, each as `words_of` says.
    """
    steps: list[Any] = [alt.FilterTransform(where)] if where else []
    steps += [words_of(*each) for each in words]
    data: Any = alt.NamedData(table) if table else alt.Undefined
    chart = alt.Chart(data, transform=steps or alt.Undefined)
    lines = [_line(*each) for each in told]
    shared = {name: _value(value) for name, value in looks.items()}
    if lines:
        encoding = {**encoding, "tooltip": lines}
    else:
        shared["tooltip"] = False
    drawn: alt.Chart = getattr(chart, f"mark_{kind}")(**shared).encode(**encoding)
    return drawn


def _line(column: str, title: str, form: str) -> alt.Tooltip:
    """Of a tooltip."""
    kind, shape = ("Q", form) if form else ("N", alt.Undefined)
    return alt.Tooltip(f"{column}:{kind}", title=title or " ", format=shape)


def _value(look: Any) -> Any:
    if isinstance(look, str) and look.startswith("="):
        return alt.ExprRef(look[1:])
    return list(look) if isinstance(look, tuple) else look


def by_test(channel: Callable[..., Channel], test: Any, then: Any, otherwise: Any) -> Channel:
    """One value where an expression or a selection holds, another elsewhere.

    Whatever is encoded has the class of its channel: for a mere value, a name of a column or a
    result of `alt.when` Altair goes through all its classes, and that is most of the time it takes.
    """
    return channel(otherwise, condition=[{"test": test, "value": then}])


def overlay(
    layers: Sequence[alt.Chart], params: Sequence[alt.Parameter] = (), **options: Any
) -> alt.LayerChart:
    """Over each other; `options` are of `LayerChart`, whose `add_params` copies all of it often."""
    inner: list[Any] = [param.param for param in params]
    return alt.LayerChart(layer=list(layers), params=inner, **options)


def rule_marks(table: str, side: alt.X | alt.Y, dark: bool) -> list[alt.Chart]:
    """The lines of a `rule_table` across (a side `alt.Y`) or upright, and their names."""
    name, colour = ("y" if isinstance(side, alt.Y) else "x"), alt.Color("tone:N", scale=None)
    dash = "=datum.dashed ? [5, 4] : [1, 0]"
    if name == "y":
        looks: Looks = {"align": "right", "dx": -4, "dy": -5, "baseline": "bottom"}
        place: dict[str, Any] = {"x": alt.XValue(alt.ExprRef("width"))}
    else:  # the name leans to the side that has room
        right = "scale('x', datum.at) > width * 0.6"
        looks = {"align": f"={right} ? 'right' : 'left'", "dx": f"={right} ? -5 : 5"}
        looks["baseline"] = "top"
        place = {"y": alt.YValue(4)}
    place |= {name: side, "text": alt.Text("rule:N")}
    page = tone("page", dark)
    inks: list[Looks] = [  # first as a rim in the ground's colour: bars do not hide the words
        {"color": page, "stroke": page, "strokeWidth": 4},
        {"color": tone("second", dark)},
    ]
    looks["fontSize"] = AXIS_SIZE
    lines = {name: side, "color": colour}
    return [
        mark("rule", table, lines, strokeWidth=1.6, clip=True, strokeDash=dash),
        *(mark("text", table, place, **looks, **ink) for ink in inks),
    ]


def rule_table(rules: Sequence[Rule], dark: bool) -> pa.Table:
    """What `rule_marks` draws."""
    return pa.table(
        {
            "at": [float(rule.at) for rule in rules],
            "rule": [rule.name for rule in rules],
            "tone": [tone(rule.tone, dark) for rule in rules],
            "dashed": [rule.dashed for rule in rules],
        }
    )
