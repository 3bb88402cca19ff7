"""How surprising each event was: a ramp of colour, bars in bits, perplexities on a log axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Unpack

import numpy as np
from numpy.typing import NDArray

from explainer.charts.axes import tone
from explainer.charts.bars import Chosen, Level, Look, Series, Words, bars
from explainer.charts.curves import Axis, Dots, scatter
from explainer.charts.figure import Figure
from explainer.charts.labels import AXIS_SIZE
from explainer.charts.palette import GAMMA, PALETTE, theme, tint
from explainer.charts.plane import bare, layer, plane

MOST_BITS: Final = 10.0  # from here on the ramp is at its end
ROW_HEIGHT: Final = 30
RAMP: Final = 46
STOPS: Final = (0.0, 0.5, 1.0, 2.0, 4.0, 7.0, MOST_BITS)  # of the legend, in bits


def fill(bits: float, dark: bool) -> str:
    """The ground of an event of this surprise: panel for none, the target's colour for much."""
    return tint("target", min(max(bits, 0.0) / MOST_BITS, 1.0) ** GAMMA, dark)


def ink(dark: bool) -> str:
    """What is written on any `fill`."""
    return PALETTE[theme(dark)]["ink"]


def ramp(*, title: str, dark: bool) -> Figure:
    """The legend of `fill`: a box for each of STOPS with its bits in it."""
    words = [f"{stop:g}" if stop < MOST_BITS else f"{stop:g}+" for stop in STOPS]
    boxes = [
        {"x": i + 0.04, "x2": i + 0.96, "y": 0, "y2": 1, "bits": stop, "fill": fill(stop, dark)}
        for i, stop in enumerate(STOPS)
    ]
    inks = {name: tone(name, dark) for name in ("line", "ink", "third")}
    numbers = [{"x": i + 0.5, "y": 0.5, "text": word} for i, word in enumerate(words)]
    below = [{"x": len(STOPS) / 2, "y": 1.4, "text": title}]
    return plane(
        layers=[
            layer("rect", "stops", boxes, cornerRadius=4, stroke=inks["line"]),
            layer("text", "numbers", numbers, fontSize=AXIS_SIZE, color=inks["ink"]),
            layer("text", "title", below, fontSize=AXIS_SIZE, color=inks["third"]),
        ],
        x=bare(0, len(STOPS)),
        y=bare(1.7, 0),
        height=RAMP,
        dark=dark,
    )


def surprise_bars(
    *,
    pieces: Sequence[str],
    bits: NDArray[np.floating],
    mean: float,
    chosen: int,
    mean_title: str,
    **words: Unpack[Words],
) -> Figure:
    """A bar of -log2 p for each piece in the colour of its surprise, and a line at the mean.

    `chosen` is a piece that gets a frame. Raises ValueError when the lengths differ.
    """
    return bars(
        labels=pieces,
        series=[Series(words["value_title"], bits, "target", pale=True)],
        look=Look(True, axis=True, form=".3f", numbered=False, label_colour="target_text"),
        tones=[fill(float(b), words["dark"]) for b in bits],
        chosen=Chosen(chosen, framed=True),
        levels=[Level(mean, f"{mean_title} {mean:.2f}")],
        **words,
    )


def log_dots(
    *,
    labels: Sequence[str],
    values: Sequence[float],
    tones: Sequence[str],
    value_title: str,
    label_title: str,
    dark: bool,
) -> Figure:
    """Perplexities as points on a log axis that begins at 1, each with its number and name.

    Points, not bars: on a log axis a length says nothing. `tones` are colours of the palette.
    Raises ValueError when lengths differ or a value is below 1.
    """
    if not len(labels) == len(values) == len(tones):
        raise ValueError(f"{len(labels)} labels, {len(values)} values, {len(tones)} tones")
    if min(values) < 1:
        raise ValueError(f"a perplexity of {min(values)} is below 1")
    rows = [float(row) for row in range(len(labels))]
    words = [f"{value:,.4g}" for value in values]
    return scatter(
        dots=[
            Dots(
                value_title,
                list(map(float, values)),
                rows,
                "target",
                list(labels),
                words,
                tones=tones,
                strong=[True] * len(rows),
            )
        ],
        x=Axis(value_title, log=True, span=(0.9, max(2.0, *values) ** 1.25), grid=True),
        y=Axis("", span=(-0.6, len(rows) - 0.4), words=labels, reverse=True, colour="ink"),
        name_title=label_title,
        dark=dark,
        height=ROW_HEIGHT * len(labels) + 50,
    )
