"""One layer of a figure: marks of one kind with their table and tooltips.

Properties shared by all marks of a layer are constants or, if a string begins with "=", Vega
expressions of the row (`datum`) and the plot (`width`).
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
TooltipField = tuple[
    str, str, str
]  # tooltip field: column, title, d3-format of a number ("": words)
Channel = TypeVar("Channel")


@dataclass(frozen=True)
class Rule:
    """A reference line at `value`, with its name; `tone` is a palette colour."""

    value: float
    name: str = ""
    tone: str = "third"
    dashed: bool = True


def mark(
    kind: Kind,
    table: str,
    encoding: Mapping[str, Any],
    *,
    tooltip: Sequence[TooltipField] = (),
    words: Sequence[tuple[str, str, str]] = (),
    where: Any = "",
    **looks: Any,
) -> alt.Chart:
    """Draw marks for the rows of `table` that pass `where`; "" is the table of the whole figure.

    `tooltip` are the tooltip fields, `words` the lookups, arguments of `words_of`.
    """
    steps: list[Any] = [alt.FilterTransform(where)] if where else []
    steps += [words_of(*each) for each in words]
    data: Any = alt.NamedData(table) if table else alt.Undefined
    chart = alt.Chart(data, transform=steps or alt.Undefined)
    lines = [_line(*each) for each in tooltip]
    shared = {name: _value(value) for name, value in looks.items()}
    if lines:
        encoding = {**encoding, "tooltip": lines}
    else:
        shared["tooltip"] = False
    drawn: alt.Chart = getattr(chart, f"mark_{kind}")(**shared).encode(**encoding)
    return drawn


def _line(column: str, title: str, form: str) -> alt.Tooltip:
    """Make one line of a tooltip."""
    kind, shape = ("Q", form) if form else ("N", alt.Undefined)
    return alt.Tooltip(f"{column}:{kind}", title=title or " ", format=shape)


def _value(look: Any) -> Any:
    if isinstance(look, str) and look.startswith("="):
        return alt.ExprRef(look[1:])
    return list(look) if isinstance(look, tuple) else look


def by_test(channel: Callable[..., Channel], test: Any, then: Any, otherwise: Any) -> Channel:
    """Encode one value if an expression or a selection holds, another otherwise.

    Always returns an instance of the channel class: for a plain value, a column name or a result of
    `alt.when`, Altair searches all its classes, which takes most of its time.
    """
    return channel(otherwise, condition=[{"test": test, "value": then}])


def overlay(
    layers: Sequence[alt.Chart], params: Sequence[alt.Parameter] = (), **options: Any
) -> alt.LayerChart:
    """Overlay layers; unlike `LayerChart.add_params`, which is slow, this does not copy them."""
    inner: list[Any] = [param.param for param in params]
    return alt.LayerChart(layer=list(layers), params=inner, **options)


def rule_marks(table: str, side: alt.X | alt.Y, dark: bool) -> list[alt.Chart]:
    """Draw the lines of a `rule_table` and their names: horizontal for `alt.Y`, else vertical."""
    name, colour = ("y" if isinstance(side, alt.Y) else "x"), alt.Color("tone:N", scale=None)
    dash = "=datum.dashed ? [5, 4] : [1, 0]"
    if name == "y":
        looks: Looks = {"align": "right", "dx": -4, "dy": -5, "baseline": "bottom"}
        position: dict[str, Any] = {"x": alt.XValue(alt.ExprRef("width"))}
    else:  # above the plot, where it covers nothing, and no further than its ends
        share = "scale('x', datum.at) / width"
        looks = {"align": f"={share} > 0.7 ? 'right' : {share} < 0.3 ? 'left' : 'center'"}
        looks |= {"baseline": "bottom"}
        position = {"y": alt.YValue(-5)}
    position |= {name: side, "text": alt.Text("rule:N")}
    page = tone("page", dark)
    inks: list[Looks] = [  # a halo in the background colour first, so that bars do not hide names
        {"color": page, "stroke": page, "strokeWidth": 4},
        {"color": tone("second", dark)},
    ]
    looks["fontSize"] = AXIS_SIZE
    lines = {name: side, "color": colour}
    return [
        mark("rule", table, lines, strokeWidth=1.6, clip=True, strokeDash=dash),
        *(mark("text", table, position, **looks, **ink) for ink in inks),
    ]


def rule_table(rules: Sequence[Rule], dark: bool) -> pa.Table:
    """Make the table that `rule_marks` draws."""
    return pa.table(
        {
            "at": [float(rule.value) for rule in rules],
            "rule": [rule.name for rule in rules],
            "tone": [tone(rule.tone, dark) for rule in rules],
            "dashed": [rule.dashed for rule in rules],
        }
    )
