"""What the drawing of the clocks gets: the encoding, an order of tokens, finished words, colours.

The table travels as whole numbers of 16 bits, 32767 for 1: the angle of a hand keeps four digits.
The browser reads angles, stripes and similarities from it; nothing else is sent while a reader
drags.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.positions import wavelengths
from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import plain

COLOURS: Final = (
    *GREYS,
    "source",
    "source_text",
    "source_band",
    "memory",
    "correct_text",
    "error_text",
    "div_minus",
    "div_zero",
    "div_plus",
)
UNIT: Final = 32767  # 1.0 in 16 bits
# Wavelengths of the clocks, as multiples of the shortest one; the slowest of all comes last.
FASTER: Final = (1.0, 2.6, 7.0, 18.0)
PHONE: Final = 4  # clocks a token on a narrow screen
MOVING: Final = 30.0  # sentences in a turn: slower hands than these all but stand still


@dataclass(frozen=True)
class Choice:
    """What is shown: the order of the tokens (the last stays the last), the chosen token, the
    distance to the one dragged with it (0: none), and whether positions are added at all.
    """

    order: Sequence[int]
    at: int
    gap: int = 0
    on: bool = True


@dataclass(frozen=True)
class Outcome:
    """What the model makes of the order: of every place how far the encoder's output for its token
    differs from that in the order as written, and both translations.
    """

    moved: Sequence[float]
    first: str
    second: str


@dataclass(frozen=True)
class DialWords:
    """Finished words; those with holes are filled in the browser."""

    name: str  # the whole drawing in a sentence
    place: str
    turns: Sequence[str]  # of every clock: how many places a turn takes
    pairs: Sequence[str]  # of every clock: which channels it is
    stripe: tuple[str, str]
    similar: tuple[str, str]
    encoder: tuple[str, str]
    waiting: str  # in place of the encoder's outputs while the order is as written
    hand: str
    scale: str
    keys: str
    one: str  # {piece} {place} {angles} {near} {value}
    two: str  # {piece} {other} {place} {next} {angles}
    dial: str  # {piece} {place} {sine} {cosine} {angle} {sin} {cos}
    off: str
    first: str
    second: str
    same: str
    different: str


def dial_pairs(d_model: int) -> tuple[int, ...]:
    """Pairs of channels from the fastest to the slowest, about evenly spread at first."""
    waves = np.log(wavelengths(d_model))
    wanted = [int(np.abs(waves - math.log(2 * math.pi * times)).argmin()) for times in FASTER]
    return tuple(sorted({*wanted, len(waves) - 1}))


def moving_pairs(d_model: int, length: int) -> int:
    """How many pairs a stripe shows: those that turn within a sentence by 360 / MOVING degrees."""
    return max(1, int((wavelengths(d_model) <= MOVING * length).sum()))


def dials_payload(
    table_SD: NDArray[np.floating],
    pieces: Sequence[str],
    choice: Choice,
    *,
    words: DialWords,
    dark: bool,
    outcome: Outcome | None = None,
) -> dict[str, Any]:
    """Data of the component. Raises ValueError where the numbers of tokens differ."""
    if not len(table_SD) == len(pieces) == len(choice.order):
        raise ValueError(f"{len(table_SD)} rows, {len(pieces)} pieces, {len(choice.order)} places")
    width = table_SD.shape[1]
    pairs = dial_pairs(width)
    return {
        "table": packed(table_SD),
        "width": width,
        "pieces": list(pieces),
        "order": list(choice.order),
        "at": choice.at,
        "gap": choice.gap,
        "on": choice.on,
        "pairs": list(pairs),
        "rows": moving_pairs(width, len(pieces)),
        "phone": [*range(min(PHONE, len(pairs)) - 1), len(pairs) - 1],
        "floor": floor(table_SD),
        "moved": None if outcome is None else [round(float(v), 4) for v in outcome.moved],
        "texts": None if outcome is None else [outcome.first, outcome.second],
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def packed(values: NDArray[np.floating]) -> str:
    """-1..1 in 16 bits, little-endian, the last index fastest."""
    whole = np.rint(UNIT * np.clip(values, -1.0, 1.0)).astype("<i2")
    return base64.b64encode(whole.tobytes()).decode()


def floor(table_SD: NDArray[np.floating]) -> float:
    """Where the scale of similarities begins: the smallest cosine, rounded down to a tenth."""
    unit = table_SD.astype(np.float64)
    unit = unit / np.linalg.norm(unit, axis=1, keepdims=True)
    return max(-1.0, math.floor(10 * float((unit @ unit.T).min())) / 10)
