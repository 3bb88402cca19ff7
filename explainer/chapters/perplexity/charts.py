"""How surprising each event was: a ramp of colour, bars in bits, perplexities on a log axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.bars import Chosen, Level, Look, Series, bars
from explainer.charts.curves import Axis, Dots, scatter
from explainer.charts.figure import Figure
from explainer.charts.labels import AXIS_SIZE, Spec, look
from explainer.charts.palette import GAMMA, PALETTE, blend, theme

MOST_BITS: Final = 10.0  # from here on the ramp is at its end
DEEPEST: Final = {"light": 0.6, "dark": 0.5}  # of the way to the colour: ink stays readable
ROW_HEIGHT: Final = 30
STOPS: Final = (0.0, 0.5, 1.0, 2.0, 4.0, 7.0, MOST_BITS)  # of the legend, in bits


def fill(bits: float, dark: bool) -> str:
    """The ground of an event of this surprise: panel for none, the target's colour for much."""
    colours = PALETTE[theme(dark)]
    share = min(max(bits, 0.0) / MOST_BITS, 1.0) ** GAMMA
    return blend(colours["panel"], colours["target"], share * DEEPEST[theme(dark)])


def ink(dark: bool) -> str:
    """What is written on any `fill`."""
    return PALETTE[theme(dark)]["ink"]


def ramp(*, title: str, dark: bool) -> Spec:
    """The legend of `fill`: a box for each of STOPS with its bits in it."""
    colours = PALETTE[theme(dark)]
    frame = pa.table(
        {
            "i": np.arange(len(STOPS), dtype=np.int16),
            "word": [f"{stop:g}" if stop < MOST_BITS else f"{stop:g}+" for stop in STOPS],
            "colour": [fill(stop, dark) for stop in STOPS],
        }
    )
    x = {
        "field": "i",
        "type": "ordinal",
        "scale": {"paddingInner": 0.08},
        "title": title,
        "axis": {
            "labels": False,
            "ticks": False,
            "domain": False,
            "titleColor": colours["third"],
            "titleFontWeight": 400,
            "titleFontSize": AXIS_SIZE,
        },
    }
    return {
        "config": look(dark),
        "height": 62,
        "data": {"name": "stops"},
        "layer": [
            {
                "mark": {"type": "rect", "cornerRadius": 4, "stroke": colours["line"]},
                "encoding": {
                    "x": x,
                    "color": {"field": "colour", "type": "nominal", "scale": None},
                },
            },
            {
                "mark": {"type": "text", "fontSize": AXIS_SIZE, "color": colours["ink"]},
                "encoding": {"x": x, "text": {"field": "word", "type": "nominal"}},
            },
        ],
        "datasets": {"stops": frame},
    }


def surprise_bars(
    *,
    pieces: Sequence[str],
    bits: NDArray[np.floating],
    mean: float,
    chosen: int,
    piece_title: str,
    bits_title: str,
    mean_title: str,
    dark: bool,
) -> Figure:
    """A bar of -log2 p for each piece in the colour of its surprise, and a line at the mean.

    `chosen` is a piece that gets a frame. Raises ValueError when the lengths differ.
    """
    return bars(
        labels=pieces,
        series=[Series(bits_title, bits, "target", pale=True)],
        label_title=piece_title,
        value_title=bits_title,
        dark=dark,
        look=Look(True, axis=True, form=".3f", numbered=False, label_colour="target_text"),
        tones=[fill(float(b), dark) for b in bits],
        chosen=Chosen(chosen, framed=True),
        levels=[Level(mean, f"{mean_title} {mean:.2f}")],
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
