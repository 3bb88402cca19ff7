"""Smoothing of points in the plane: the curves, the weights at one query, the search for h."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, FONT, Spec, look
from explainer.charts.palette import PALETTE, theme

Floats = NDArray[np.floating]
HEIGHT, LOW_HEIGHT = 330, 150


@dataclass(frozen=True)
class Curve:
    """A finished name, its places and heights (NaN: a hole), a palette colour, its dashes."""

    name: str
    x: Floats
    y: Floats
    colour: str
    dash: tuple[int, ...] = ()


@dataclass(frozen=True)
class Words:
    """Names of the two axes and of the weight."""

    x: str
    y: str
    weight: str


def smoothing(
    *,
    keys: Floats,
    values: Floats,
    weights: Floats,
    curves: Sequence[Curve],
    query: float,
    answer: float | None,
    words: Words,
    limits: tuple[float, float],
    dark: bool,
) -> Spec:
    """Points (key, value), deeper and larger with their weight at `query`, under the curves.

    `weights` (N,) may be NaN where nothing could be computed; `answer` None draws no answer.
    Curves are cut at the frame. Raises ValueError when keys, values and weights differ in length.
    """
    if not len(keys) == len(values) == len(weights):
        raise ValueError(f"{len(keys)} keys, {len(values)} values, {len(weights)} weights")
    colours = PALETTE[theme(dark)]
    x = _across("x", words.x, limits, colours)
    low, high = float(values.min()), float(values.max())
    margin = 0.18 * (high - low or 1.0)
    y = _upright("y", words.y, (low - margin, high + margin), colours)
    shares = np.nan_to_num(np.asarray(weights, dtype=np.float64))
    datasets = {
        "points": pa.table({"x": keys, "y": values, "w": shares}),
        "lines": _lines(curves),
        "query": pa.table({"x": [query], "y": [answer if answer is not None else np.nan]}),
    }
    layers: list[Spec] = [
        {
            "data": {"name": "query"},
            "mark": {"type": "rule", "color": colours["q"], "strokeWidth": 1.5},
            "encoding": {"x": x},
        },
        _points(x, y, words, colours),
        _curve_lines(x, y, curves, colours),
    ]
    if answer is not None:
        answered = {
            "type": "point",
            "filled": True,
            "size": 150,
            "color": colours["target"],
            "stroke": colours["page"],
            "strokeWidth": 2,
            "opacity": 1,
        }
        layers.append({"data": {"name": "query"}, "mark": answered, "encoding": {"x": x, "y": y}})
    return {"config": look(dark), "datasets": datasets, "height": HEIGHT, "layer": layers}


def _points(x: Spec, y: Spec, words: Words, colours: Any) -> Spec:
    return {
        "data": {"name": "points"},
        "mark": {"type": "point", "filled": True, "strokeWidth": 1, "opacity": 1},
        "encoding": {
            "x": x,
            "y": y,
            "stroke": {"value": colours["v"]},
            "fill": {
                "field": "w",
                "type": "quantitative",
                "legend": None,
                "scale": {"range": [colours["page"], colours["weight"]], "domainMin": 0},
            },
            "size": {
                "field": "w",
                "type": "quantitative",
                "legend": None,
                "scale": {"range": [40, 190], "domainMin": 0},
            },
            "tooltip": [
                {"field": "x", "type": "quantitative", "title": words.x, "format": ".2f"},
                {"field": "y", "type": "quantitative", "title": words.y, "format": ".2f"},
                {"field": "w", "type": "quantitative", "title": words.weight, "format": ".3f"},
            ],
        },
    }


def _lines(curves: Sequence[Curve]) -> pa.Table:
    return pa.table(
        {
            "x": np.concatenate([curve.x for curve in curves]).astype(np.float32),
            "y": np.concatenate([curve.y for curve in curves]).astype(np.float32),
            "curve": [curve.name for curve in curves for _ in curve.x],
        }
    )


def _curve_lines(x: Spec, y: Spec, curves: Sequence[Curve], colours: Any) -> Spec:
    """One line for each curve, with a hole where its value is missing."""
    names = [curve.name for curve in curves]
    legend = {
        "orient": "top",
        "title": None,
        "labelLimit": 420,
        "symbolStrokeWidth": 3,
        "direction": "vertical",
        "columns": 1,
    }
    return {
        "data": {"name": "lines"},
        "mark": {"type": "line", "clip": True, "invalid": "break-paths-show-domains"},
        "encoding": {
            "x": x,
            "y": y,
            "color": {
                "field": "curve",
                "type": "nominal",
                "legend": legend,
                "scale": {"domain": names, "range": [colours[curve.colour] for curve in curves]},
            },
            "strokeDash": {
                "field": "curve",
                "type": "nominal",
                "legend": legend,
                "scale": {"domain": names, "range": [list(c.dash) or [1, 0] for c in curves]},
            },
            "strokeWidth": {"value": 2.5},
        },
    }


def weight_bars(
    *,
    keys: Floats,
    weights: Floats,
    query: float,
    words: Words,
    limits: tuple[float, float],
    dark: bool,
) -> Spec:
    """The weights (N,) at one query: a bar over the place of every key."""
    colours = PALETTE[theme(dark)]
    shares = np.nan_to_num(np.asarray(weights, dtype=np.float64))
    x = _across("x", words.x, limits, colours)
    top = max(float(shares.max()) * 1.1, 0.05)
    y = _upright("w", words.weight, (0.0, top), colours)
    return {
        "config": look(dark),
        "datasets": {
            "bars": pa.table({"x": keys, "w": shares}),
            "query": pa.table({"x": [query]}),
        },
        "height": LOW_HEIGHT,
        "layer": [
            {
                "data": {"name": "query"},
                "mark": {"type": "rule", "color": colours["q"], "strokeWidth": 1.5},
                "encoding": {"x": x},
            },
            {
                "data": {"name": "bars"},
                "mark": {"type": "bar", "size": 5, "color": colours["weight"]},
                "encoding": {
                    "x": x,
                    "y": y,
                    "tooltip": [
                        {"field": "x", "type": "quantitative", "title": words.x, "format": ".2f"},
                        {
                            "field": "w",
                            "type": "quantitative",
                            "title": words.weight,
                            "format": ".3f",
                        },
                    ],
                },
            },
        ],
    }


def error_curve(
    *,
    tried: Floats,
    errors: Floats,
    chosen: tuple[str, float],
    best: tuple[str, float],
    x_title: str,
    y_title: str,
    dark: bool,
) -> Spec:
    """Error against bandwidth (logarithmic), what is impossible left out; two named places."""
    colours = PALETTE[theme(dark)]
    possible = np.isfinite(errors)
    x = _across("x", x_title, (float(tried[0]), float(tried[-1])), colours)
    x["scale"] |= {"type": "log"}
    x["axis"] |= {"values": [0.1, 0.2, 0.5, 1, 2, 5]}
    found = errors[possible]
    y = _upright("y", y_title, (0.0, float(found.max()) * 1.1), colours)
    marks = pa.table({"x": [chosen[1], best[1]], "name": [chosen[0], best[0]]})
    tones = {
        "field": "name",
        "type": "nominal",
        "legend": {"orient": "top", "title": None, "symbolStrokeWidth": 3, "labelLimit": 300},
        "scale": {
            "domain": [chosen[0], best[0]],
            "range": [colours["primary"], colours["correct"]],
        },
    }
    return {
        "config": look(dark),
        "datasets": {
            "errors": pa.table({"x": tried[possible], "y": found}),
            "marks": marks,
        },
        "height": 210,
        "layer": [
            {
                "data": {"name": "errors"},
                "mark": {"type": "line", "color": colours["third"], "strokeWidth": 2},
                "encoding": {"x": x, "y": y},
            },
            {
                "data": {"name": "marks"},
                "mark": {"type": "rule", "strokeWidth": 2.5, "clip": True},
                "encoding": {"x": x, "color": tones},
            },
        ],
    }


def number_axis(colours: Any) -> Spec:
    """An axis of numbers in the theme's second ink; `colours` is one theme of the palette."""
    return {
        "labelColor": colours["second"],
        "titleColor": colours["second"],
        "labelFont": FONT,
        "labelFontSize": AXIS_SIZE,
        "titleFontSize": AXIS_SIZE,
        "titleFontWeight": 400,
        "gridColor": colours["line"],
        "domainColor": colours["line"],
        "ticks": False,
    }


def _across(field: str, title: str, limits: tuple[float, float], colours: Any) -> Spec:
    return {
        "field": field,
        "type": "quantitative",
        "title": title,
        "scale": {"domain": list(limits), "nice": False},
        "axis": {**number_axis(colours), "grid": False, "tickCount": 10, "format": ".2~f"},
    }


def _upright(field: str, title: str, limits: tuple[float, float], colours: Any) -> Spec:
    return {
        "field": field,
        "type": "quantitative",
        "title": title,
        "scale": {"domain": list(limits), "nice": False},
        "axis": {**number_axis(colours), "tickCount": 4, "minExtent": 34},
    }
