"""On which side of its point a name stands, so that names and points do not meet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

# Pixels of the plot that the names are placed for: in a wider one they only move apart.
WIDTH: Final = 540
NARROW: Final = 256  # of a phone's: there a name stands where nothing else is, or not at all
HEIGHT: Final = 320
LETTER: Final = 7.0  # pixels of a letter; a letter of Hangul is as wide as two
LINE: Final = 15.0
REACH: Final = 7.0  # of a point, to each side
PASSES: Final = 3
# How a name on a side is aligned, and how far from its point it is; the dearest side first.
SIDES: Final = {
    "right": ("left", 9, 0),
    "left": ("right", -9, 0),
    "above": ("center", 0, -15),
    "below": ("center", 0, 16),
    "above right": ("left", 2, -15),
    "below right": ("left", 2, 16),
    "above left": ("right", -2, -15),
    "below left": ("right", -2, 16),
}
HANGUL: Final = 0x1100

Scale = tuple[tuple[float, float], bool]  # the ends of an axis, and whether it is logarithmic
Box = tuple[float, float, float, float]


def sides_of_names(
    names: Sequence[str],
    places: Sequence[tuple[float, float]],
    across: Scale,
    up: Scale,
    width: int = WIDTH,
    kept: Sequence[bool] | None = None,
) -> list[str]:
    """For each point, in turn, the first of SIDES that is free.

    Where nothing is free the side that covers least of the others; without a name: "right".
    Those that are not `kept` come last, and stand on no side, "", where nothing is free.
    """
    keep = (True,) * len(names) if kept is None else tuple(kept)
    return list(_sides(tuple(names), tuple(map(tuple, places)), across, up, width, keep))


@lru_cache(maxsize=64)  # every point is held against every name, and a click seldom moves one
def _sides(
    names: tuple[str, ...],
    places: tuple[tuple[float, ...], ...],
    across: Scale,
    up: Scale,
    width: int,
    kept: tuple[bool, ...],
) -> tuple[str, ...]:
    at = [(width * _share(x, across), HEIGHT * (1 - _share(y, up))) for x, y in places]
    points: list[Box] = [(x - REACH, y - REACH, x + REACH, y + REACH) for x, y in at]
    sides = ["right"] * len(names)
    words: dict[int, Box] = {}  # of the names that stand somewhere
    named = [one for one in range(len(names)) if names[one]]
    for one in PASSES * sorted(named, key=lambda one: not kept[one]):
        words.pop(one, None)  # it may move to where another one has made room
        boxes = boxes_of(*at[one], width_of(names[one]))
        side, covered = _freest(boxes, [*points, *words.values()], width)
        sides[one] = side if kept[one] or not covered else ""
        if sides[one]:
            words[one] = boxes[side]
    return tuple(sides)


def boxes_of(x: float, y: float, wide: float) -> dict[str, Box]:
    """Where a name is on each side of its point."""
    boxes = {}
    for side, (align, dx, dy) in SIDES.items():
        left = x + dx - wide * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        boxes[side] = (left, y + dy - LINE / 2, left + wide, y + dy + LINE / 2)
    return boxes


def width_of(name: str) -> float:
    """About how many pixels a name is wide."""
    return LETTER * sum(2 if ord(letter) >= HANGUL else 1 for letter in name)


def _share(value: float, scale: Scale) -> float:
    """Where on an axis a value lies, 0..1."""
    (low, high), log = scale
    if log:
        return math.log(value / low) / math.log(high / low)
    return (value - low) / (high - low)


def _freest(boxes: dict[str, Box], taken: Sequence[Box], width: int) -> tuple[str, float]:
    """The first side that covers least of the others, and how much that is."""
    covered = {side: _covered(box, taken, width) for side, box in boxes.items()}
    side = min(covered, key=covered.__getitem__)
    return side, covered[side]


def _covered(box: Box, taken: Sequence[Box], width: int) -> float:
    """How much of what is taken lies under it, in square pixels; outside of the plot: all."""
    left, top, right, bottom = box
    if left < 0 or right > width:
        return math.inf
    return sum(
        (min(right, other[2]) - max(left, other[0])) * (min(bottom, other[3]) - max(top, other[1]))
        for other in taken
        if other[0] < right and other[2] > left and other[1] < bottom and other[3] > top
    )
