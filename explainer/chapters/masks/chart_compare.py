"""With a mask and without: largest differences on a log scale, probabilities by position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from explainer.charts.labels import AXIS_SIZE, FONT, Spec, label_at, look, places, slant
from explainer.charts.palette import PALETTE, theme

FLOOR, CEILING = 1e-17, 1e3  # of the log scale; an exact 0 stands at its left end
ROW = 50
SURROUNDINGS = 96


@dataclass(frozen=True)
class Series:
    """A named list of numbers, a palette colour and a Vega shape, which tells it without colour."""

    name: str
    values: Sequence[float]
    colour: str
    shape: str
    filled: bool = True


def log_dots(
    *,
    series: Sequence[Series],
    row_labels: Sequence[str],
    row_title: str,
    value_title: str,
    series_title: str,
    dark: bool,
) -> Spec:
    """One dot a series on each row, its value beside it; the scale is logarithmic.

    Raises ValueError when a series has not one value a row or a value is negative.
    """
    _check(series, len(row_labels))
    colours = PALETTE[theme(dark)]
    values = [float(value) for one in series for value in one.values]
    if min(values) < 0:
        raise ValueError("a difference is not negative")
    frame = pa.table(
        {
            "r": np.tile(np.arange(len(row_labels), dtype=np.int16), len(series)),
            "v": np.clip(values, FLOOR, CEILING),
            "text": [_short(value) for value in values],
            "s": np.repeat(np.arange(len(series), dtype=np.int16), len(row_labels)),
        }
    )
    powers = {"format": ".0e", "values": [1e-16, 1e-12, 1e-8, 1e-4, 1.0, 100.0]}
    shared = {
        "x": {
            "field": "v",
            "type": "quantitative",
            "title": value_title,
            "axis": _numbers(powers, dark),
            "scale": {"type": "log", "domain": [FLOOR / 30, CEILING], "nice": False},
        },
        "y": places("r", row_labels, row_title, colours["second"], labelLimit=180),
        "tooltip": _tips((row_title, series_title), {"field": "text", "title": value_title}),
    }
    words = {
        "mark": {"type": "text", "fontSize": AXIS_SIZE, "dy": -17},
        "encoding": {
            **shared,
            "text": {"field": "text", "type": "nominal"},
            "color": {"value": colours["ink"]},
        },
    }
    return {
        "config": look(dark),
        "height": ROW * len(row_labels) + SURROUNDINGS,
        "datasets": {"dots": frame},
        "data": {"name": "dots"},
        "transform": _names(series, row_labels, "r"),
        "layer": [_dots(series, shared, dark), words],
    }


def position_dots(
    *,
    series: Sequence[Series],
    labels: Sequence[str],
    label_title: str,
    value_title: str,
    series_title: str,
    dark: bool,
) -> Spec:
    """The probability of the wanted piece at every position, one mark a series; scale 0..1.

    Raises ValueError when a series has not one value a position.
    """
    _check(series, len(labels))
    colours = PALETTE[theme(dark)]
    frame = pa.table(
        {
            "r": np.tile(np.arange(len(labels), dtype=np.int16), len(series)),
            "v": np.array([v for one in series for v in one.values], dtype=np.float32),
            "s": np.repeat(np.arange(len(series), dtype=np.int16), len(labels)),
        }
    )
    percent = {"field": "v", "type": "quantitative", "title": value_title, "format": ".2%"}
    shared = {
        "x": places("r", labels, label_title, colours["target_text"], labelAngle=slant(labels)),
        "y": {
            "field": "v",
            "type": "quantitative",
            "title": value_title,
            "axis": _numbers({"format": ".0%", "values": [0, 0.25, 0.5, 0.75, 1]}, dark),
            "scale": {"domain": [-0.05, 1.05], "nice": False},
        },
        "tooltip": _tips((label_title, series_title), percent),
    }
    return {
        "config": look(dark),
        "height": 330,
        "datasets": {"dots": frame},
        "data": {"name": "dots"},
        "transform": _names(series, labels, "r"),
        "layer": [_dots(series, shared, dark)],
    }


def _short(value: float) -> str:
    """A few digits: 0, 6e-06, 4.4."""
    if not value:
        return "0"
    return f"{value:.1f}" if 0.1 <= value < 1000 else f"{value:.0e}"


def _numbers(options: Spec, dark: bool) -> Spec:
    """An axis of numbers."""
    colours = PALETTE[theme(dark)]
    return {
        "labelColor": colours["second"],
        "titleColor": colours["second"],
        "labelFont": FONT,
        "labelFontSize": AXIS_SIZE,
        "titleFontSize": AXIS_SIZE,
        "titleFontWeight": 400,
        "gridColor": colours["line"],
        "domain": False,
        "ticks": False,
        **options,
    }


def _tips(titles: tuple[str, str], value: Spec) -> list[Spec]:
    fields = zip(("row", "name"), titles, strict=True)
    lines = [{"field": field, "type": "nominal", "title": title} for field, title in fields]
    return [*lines, {"type": "nominal", **value}]


def _check(series: Sequence[Series], count: int) -> None:
    if not series or any(len(one.values) != count for one in series):
        raise ValueError(f"a series does not have {count} values")


def _names(series: Sequence[Series], labels: Sequence[str], field: str) -> list[Spec]:
    return [
        {"calculate": label_at(labels, f"datum.{field}"), "as": "row"},
        {"calculate": label_at([one.name for one in series], "datum.s"), "as": "name"},
    ]


def _dots(series: Sequence[Series], shared: Spec, dark: bool) -> Spec:
    """Colour, shape and filling by series, with one legend for all three."""
    colours = PALETTE[theme(dark)]
    names = [one.name for one in series]
    tones = [colours[one.colour] for one in series]
    fills = [tone if one.filled else "transparent" for one, tone in zip(series, tones, strict=True)]
    empty = [index for index, one in enumerate(series) if not one.filled]
    legend = {"orient": "bottom", "direction": "vertical", "title": None, "labelLimit": 330}

    def channel(values: Sequence[str]) -> Spec:
        scale = {"domain": names, "range": list(values)}
        return {"field": "name", "type": "nominal", "scale": scale, "legend": legend}

    return {
        "mark": {"type": "point", "strokeWidth": 2},
        "encoding": {
            **shared,
            "stroke": channel(tones),
            "fill": channel(fills),
            # An empty mark stays visible round a filled one at the same place.
            "size": {
                "condition": {"test": f"indexof({empty}, datum.s) >= 0", "value": 230},
                "value": 80,
            },
            "shape": channel([one.shape for one in series]),
        },
    }
