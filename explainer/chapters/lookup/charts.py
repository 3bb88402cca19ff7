"""Charts of kernel smoothing: the fitted curves, and the weights at a query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from explainer.charts.axes import Floats, tone
from explainer.charts.curves import Axis, Bins, Curve, Dots, Rule, curves
from explainer.charts.figure import Figure
from explainer.charts.labels import check_lengths
from explainer.charts.palette import blend

ROOM: Final = 36  # pixels for the numbers of both charts, which share the axis of keys
Words = tuple[str, str, str]  # names of the two axes and of the weight
WIDE: Final = 0.004  # of the axis, half a bar
SIZES: Final = (40.0, 150.0)  # of a point without weight, and what the largest weight adds


def smoothing(
    *,
    keys: Floats,
    values: Floats,
    weights: Floats,
    lines: Sequence[Curve],
    query: float,
    answer: float | None,
    words: Words,
    limits: tuple[float, float],
    dark: bool,
) -> Figure:
    """Draw points (key, value), darker and larger by weight at `query`, and the curves.

    `weights` (N,) are NaN where undefined; with `answer` None no answer is drawn. Curves are
    clipped at the frame. Raises ValueError if keys, values and weights differ in length.
    """
    check_lengths("keys", len(keys), values, weights)
    shares = np.nan_to_num(np.asarray(weights, dtype=np.float64))
    shares = shares / (float(shares.max(initial=0.0)) or 1.0)
    page, deep = tone("page", dark), tone("weight", dark)
    points = Dots(
        words[1],
        keys,
        values,
        "v",
        [f"{words[2]} {weight:.3f}" for weight in weights],
        tones=[blend(page, deep, float(share)) for share in shares],
        sizes=(SIZES[0] + SIZES[1] * shares).tolist(),
    )
    answer_dots = (
        []
        if answer is None
        else [Dots("", [query], [answer], "target", tones=[tone("target", dark)])]
    )
    margin = 0.18 * (float(np.ptp(values)) or 1.0)
    return curves(
        lines=lines,
        dots=[points, *answer_dots],
        x=Axis(words[0], span=limits),
        y=Axis(
            words[1],
            span=(float(values.min()) - margin, float(values.max()) + margin),
            room=ROOM,
        ),
        form=".2f",
        dark=dark,
        rules=[Rule(query, "", "q", dashed=False)],
        height=330,
    )


def weight_bars(
    *,
    keys: Floats,
    weights: Floats,
    query: float,
    words: Words,
    limits: tuple[float, float],
    dark: bool,
) -> Figure:
    """Draw the weights (N,) at a query as bars at their keys."""
    half = WIDE * (limits[1] - limits[0])
    shares = np.nan_to_num(np.asarray(weights, dtype=np.float64))
    return curves(
        lines=[Bins(words[2], keys - half, keys + half, shares, "weight")],
        x=Axis(words[0], span=limits),
        y=Axis(words[2], span=(0.0, max(float(shares.max()) * 1.1, 0.05)), room=ROOM),
        form=".3f",
        dark=dark,
        rules=[Rule(query, "", "q", dashed=False)],
        height=150,
    )
