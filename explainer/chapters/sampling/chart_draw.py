"""The line from 0 to 1 on which a uniform number picks a piece."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, look, number_axis
from explainer.charts.palette import PALETTE, theme

STRIP_HEIGHT: Final = 130
LETTER: Final = 8  # pixels a letter needs

Floats = NDArray[np.floating]


def draw_line(
    *,
    lows: Floats,
    highs: Floats,
    labels: Sequence[str],
    merged: Sequence[bool],
    drawn: int,
    uniform: float,
    uniform_name: str,
    piece_title: str,
    from_title: str,
    to_title: str,
    dark: bool,
) -> Spec:
    """The line 0..1 cut into pieces, each as wide as its chance, and where a number falls on it.

    `drawn` is the stretch it falls into. Raises ValueError when the lengths differ or the number
    lies outside of that stretch.
    """
    if not len(lows) == len(highs) == len(labels) == len(merged):
        raise ValueError(f"{len(lows)} stretches, {len(labels)} labels, {len(merged)} merged")
    if not lows[drawn] - 1e-12 <= uniform <= highs[drawn] + 1e-12:
        raise ValueError(f"{uniform} is outside of {lows[drawn]}..{highs[drawn]}")
    colours = PALETTE[theme(dark)]
    kinds = ["drawn" if i == drawn else "rest" if m else "piece" for i, m in enumerate(merged)]
    frame = pa.table(
        {
            "low": lows,
            "high": highs,
            "mid": (lows + highs) / 2,
            "label": list(labels),
            "kind": kinds,
            "need": [
                LETTER * (len(label) + 1) / (high - low)
                for label, low, high in zip(labels, lows, highs, strict=True)
            ],
        }
    )
    x: Spec = {
        "field": "low",
        "type": "quantitative",
        "title": None,
        "scale": {"domain": [0, 1], "nice": False},
        "axis": {**number_axis(colours), "grid": False, "tickCount": 6},
    }
    return {
        "config": look(dark),
        "height": STRIP_HEIGHT,
        "datasets": {"line": frame, "number": pa.table({"u": [uniform]})},
        "layer": [
            _stretches(x, piece_title, (from_title, to_title), dark),
            _stretch_names(x, colours),
            *_pointer(x, uniform, uniform_name, colours),
        ],
    }


def _stretches(x: Spec, piece_title: str, ends: tuple[str, str], dark: bool) -> Spec:
    colours = PALETTE[theme(dark)]
    tones = {"drawn": colours["target"], "piece": colours["target_band"], "rest": colours["line"]}
    return {
        "data": {"name": "line"},
        "mark": {"type": "rect", "stroke": colours["target"], "strokeWidth": 0.8},
        "encoding": {
            "x": x,
            "x2": {"field": "high"},
            "y": {"value": 40},
            "y2": {"value": 96},
            "color": {
                "field": "kind",
                "type": "nominal",
                "legend": None,
                "scale": {"domain": list(tones), "range": list(tones.values())},
            },
            "tooltip": [
                {"field": "label", "type": "nominal", "title": piece_title},
                {"field": "low", "type": "quantitative", "title": ends[0], "format": ".4f"},
                {"field": "high", "type": "quantitative", "title": ends[1], "format": ".4f"},
            ],
        },
    }


def _stretch_names(x: Spec, colours: Mapping[str, str]) -> Spec:
    """Only where there is room for them."""
    return {
        "data": {"name": "line"},
        "mark": {"type": "text", "fontSize": AXIS_SIZE, "fontWeight": 600, "tooltip": False},
        "encoding": {
            "x": {**x, "field": "mid"},
            "y": {"value": 68},
            "text": {"field": "label"},
            "color": {
                "condition": {"test": "datum.kind === 'drawn'", "value": colours["page"]},
                "value": colours["target_text"],
            },
            "opacity": {"condition": {"test": "width < datum.need", "value": 0}, "value": 1},
        },
    }


def _pointer(x: Spec, uniform: float, name: str, colours: Mapping[str, str]) -> list[Spec]:
    """The drawn number, an arrow from above."""
    place: Spec = {**x, "field": "u"}
    named = {"data": {"name": "number"}}
    side = "right" if uniform > 0.5 else "left"
    return [
        *(
            {
                **named,
                "mark": {"type": "rule", "color": colours["ink"], "strokeWidth": 2},
                "encoding": {"x": place, "y": {"value": start}, "y2": {"value": end}},
            }
            for start, end in ((24, 56), (80, 102))  # the name stands between them
        ),
        {
            **named,
            "mark": {"type": "text", "text": "▼", "fontSize": 13, "color": colours["ink"]},
            "encoding": {"x": place, "y": {"value": 22}},
        },
        {
            **named,
            "mark": {
                "type": "text",
                "text": name,
                "fontSize": AXIS_SIZE,
                "fontWeight": 700,
                "align": side,
                "dx": -10 if side == "right" else 10,
                "color": colours["ink"],
            },
            "encoding": {"x": place, "y": {"value": 22}},
        },
    ]
