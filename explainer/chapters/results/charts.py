"""Training cost against BLEU: the systems of a table, and models of another contest beside them."""

from __future__ import annotations

import math
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


CORNER: Final = 0.3  # of the cost axis, on the left: the word in the corner needs it on a phone


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


@dataclass(frozen=True)
class Saving:
    """A model that is cheaper and better than another, what stands at the bracket between them, and
    what in the corner where both are best.
    """

    ours: Point
    other: Point
    words: str
    best: str


def cost_chart(
    *,
    points: Sequence[Point],
    kind_names: Mapping[Kind, str],
    x_range: tuple[float, float],
    y_range: tuple[float, float],
    titles: tuple[str, str, str],
    dark: bool,
    bands: Sequence[Band] = (),
    uncosted: Sequence[tuple[str, float]] = (),
    joined: Sequence[tuple[int, int]] = (),
    budget: tuple[float, str] | None = None,
    saving: Saving | None = None,
) -> Figure:
    """Points over a log axis of cost; `titles` of both axes and of a model's name.

    `uncosted` are (label, score) of systems whose cost nobody told: a dashed line at their height.
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
            *([] if saving is None else [_bracket(saving)]),
        ],
        dots=[
            _dots(kind, kind_names[kind], mine)
            for kind in KINDS
            if (mine := [point for point in points if point.kind == kind])
        ]
        + _words(saving, x_range, y_range, budget[0] if budget and inside else None),
        x=Axis(x_title, log=True, span=x_range),
        y=Axis(y_title, span=y_range),
        name_title=name_title,
        dark=dark,
        levels=[Rule(bleu, label, "residual") for label, bleu in uncosted],
        rules=[Rule(budget[0], budget[1], "second", dashed=False)] if budget and inside else [],
        height=440,
    )


def _bracket(saving: Saving) -> Curve:
    """From the better one halfway down, along the cost, and down to the other."""
    ours, other = saving.ours, saving.other
    half = (ours.bleu + other.bleu) / 2
    x = [ours.flops, ours.flops, other.flops, other.flops]
    y = [ours.bleu, half, half, other.bleu]
    return Curve("", y, "weight", x, pointed=False)


def _words(
    saving: Saving | None,
    x_range: tuple[float, float],
    y_range: tuple[float, float],
    line: float | None,
) -> list[Dots]:
    """Above the middle of the bracket, and in the corner up on the left: behind an upright `line`
    that stands so far left that it would strike the word through.
    """
    if saving is None:
        return []
    middle = math.sqrt(saving.ours.flops * saving.other.flops)
    room = y_range[1] - y_range[0]
    above = (saving.ours.bleu + saving.other.bleu) / 2 + 0.075 * room
    left = x_range[0]
    near = line is not None and math.log(line / left) < CORNER * math.log(x_range[1] / left)
    x, y = (
        [middle, 1.02 * (line if line is not None and near else left)],
        [above, y_range[1] - 0.13 * room],
    )
    labels = [saving.words, saving.best]
    return [Dots("", x, y, "weight", ["", ""], labels, size=0, strong=[True, True])]


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
