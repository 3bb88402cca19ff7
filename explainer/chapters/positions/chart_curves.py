"""Charts of positional encodings: waves, scores by distance, signed bars."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Unpack

import numpy as np
from numpy.typing import NDArray

from explainer.charts.axes import Floats
from explainer.charts.bars import BarStyle, Series, Words, bars
from explainer.charts.curves import Axis, Curve, Dots, Rule, curves
from explainer.charts.figure import Figure
from explainer.charts.labels import check_lengths
from explainer.charts.palette import signed_shade

STRIP: Final = 74  # pixels of one wave
SAMPLES: Final = 6  # points of a smooth line for each radian it turns: 0.4 % off at most
LONGEST: Final = 1200  # points of one smooth line
CURVE: Final = 250  # pixels of a curve with its axes


def shades(values: Floats, limit: float, dark: bool) -> list[str]:
    """Return each value's diverging colour between -limit and limit."""
    return [signed_shade(float(value) / limit, dark) for value in values]


def waves(
    *,
    names: Sequence[str],
    rates: NDArray[np.floating],
    phases: NDArray[np.floating],
    length: int,
    position_title: str,
    channel_title: str,
    value_title: str,
    dark: bool,
) -> Figure:
    """Draw a strip per wave sin(rate * pos + phase): its curve, and values at positions.

    A dot's shade is its value, as in the map. Raises ValueError if lengths differ.
    """
    check_lengths("names", len(names), rates, phases)
    places = np.arange(length, dtype=np.float64)
    lines, dots = [], []
    for row, (name, rate, phase) in enumerate(zip(names, rates, phases, strict=True)):
        fine = _fine(rate, length)
        smooth, values = (np.sin(rate * x + phase) for x in (fine, places))
        lines.append(Curve(name, row - 0.42 * smooth, "residual", fine, pointed=False))
        told = [f"{name}: {value:.3f}" for value in values]
        tones = shades(values, 1.0, dark)
        heights = row - 0.42 * values
        dots.append(Dots(name, places, heights, "second", told, size=46, tones=tones))
    return curves(
        lines=lines,
        dots=dots,
        x=Axis(position_title, span=(-0.3, length - 0.7), form="d"),
        y=Axis("", span=(-0.5, len(names) - 0.5), words=names, reverse=True),
        name_title=f"{channel_title}, {value_title}",
        dark=dark,
        legend=False,
        levels=[Rule(row, "", "line", dashed=False) for row in range(len(names))],
        height=STRIP * len(names) + 50,
    )


def _fine(rate: float, length: int) -> NDArray[np.float64]:
    """Return sample points of a wave: SAMPLES per radian, at least one per position."""
    between = max(1, math.ceil(SAMPLES * rate))
    return np.linspace(0, length - 1, min(LONGEST, (length - 1) * between + 1))


def distance_chart(
    *,
    steps: NDArray[np.integer],
    values: NDArray[np.floating],
    curve: tuple[NDArray[np.integer], NDArray[np.floating]],
    step_title: str,
    value_title: str,
    dark: bool,
) -> Figure:
    """Draw dots (step, value) of all pairs of positions, and a line through `curve`.

    One dot per step means that only the distance matters.
    """
    x, y = steps.ravel().astype(np.float64), values.ravel().astype(np.float64)
    middle = Curve(value_title, curve[1], "residual", curve[0].astype(np.float64), pointed=False)
    return curves(
        lines=[middle],
        dots=[Dots(value_title, x, y, "primary", size=26)],
        x=Axis(step_title, form="d"),
        y=Axis(value_title),
        dark=dark,
        legend=False,
        levels=[Rule(0.0, "", "line", dashed=False)],
        height=CURVE,
    )


def signed_bars(
    *,
    values: NDArray[np.floating],
    limit: float,
    labels: Sequence[str] | None = None,
    colour: str = "second",
    notes: Sequence[str] | None = None,
    **words: Unpack[Words],
) -> Figure:
    """Draw vertical bars from 0 in diverging shades; few bars show their number, or `notes`.

    Raises ValueError for labels that do not fit.
    """
    low = -limit if float(np.min(values)) < -1e-9 else 0.0
    return bars(
        labels=[str(i) for i in range(len(values))] if labels is None else labels,
        series=[Series(words["value_title"], values, colour, pale=True)],
        look=BarStyle(True, axis=True, span=(low, limit), form=".2f", label_colour=colour),
        tones=shades(values, limit, words["dark"]),
        notes=notes,
        **words,
    )
