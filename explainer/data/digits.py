"""Hand-drawn digits as strokes, and their encoding in a URL."""

from __future__ import annotations

import string
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

Point = tuple[int, int]  # x to the right, y downwards, 0..63
Strokes = tuple[tuple[Point, ...], ...]

FILE: Final = Path(__file__).with_name("digits.toml")
SIZE: Final = 64  # of the canvas: a coordinate is one letter
LETTERS: Final = string.digits + string.ascii_letters + "-_"
STROKE: Final = "."  # separates strokes
MOST: Final = 1200  # maximum letters of a drawing: 600 points


@cache
def digits() -> dict[str, Strokes]:
    """Return the project's own drawings of the digits "0" to "9"."""
    drawings = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {digit: read_strokes(STROKE.join(strokes)) for digit, strokes in drawings.items()}


def write_strokes(strokes: Strokes) -> str:
    """Encode strokes: two letters per point, a full stop between strokes.

    Raises IndexError for points outside the canvas.
    """
    return STROKE.join("".join(LETTERS[x] + LETTERS[y] for x, y in stroke) for stroke in strokes)


def read_strokes(written: str) -> Strokes:
    """Decode the output of `write_strokes`; () for "". Raises ValueError for anything else."""
    if len(written) > MOST:
        raise ValueError(f"a drawing of more than {MOST} letters")
    if not written:
        return ()
    strokes = []
    for part in written.split(STROKE):
        places = [LETTERS.find(letter) for letter in part]
        if not places or len(places) % 2 or min(places) < 0:
            raise ValueError(f"not a stroke: {part!r}")
        strokes.append(tuple(zip(places[::2], places[1::2], strict=True)))
    return tuple(strokes)
