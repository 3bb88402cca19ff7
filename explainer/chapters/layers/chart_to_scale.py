"""Models as squares drawn to scale: area is the number of parameters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import pyarrow as pa

from explainer.chapters.layers.chart_architecture import by_name, linear_scale
from explainer.charts.labels import AXIS_SIZE, Spec, look
from explainer.charts.palette import PALETTE, theme

SIDE: Final = 250  # pixels a side of the largest square
TONES: Final = ("residual", "source", "target")


@dataclass(frozen=True)
class Square:
    """A model: what stands under it, and its parts as (name, tone, how pale 0..1, count)."""

    name: str
    parts: Sequence[tuple[str, str, float, int]]


def to_scale(*, squares: Sequence[Square], part_title: str, count_title: str, dark: bool) -> Spec:
    """Models side by side, each cut into its parts from the top; one scale for all."""
    colours = PALETTE[theme(dark)]
    rows, names, width = _square_rows(squares)
    parts = {
        "data": {"name": "parts"},
        "mark": {"type": "rect", "stroke": colours["page"], "strokeWidth": 0.6},
        "encoding": {
            "x": linear_scale("left", [0, width]),
            "x2": {"field": "right"},
            "y": linear_scale("low", [-0.17, 1]),
            "y2": {"field": "top"},
            "color": by_name("tone", colours, TONES),
            "opacity": {
                "field": "pale",
                "type": "quantitative",
                "legend": None,
                "scale": {"domain": [0, 1], "range": [0, 1]},
            },
            "tooltip": [
                {"field": "part", "type": "nominal", "title": part_title},
                {"field": "count", "type": "quantitative", "title": count_title, "format": ","},
            ],
        },
    }
    below = {
        "data": {"name": "names"},
        "mark": {
            "type": "text",
            "baseline": "top",
            "dy": 6,
            "fontSize": AXIS_SIZE,
            "color": colours["ink"],
            "lineBreak": "\n",
        },
        "encoding": {
            "x": linear_scale("x", [0, width]),
            "y": {"datum": 0, "type": "quantitative"},
            "text": {"field": "name"},
        },
    }
    return {
        "config": look(dark),
        "height": SIDE + 44,
        "layer": [parts, below],
        "datasets": {"parts": pa.Table.from_pylist(rows), "names": pa.Table.from_pylist(names)},
    }


Rows = list[dict[str, Any]]


def _square_rows(squares: Sequence[Square]) -> tuple[Rows, Rows, float]:
    """Parts and names with their places, and the width of all; the largest square has side 1."""
    totals = [sum(part[3] for part in square.parts) for square in squares]
    rows: Rows = []
    names: Rows = []
    left = 0.0
    for square, total in zip(squares, totals, strict=True):
        side = top = math.sqrt(total / max(totals))
        for name, tone, pale, count in square.parts:
            low = top - side * count / total
            rows.append(
                {
                    "left": left,
                    "right": left + side,
                    "low": low,
                    "top": top,
                    "part": name,
                    "tone": tone,
                    "pale": pale,
                    "count": count,
                }
            )
            top = low
        room = max(side, 0.3)  # a small model's name needs more than its square
        names.append({"x": left + room / 2, "name": square.name})
        left += room + 0.12
    return rows, names, left
