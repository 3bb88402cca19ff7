"""The line from 0 to 1 on which a number picks a token, and above it the model's own line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DOM, NUMBERS, RESIZE, SVG, component, plain

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (DOM, NUMBERS, SVG, RESIZE)
COLOURS: Final = (*GREYS, "mask", "target", "target_text", "target_band")
DIGITS: Final = 6


@dataclass(frozen=True)
class Stretch:
    """A part of the line and of the one above; `merged` ones stand for several tokens."""

    low: float
    high: float
    was: tuple[float, float]
    label: str
    merged: bool


@dataclass(frozen=True)
class LotteryWords:
    """Finished words; those with holes are filled by the browser."""

    name: str  # the whole drawing
    picked: str  # {uniform} {piece} {low} {high}
    moved: str  # the same, while the number is dragged
    before: str  # of the upper line
    after: str  # of the lower one
    handle: str  # what can be dragged
    rest: str  # what the parts without a name are; empty where there are none


def lottery_payload(
    *,
    parts: Sequence[Stretch],
    uniform: float,
    words: LotteryWords,
    dark: bool,
) -> dict[str, Any]:
    """`parts` fill 0..1 on both lines; what was cut has no width on the lower one.

    Raises ValueError where the parts leave a gap or the number lies outside.
    """
    for line in ([(part.low, part.high) for part in parts], [part.was for part in parts]):
        ends = [0.0, *(high for _, high in line)]
        if any(abs(low - end) > 1e-9 for (low, _), end in zip(line, ends, strict=False)):
            raise ValueError("the stretches leave a gap")
    if not 0 <= uniform <= parts[-1].high:
        raise ValueError(f"{uniform} is outside of 0..{parts[-1].high}")
    return {
        "parts": [
            [
                *(round(end, DIGITS) for end in (part.low, part.high)),
                part.label,
                int(part.merged),
                *(round(end, DIGITS) for end in part.was),
            ]
            for part in parts
        ],
        "uniform": uniform,
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def lottery(data: Mapping[str, Any], *, key: str) -> None:
    """Draw it; dragging the number is a what-if of the browser's own."""
    component(FOLDER, *SCRIPTS)(key=key, data=dict(data))
