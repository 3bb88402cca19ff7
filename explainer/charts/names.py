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
GAP: Final = 9.0
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
    """For each point, in turn, the first of "right", "left", "above", "below" that is free.

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
    taken: list[Box] = [(x - REACH, y - REACH, x + REACH, y + REACH) for x, y in at]
    sides = ["right"] * len(names)
    for one in sorted(range(len(names)), key=lambda one: not kept[one]):
        (x, y), wide = at[one], width_of(names[one])
        if not wide:
            continue
        boxes: dict[str, Box] = {
            "right": (x + GAP, y - LINE / 2, x + GAP + wide, y + LINE / 2),
            "left": (x - GAP - wide, y - LINE / 2, x - GAP, y + LINE / 2),
            "above": (x - wide / 2, y - GAP - LINE, x + wide / 2, y - GAP),
            "below": (x - wide / 2, y + GAP, x + wide / 2, y + GAP + LINE),
        }
        side, covered = _freest(boxes, taken, width)
        sides[one] = side if kept[one] or not covered else ""
        if sides[one]:
            taken.append(boxes[side])
    return tuple(sides)


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
