"""Models as squares to scale: area is the number of parameters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from explainer.charts.axes import tone
from explainer.charts.figure import Figure
from explainer.charts.labels import AXIS_SIZE
from explainer.charts.plane import Looks, Row, bare, layer, plane

SIDE: Final = 250  # pixels a side of the largest square


@dataclass(frozen=True)
class Square:
    """A model: its label, and its parts as (name, tone, paleness 0..1, count)."""

    name: str
    parts: Sequence[tuple[str, str, float, int]]


def to_scale(*, squares: Sequence[Square], part_title: str, count_title: str, dark: bool) -> Figure:
    """Draw models side by side on one scale, each divided into its parts from the top."""
    rows, names, width = _square_rows(squares, dark)
    told = [("part", part_title, ""), ("count", count_title, ",")]
    below: Looks = {"baseline": "top", "dy": 6, "fontSize": AXIS_SIZE, "lineBreak": "\n"}
    return plane(
        layers=[
            layer("rect", "parts", rows, tooltip=told, stroke=tone("page", dark), strokeWidth=0.6),
            layer("text", "names", names, color=tone("ink", dark), **below),
        ],
        x=bare(0, width),
        y=bare(-0.17, 1),
        height=SIDE + 44,
        dark=dark,
    )


def _square_rows(squares: Sequence[Square], dark: bool) -> tuple[list[Row], list[Row], float]:
    """Return parts and names with positions, and the total width; the largest side is 1."""
    totals = [sum(part[3] for part in square.parts) for square in squares]
    rows: list[Row] = []
    names: list[Row] = []
    left = 0.0
    for square, total in zip(squares, totals, strict=True):
        side = top = math.sqrt(total / max(totals))
        for name, colour, pale, count in square.parts:
            low = top - side * count / total
            place = {"x": left, "x2": left + side, "y": low, "y2": top}
            looks = {"fill": tone(colour, dark), "opacity": pale}
            rows.append({**place, "part": name, "count": count, **looks})
            top = low
        room = max(side, 0.3)  # a small model's name needs more than its square
        names.append({"x": left + room / 2, "y": 0.0, "text": square.name})
        left += room + 0.12
    return rows, names, left
