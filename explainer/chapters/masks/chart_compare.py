"""With a mask and without: largest differences on a log scale, probabilities by position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explainer.charts.curve_layers import Shape
from explainer.charts.curves import Axis, Dots, scatter
from explainer.charts.figure import Figure

FLOOR, CEILING = 1e-17, 1e3  # of the log scale; an exact 0 stands at its left end
EMPTY = 230  # size of a hollow mark: it stays visible round a filled one at the same place


@dataclass(frozen=True)
class Series:
    """A named list of numbers, a palette colour and a shape, which tells it without colour."""

    name: str
    values: Sequence[float]
    colour: str
    shape: Shape
    filled: bool = True


def log_dots(
    *,
    series: Sequence[Series],
    row_labels: Sequence[str],
    row_title: str,
    value_title: str,
    series_title: str,
    dark: bool,
) -> Figure:
    """One dot a series at each place, its value beside it; the scale is logarithmic.

    Raises ValueError when a series has not one value a row or a value is negative.
    """
    if min(value for one in series for value in one.values) < 0:
        raise ValueError("a difference is not negative")
    return scatter(
        dots=_dots(series, len(row_labels), [[short(v) for v in one.values] for one in series]),
        x=Axis(row_title, words=row_labels),
        y=Axis(value_title, log=True, span=(FLOOR / 30, CEILING)),
        name_title=series_title,
        form=".1e",
        dark=dark,
        height=330,
    )


def position_dots(
    *,
    series: Sequence[Series],
    labels: Sequence[str],
    label_title: str,
    value_title: str,
    series_title: str,
    dark: bool,
) -> Figure:
    """The probability of the wanted piece at every position, one mark a series; scale 0..1.

    Raises ValueError when a series has not one value a position.
    """
    return scatter(
        dots=_dots(series, len(labels)),
        x=Axis(label_title, words=labels, colour="target_text"),
        y=Axis(value_title, span=(-0.05, 1.05), form=".0%", ticks=(0, 0.25, 0.5, 0.75, 1)),
        name_title=series_title,
        form=".2%",
        dark=dark,
        height=330,
    )


def _dots(
    series: Sequence[Series], count: int, labels: Sequence[Sequence[str]] | None = None
) -> list[Dots]:
    if not series or any(len(one.values) != count for one in series):
        raise ValueError(f"a series does not have {count} values")
    places = list(map(float, range(count)))
    return [
        Dots(
            one.name,
            places,
            np.clip(one.values, FLOOR, CEILING),
            one.colour,
            [one.name] * count,
            () if labels is None else labels[s],
            one.shape,
            one.filled,
            80 if one.filled else EMPTY,
        )
        for s, one in enumerate(series)
    ]


def short(value: float) -> str:
    """A few digits: 0, 6·10⁻⁶, 4.4."""
    if not value:
        return "0"
    if 0.1 <= value < 1000:
        return f"{value:.1f}"
    mantissa, power = f"{value:.0e}".split("e")
    return f"{mantissa}·10" + str(int(power)).translate(RAISED)


RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
