"""Training cost against BLEU: the systems of a table, and models of another contest beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np

from explainer.charts.curves import Axis, Bins, Curve, Dots, Rule, Shape, curves
from explainer.charts.figure import Figure

# Ends of a stretch of the cost axis that is a contest of its own, and what it is called.
Band = tuple[float, float, str]
Kind = Literal["single", "ensemble", "transformer", "counted", "ours"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
# Of each kind its tone, its shape, and whether it is filled.
LOOKS: Final[Mapping[Kind, tuple[str, Shape, bool]]] = {
    "single": ("residual", "circle", True),
    "ensemble": ("residual", "diamond", False),
    "transformer": ("ink", "circle", True),
    "counted": ("ink", "circle", False),
    "ours": ("target", "square", False),
}


@dataclass(frozen=True)
class Point:
    """A model: its cost in operations and its score; `label` stands beside it (its name if None),
    `strong`: on a phone too.
    """

    name: str
    flops: float
    bleu: float
    kind: Kind
    strong: bool = False
    label: str | None = None


def cost_chart(
    *,
    points: Sequence[Point],
    kind_names: Mapping[Kind, str],
    x_range: tuple[float, float],
    y_range: tuple[float, float],
    titles: tuple[str, str, str],
    dark: bool,
    bands: Sequence[Band] = (),
    joined: Sequence[tuple[int, int]] = (),
    budget: tuple[float, str] | None = None,
) -> Figure:
    """Points over a log axis of cost; `titles` of both axes and of a model's name.

    `joined` are pairs of points that are the same training measured twice. `budget` is a cost and
    its label: a vertical line, none where it lies outside. Raises ValueError for a point outside of
    the ranges.
    """
    x_title, y_title, name_title = titles
    for point in points:
        if not (x_range[0] <= point.flops <= x_range[1] and y_range[0] <= point.bleu <= y_range[1]):
            raise ValueError(f"{point.name}: ({point.flops:g}, {point.bleu}) is outside")
    pairs = [(points[a], points[b]) for a, b in joined]
    inside = budget is not None and x_range[0] <= budget[0] <= x_range[1]
    return curves(
        lines=[
            *(
                Bins(name, np.array([low]), np.array([high]), np.array(y_range[1:]), "target_band")
                for low, high, name in bands
            ),
            *(
                Curve("", [a.bleu, b.bleu], "ink", [a.flops, b.flops], dash=(4, 3), pointed=False)
                for a, b in pairs
            ),
        ],
        dots=[
            _dots(kind, kind_names[kind], mine)
            for kind in KINDS
            if (mine := [point for point in points if point.kind == kind])
        ],
        x=Axis(x_title, log=True, span=x_range),
        y=Axis(y_title, span=y_range),
        name_title=name_title,
        dark=dark,
        rules=[Rule(budget[0], budget[1], "second", dashed=False)] if budget and inside else [],
        height=440,
    )


def _dots(kind: Kind, name: str, mine: Sequence[Point]) -> Dots:
    tone, shape, filled = LOOKS[kind]
    return Dots(
        name,
        [point.flops for point in mine],
        [point.bleu for point in mine],
        tone,
        [point.name for point in mine],
        [point.name if point.label is None else point.label for point in mine],
        shape,
        filled,
        110,
        strong=[point.strong for point in mine],
    )
