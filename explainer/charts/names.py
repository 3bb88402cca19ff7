"""On which side of its point a name stands, so that names and points do not meet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

# Pixels of the plot that the names are placed for: in a wider one they only move apart.
WIDTH: Final = 540
HEIGHT: Final = 320
LETTER: Final = 7.0  # pixels of a letter; a letter of Hangul is as wide as two
LINE: Final = 15.0
REACH: Final = 7.0  # of a point, to each side
GAP: Final = 9.0
HANGUL: Final = 0x1100

Scale = tuple[tuple[float, float], bool]  # the ends of an axis, and whether it is logarithmic
Box = tuple[float, float, float, float]


def sides_of_names(
    names: Sequence[str], places: Sequence[tuple[float, float]], across: Scale, up: Scale
) -> list[str]:
    """For each point, in turn, the first of "right", "left", "above", "below" that is free.

    Where nothing is free the side that covers least of the others; without a name: "right".
    """
    return list(_sides(tuple(names), tuple(map(tuple, places)), across, up))


@lru_cache(maxsize=64)  # every point is held against every name, and a click seldom moves one
def _sides(
    names: tuple[str, ...], places: tuple[tuple[float, ...], ...], across: Scale, up: Scale
) -> tuple[str, ...]:
    at = [(WIDTH * _share(x, across), HEIGHT * (1 - _share(y, up))) for x, y in places]
    taken: list[Box] = [(x - REACH, y - REACH, x + REACH, y + REACH) for x, y in at]
    found: list[str] = []
    for name, (x, y) in zip(names, at, strict=True):
        if not name:
            found.append("right")
            continue
        wide = width_of(name)
        boxes: dict[str, Box] = {
            "right": (x + GAP, y - LINE / 2, x + GAP + wide, y + LINE / 2),
            "left": (x - GAP - wide, y - LINE / 2, x - GAP, y + LINE / 2),
            "above": (x - wide / 2, y - GAP - LINE, x + wide / 2, y - GAP),
            "below": (x - wide / 2, y + GAP, x + wide / 2, y + GAP + LINE),
        }
        found.append(_freest(boxes, taken))
        taken.append(boxes[found[-1]])
    return tuple(found)


def width_of(name: str) -> float:
    """About how many pixels a name is wide."""
    return LETTER * sum(2 if ord(letter) >= HANGUL else 1 for letter in name)


def _share(value: float, scale: Scale) -> float:
    """Where on an axis a value lies, 0..1."""
    (low, high), log = scale
    if log:
        return math.log(value / low) / math.log(high / low)
    return (value - low) / (high - low)


def _freest(boxes: dict[str, Box], taken: Sequence[Box]) -> str:
    least, found = math.inf, next(iter(boxes))
    for side, box in boxes.items():
        covered = _covered(box, taken)
        if not covered:
            return side
        if covered < least:
            least, found = covered, side
    return found


def _covered(box: Box, taken: Sequence[Box]) -> float:
    """How much of what is taken lies under it, in square pixels; outside of the plot: all."""
    left, top, right, bottom = box
    if left < 0 or right > WIDTH:
        return math.inf
    return sum(
        (min(right, other[2]) - max(left, other[0])) * (min(bottom, other[3]) - max(top, other[1]))
        for other in taken
        if other[0] < right and other[2] > left and other[1] < bottom and other[3] > top
    )
