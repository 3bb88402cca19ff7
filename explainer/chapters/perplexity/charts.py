"""How surprising each event was: a ramp of colour, bars in bits, perplexities on a log axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, label_at, look, places, slant
from explainer.charts.palette import GAMMA, PALETTE, blend, theme

MOST_BITS: Final = 10.0  # from here on the ramp is at its end
DEEPEST: Final = {"light": 0.6, "dark": 0.5}  # of the way to the colour: ink stays readable
HEIGHT: Final = 200
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
) -> Spec:
    """A bar of -log2 p for each piece in the colour of its surprise, and a line at the mean.

    `chosen` is a piece that gets a frame. Raises ValueError when the lengths differ.
    """
    if len(pieces) != len(bits):
        raise ValueError(f"{len(pieces)} pieces for {len(bits)} numbers")
    colours = PALETTE[theme(dark)]
    top = max(float(np.max(bits)), mean, 1e-3) * 1.08
    x = places("i", pieces, piece_title, colours["target_text"], gap=0.2, labelAngle=slant(pieces))
    y = {
        "field": "b",
        "type": "quantitative",
        "title": bits_title,
        "scale": {"domain": [0, top]},
        "axis": _quiet(dark, tickCount=4),
    }
    frame = pa.table(
        {
            "i": np.arange(len(pieces), dtype=np.int16),
            "b": np.asarray(bits, dtype=np.float32),
            "colour": [fill(float(b), dark) for b in bits],
        }
    )
    line = {
        "data": {"name": "mean"},
        "mark": {"type": "rule", "strokeDash": [5, 4], "strokeWidth": 1.6, "color": colours["ink"]},
        "encoding": {
            "y": {**y, "field": "mean"},
            "tooltip": [_tooltip_number("mean", mean_title, ".3f")],
        },
    }
    return {
        "config": look(dark),
        "height": HEIGHT,
        "layer": [_bars(pieces, {"x": x, "y": y}, chosen, (piece_title, bits_title), dark), line],
        "datasets": {"rows": frame, "mean": pa.table({"mean": [mean]})},
    }


def _bars(
    pieces: Sequence[str], sides: Spec, chosen: int, titles: tuple[str, str], dark: bool
) -> Spec:
    """The bars themselves; the chosen one has a frame of ink."""
    colours, test = PALETTE[theme(dark)], f"datum.i === {chosen}"
    frame = {"test": test, "value": colours["ink"]}
    return {
        "data": {"name": "rows"},
        "transform": [{"calculate": label_at(pieces, "datum.i"), "as": "piece"}],
        "mark": {"type": "bar", "cornerRadiusTopLeft": 3, "cornerRadiusTopRight": 3},
        "encoding": {
            **sides,
            "color": {"field": "colour", "type": "nominal", "scale": None},
            "stroke": {"condition": frame, "value": colours["target"]},
            "strokeWidth": {"condition": {"test": test, "value": 2.5}, "value": 0.8},
            "tooltip": [
                {"field": "piece", "type": "nominal", "title": titles[0]},
                _tooltip_number("b", titles[1], ".3f"),
            ],
        },
    }


def _quiet(dark: bool, **options: object) -> Spec:
    """An axis of numbers that stays in the background."""
    colours = PALETTE[theme(dark)]
    return {
        "labelColor": colours["third"],
        "titleColor": colours["third"],
        "domain": False,
        "ticks": False,
        "gridColor": colours["line"],
        "titleFontWeight": 400,
        **options,
    }


def _tooltip_number(field: str, title: str, form: str) -> Spec:
    """A number in a tooltip."""
    return {"field": field, "type": "quantitative", "title": title, "format": form}


def log_bars(
    *,
    labels: Sequence[str],
    values: Sequence[float],
    tones: Sequence[str],
    value_title: str,
    label_title: str,
    dark: bool,
) -> Spec:
    """Perplexities as bars on a log axis that begins at 1, each with its number behind it.

    `tones` are colours of the palette. Raises ValueError when lengths differ or a value is below 1.
    """
    if not len(labels) == len(values) == len(tones):
        raise ValueError(f"{len(labels)} labels, {len(values)} values, {len(tones)} tones")
    if min(values) < 1:
        raise ValueError(f"a perplexity of {min(values)} is below 1")
    colours = PALETTE[theme(dark)]
    shared: Spec = {
        "y": places("i", labels, None, colours["ink"], gap=0.3, labelLimit=230),
        "x": _logarithmic(value_title, max(2.0, *values), dark),
        "tooltip": [
            {"field": "name", "type": "nominal", "title": label_title},
            _tooltip_number("v", value_title, ",.2f"),
        ],
    }
    frame = pa.table(
        {
            "i": np.arange(len(labels), dtype=np.int16),
            "v": [float(v) for v in values],
            "one": [1.0] * len(labels),
            "colour": [colours[tone] for tone in tones],
        }
    )
    colour = {"field": "colour", "type": "nominal", "scale": None}
    bars = {
        "mark": {"type": "bar", "cornerRadius": 3},
        "encoding": {**shared, "x2": {"field": "one"}, "color": colour},
    }
    numbers = {
        "mark": {"type": "text", "align": "left", "dx": 6, "fontSize": AXIS_SIZE},
        "encoding": {
            **shared,
            "text": {"field": "v", "type": "quantitative", "format": ",.4~g"},
            "color": {"value": colours["ink"]},
        },
    }
    return {
        "config": look(dark),
        "height": ROW_HEIGHT * len(labels),
        "data": {"name": "rows"},
        "transform": [{"calculate": label_at(labels, "datum.i"), "as": "name"}],
        "layer": [bars, numbers],
        "datasets": {"rows": frame},
    }


def _logarithmic(title: str, top: float, dark: bool) -> Spec:
    """The axis of perplexities from 1, with room for the numbers behind the bars."""
    return {
        "field": "v",
        "type": "quantitative",
        "title": title,
        "scale": {"type": "log", "domain": [1, top**1.25], "nice": False},
        "axis": _quiet(
            dark,
            labelOverlap="greedy",
            format="~s",
            values=[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000, 1_000_000],
        ),
    }
