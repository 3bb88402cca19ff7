"""Shared parts of charts: number axes, series colours with legend, scale domains.

Scale domains are data, so that another sentence moves an axis without a new specification: their
ends are columns of a table of words (`ends`), read by parameters of the specification
(`end_params`) that the scale refers to. Without an explicit span the domain covers all values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import altair as alt
import numpy as np
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, FONT, label_at, width_of
from explainer.charts.palette import PALETTE, ramp, theme

Shape = Literal["circle", "square", "diamond", "triangle-up", "cross"]
Span = tuple[float, float]
Floats = NDArray[np.floating]

MARGIN: Final = 0.06  # share of a span added beyond the outermost values
RAISED: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LIMIT: Final = "limit"  # parameter of the specification: the end of the diverging scale
GRADIENT: Final[dict[str, Any]] = {  # legend of a colour gradient
    "orient": "bottom",
    "direction": "horizontal",
    "gradientLength": 220,
    "gradientThickness": 9,
    "format": ".2~f",
}
POWERS: Final = 40
LETTER, SYMBOL = 6.8, 28  # pixels in a legend: per letter, per symbol with its padding


@dataclass(frozen=True)
class SeriesLook:
    """Style of a series in the specification; `tone` is a palette colour, points have a shape."""

    name: str
    tone: str
    faint: bool = False
    dash: tuple[int, ...] = ()
    shape: Shape | None = None
    filled: bool = True


def quiet_axis(title: str | None, colour: str, **options: Any) -> alt.Axis:
    """Make an axis with only labels and a title; `options` are those of Altair's `Axis`."""
    base: dict[str, Any] = {
        "labelColor": colour,
        "titleColor": colour,
        "labelFont": FONT,
        "labelFontSize": AXIS_SIZE,
        "titleFontSize": AXIS_SIZE,
        "titleFontWeight": 400,
        "domain": False,
        "ticks": False,
    }
    return alt.Axis(title=title, **(base | options))


def number_axis(title: str | None, dark: bool, **options: Any) -> alt.Axis:
    """Make a number axis with grid lines."""
    grid = {"titlePadding": 8, "gridColor": tone("line", dark), "tickCount": 5}
    return quiet_axis(title, tone("second", dark), **(grid | options))


def log_label() -> str:
    """Return a Vega expression that labels ticks 1, 2, 5, 10 ... of a log axis: 0.01, 2 × 10⁻⁸."""
    raised = [str(i).translate(RAISED) for i in range(-POWERS, POWERS + 1)]
    exponent = "floor(log(datum.value) / LN10 + 1e-9)"
    first = f"round(datum.value / pow(10, {exponent}))"
    times = f"({first} == 1 ? '' : {first} + ' × ')"
    power = f"{times} + '10' + {label_at(raised, f'{exponent} + {POWERS}')}"
    words = f"datum.value >= 1e-3 && datum.value < 1e6 ? format(datum.value, ',~r') : {power}"
    return f"indexof([1, 2, 5], {first}) < 0 ? '' : {words}"


def legend(names: Sequence[str], **options: Any) -> alt.Legend:
    """Make a legend of the series 0..n-1 with their names.

    They are in one row if there is room, else in as many columns as the longest name permits.
    """
    wide = [SYMBOL + width_of(name, LETTER) for name in names if name]
    columns = f"max(1, floor(width / {max(wide, default=1):.0f}))"
    base: dict[str, Any] = {
        "title": None,
        "orient": "top",
        "labelLimit": 340,
        "symbolStrokeWidth": 2.5,
        "columns": alt.ExprRef(f"width >= {sum(wide):.0f} ? 0 : {columns}"),
    }
    return alt.Legend(labelExpr=label_at(names, "datum.value"), **(base | options))


def tones_of(looks: Sequence[SeriesLook], dark: bool) -> list[str]:
    """Return the colour of each series."""
    return [tone(look.tone, dark) for look in looks]


def by_series(values: Sequence[Any]) -> alt.Scale:
    """Make a scale from series numbers to values such as colours or shapes."""
    return alt.Scale(domain=list(range(len(values))), range=list(values))


def tone(name: str, dark: bool) -> str:
    """Look up a palette colour by name; a `#...` colour is returned unchanged."""
    return name if name.startswith("#") else PALETTE[theme(dark)][name]


def span_of(values: Floats, log: bool = False) -> Span:
    """Return a span of all finite values with a margin, never empty."""
    numbers = np.asarray(values, dtype=np.float64).ravel()
    numbers = numbers[np.isfinite(numbers) & ((numbers > 0) | (not log))]
    if not numbers.size:
        return (0.1, 10.0) if log else (0.0, 1.0)
    low, high = float(numbers.min()), float(numbers.max())
    if log:
        room = (high / low) ** MARGIN if high > low else 2.0
        return low / room, high * room
    room = MARGIN * (high - low or max(abs(high), 1.0))
    return low - room, high + room


def ends(count: int, **spans: Span) -> dict[str, Floats]:
    """Return scale ends as constant columns of length `count`, two for each name."""
    return {
        f"{name}_{side}": np.full(count, end)
        for name, span in spans.items()
        for side, end in zip(("low", "high"), span, strict=True)
    }


def end_params(table: str, *names: str) -> list[alt.Parameter]:
    """Return the parameters that read `ends` from a table of words; 1 and 2 while it is empty."""
    sides = {"low": 1, "high": 2}
    return [row_param(f"{name}_{side}", table, sides[side]) for name in names for side in sides]


def row_param(name: str, table: str, start: float) -> alt.Parameter:
    """Return a parameter that reads column `name` of a table's first row; `start` if empty."""
    rows = f"data('{table}')"
    return alt.param(name, expr=f"length({rows}) ? {rows}[0].{name} : {start}")


def signed_colour(field: str, title: str, dark: bool) -> alt.Color:
    """Encode a field with the diverging colour scale from -LIMIT to LIMIT and its legend."""
    ends = [alt.ExprRef(f"-{LIMIT}"), alt.ExprRef(LIMIT)]
    scale = alt.Scale(
        domain=ends, range=ramp(dark, scale="diverging"), clamp=True, interpolate="rgb"
    )
    legend = alt.Legend(values=alt.ExprRef(f"[-{LIMIT}, 0, {LIMIT}]"), **GRADIENT)
    return alt.Color(field, type="quantitative", title=title, scale=scale, legend=legend)


def between_ends(name: str, **options: Any) -> alt.Scale:
    """Make a scale whose domain is given by the two parameters of `end_params`."""
    domain = [alt.ExprRef(f"{name}_low"), alt.ExprRef(f"{name}_high")]
    plain: dict[str, Any] = {} if options.get("type") == "log" else {"zero": False}
    return alt.Scale(domain=domain, nice=False, **(plain | options))
