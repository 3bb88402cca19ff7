"""Dot products and what dividing does to them: histograms, and curves over the width d_k."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import Spec, look
from explainer.charts.palette import PALETTE, theme
from explainer.charts.smoothing import number_axis

Floats = NDArray[np.floating]
HEIGHT = 250


@dataclass(frozen=True)
class Line:
    """One curve over the widths: a finished name, its values, a palette colour, its dashes."""

    name: str
    values: Sequence[float]
    colour: str
    dash: tuple[int, ...]


def density(
    *,
    edges: Floats,
    heights: Floats,
    step: float,
    curve: tuple[Floats, Floats],
    colour: str,
    x_title: str,
    y_title: str,
    curve_title: str,
    dark: bool,
) -> Spec:
    """A histogram of given bins (left edges) and, as a line (places, heights), the theory."""
    colours = PALETTE[theme(dark)]
    top = 1.08 * float(max(heights.max(), curve[1].max()))
    x = _across(x_title, colours) | {
        "scale": {"domain": [float(edges[0]), float(edges[-1]) + step], "nice": False}
    }
    y = _upright(y_title, top, colours)
    bars = {
        "data": {"name": "bins"},
        "mark": {"type": "rect", "color": colours[colour], "clip": True},
        "encoding": {
            "x": {**x, "field": "low"},
            "x2": {"field": "high"},
            "y": {**y, "field": "h"},
            "y2": {"datum": 0},
            "tooltip": [_number("low", x_title), _number("h", y_title)],
        },
    }
    line = {
        "data": {"name": "curve"},
        "mark": {"type": "line", "color": colours["ink"], "strokeWidth": 2, "clip": True},
        "encoding": {
            "x": {**x, "field": "x"},
            "y": {**y, "field": "y"},
            "tooltip": [_number("y", curve_title)],
        },
    }
    kept = heights > 0  # an empty bin is not sent
    highs = edges[kept] + 0.94 * step  # a thin gap between the bars
    datasets = {
        "bins": pa.table({"low": edges[kept], "high": highs, "h": heights[kept]}),
        "curve": pa.table({"x": curve[0].astype(np.float32), "y": curve[1].astype(np.float32)}),
    }
    return {"config": look(dark), "datasets": datasets, "height": HEIGHT, "layer": [bars, line]}


def over_widths(
    *,
    widths: Sequence[int],
    lines: Sequence[Line],
    chosen: int,
    x_title: str,
    y_title: str,
    top: float,
    dark: bool,
) -> Spec:
    """Curves over d_k, each doubling one step wide; a rule at the chosen width.

    Raises ValueError when a line has not one value for each width.
    """
    if any(len(line.values) != len(widths) for line in lines):
        raise ValueError(f"a line does not have {len(widths)} values")
    colours = PALETTE[theme(dark)]
    x = _across(x_title, colours) | {
        "scale": {
            "type": "log",
            "base": 2,
            "domain": [widths[0], widths[-1]],
            "nice": False,
            "padding": 8,
        },
    }
    x["axis"] |= {"values": list(widths), "format": "d", "labelOverlap": True}
    drawn = {
        "mark": {"type": "line", "strokeWidth": 2.5, "point": {"filled": True, "size": 45}},
        "encoding": {
            "x": {**x, "field": "d"},
            "y": {**_upright(None, top, colours), "field": "y"},
            "color": _by_line(lines, [colours[line.colour] for line in lines]),
            "strokeDash": _by_line(lines, [list(line.dash) or [1, 0] for line in lines]),
            "tooltip": [
                {"field": "line", "type": "nominal"},
                _number("d", x_title, "d"),
                _number("y", y_title, ".3f"),
            ],
        },
    }
    rule = {
        "data": {"name": "chosen"},
        "mark": {"type": "rule", "color": colours["third"], "strokeWidth": 1.5},
        "encoding": {"x": {**x, "field": "at"}},
    }
    rows = {
        "d": np.tile(np.asarray(widths, dtype=np.int32), len(lines)),
        "y": np.concatenate([np.asarray(line.values, dtype=np.float64) for line in lines]),
        "line": [line.name for line in lines for _ in widths],
    }
    datasets = {
        "rows": pa.table(rows),
        "chosen": pa.table({"at": np.array([chosen], dtype=np.int32)}),
    }
    return {
        "config": look(dark),
        "datasets": datasets,
        "data": {"name": "rows"},
        "height": HEIGHT,
        "layer": [rule, drawn],
    }


def _by_line(lines: Sequence[Line], span: Sequence[object]) -> Spec:
    """A channel that tells the lines apart, with the one legend they share."""
    legend = {
        "orient": "bottom",
        "title": None,
        "labelLimit": 200,
        "symbolType": "stroke",
        "symbolSize": 320,
        "symbolStrokeWidth": 2.5,
        "columnPadding": 10,
    }
    scale = {"domain": [line.name for line in lines], "range": list(span)}
    return {"field": "line", "type": "nominal", "legend": legend, "scale": scale}


def _across(title: str, colours: Mapping[str, str]) -> Spec:
    axis = {**number_axis(colours), "grid": False, "tickCount": 6}
    return {"type": "quantitative", "title": title, "axis": axis}


def _upright(title: str | None, top: float, colours: Mapping[str, str]) -> Spec:
    axis = {**number_axis(colours), "tickCount": 4, "format": ".2~g"}
    scale = {"domain": [0, top or 1.0]}
    return {"type": "quantitative", "title": title, "scale": scale, "axis": axis}


def _number(field: str, title: str, form: str = ".4~g") -> Spec:
    return {"field": field, "type": "quantitative", "title": title, "format": form}
