"""Label placement: choose the side of each point on which its name overlaps nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

# Width of the plot in pixels that names are placed for; in a wider one they only move apart.
WIDTH: Final = 540
NARROW: Final = 256  # on a phone, where a name without free space is dropped
HEIGHT: Final = 320
LETTER: Final = 7.0  # pixels of a letter; a letter of Hangul is as wide as two
LINE: Final = 15.0
REACH: Final = 7.0  # half the size of a point
THIN: Final = 2.0  # half a vertical line
PASSES: Final = 3
# Alignment and offset (dx, dy) of a name on each side of its point, in order of preference.
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

Scale = tuple[tuple[float, float], bool]  # ends of an axis, whether it is logarithmic
Box = tuple[float, float, float, float]


def place_labels(
    names: Sequence[str],
    places: Sequence[tuple[float, float]],
    across: Scale,
    up: Scale,
    width: int = WIDTH,
    important: Sequence[bool] | None = None,
    walls: Sequence[float] = (),
) -> list[str]:
    """Return for each point the first of SIDES that is free, else the one with least overlap.

    Points without a name get "right". Names that are not `important` are placed last and get "" if
    no side is free. `walls` are where vertical lines cross the plot.
    """
    keep = (True,) * len(names) if important is None else tuple(important)
    at = tuple(map(tuple, places))
    return list(_sides(tuple(names), at, across, up, width, keep, tuple(walls)))


@lru_cache(maxsize=64)  # quadratic in the number of points, and a click seldom moves any
def _sides(
    names: tuple[str, ...],
    places: tuple[tuple[float, ...], ...],
    across: Scale,
    up: Scale,
    width: int,
    important: tuple[bool, ...],
    walls: tuple[float, ...],
) -> tuple[str, ...]:
    at = [(width * _share(x, across), HEIGHT * (1 - _share(y, up))) for x, y in places]
    points: list[Box] = [(x - REACH, y - REACH, x + REACH, y + REACH) for x, y in at]
    lines = (width * _share(x, across) for x in walls)
    points += [(x - THIN, 0, x + THIN, HEIGHT) for x in lines]
    sides = ["right"] * len(names)
    placed: dict[int, Box] = {}
    named = [index for index in range(len(names)) if names[index]]
    for index in PASSES * sorted(named, key=lambda index: not important[index]):
        placed.pop(index, None)  # it may move to where another name has made room
        boxes = boxes_of(*at[index], width_of(names[index]))
        side, covered = _freest(boxes, [*points, *placed.values()], width)
        sides[index] = side if important[index] or not covered else ""
        if sides[index]:
            placed[index] = boxes[side]
    return tuple(sides)


def boxes_of(x: float, y: float, wide: float) -> dict[str, Box]:
    """Return the bounding box of a name on each side of its point."""
    boxes = {}
    for side, (align, dx, dy) in SIDES.items():
        left = x + dx - wide * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        boxes[side] = (left, y + dy - LINE / 2, left + wide, y + dy + LINE / 2)
    return boxes


def width_of(name: str) -> float:
    """Estimate the width of a name in pixels."""
    return LETTER * sum(2 if ord(letter) >= HANGUL else 1 for letter in name)


def _share(value: float, scale: Scale) -> float:
    """Map a value to its position on an axis, 0..1."""
    (low, high), log = scale
    if log:
        return math.log(value / low) / math.log(high / low)
    return (value - low) / (high - low)


def _freest(boxes: dict[str, Box], taken: Sequence[Box], width: int) -> tuple[str, float]:
    """Return the first side with the least overlap, and that overlap."""
    covered = {side: _covered(box, taken, width) for side, box in boxes.items()}
    side = min(covered, key=covered.__getitem__)
    return side, covered[side]


def _covered(box: Box, taken: Sequence[Box], width: int) -> float:
    """Return the overlap of a box with those taken in square pixels; infinite outside the plot."""
    left, top, right, bottom = box
    if left < 0 or right > width:
        return math.inf
    return sum(
        (min(right, other[2]) - max(left, other[0])) * (min(bottom, other[3]) - max(top, other[1]))
        for other in taken
        if other[0] < right and other[2] > left and other[1] < bottom and other[3] > top
    )
