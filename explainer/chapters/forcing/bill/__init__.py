"""What every output costs, token by token, side by side: how long it is tells whose error it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from explainer.charts.labels import check_lengths
from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DIGITS, DOM, NUMBERS, RESIZE, SVG, component, plain

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (DOM, NUMBERS, SVG, RESIZE)
COLOURS: Final = (*GREYS, "correct", "correct_text", "error", "error_text", "residual")


@dataclass(frozen=True)
class Lane:
    """An output: its name, its tokens with their -ln p, and the palette colour."""

    name: str
    pieces: Sequence[str]
    losses: Sequence[float]
    tone: str


@dataclass(frozen=True)
class BillWords:
    """Finished words; those with holes are filled by the browser."""

    name: str  # the whole drawing in a sentence
    axis: str
    liked: str  # left of the reference's end: what the model likes better
    missed: str  # right of it: what the search should not have taken
    token: str  # {piece} {loss} {prob}: of the token under the pointer
    hint: str  # while there is none


def bill_payload(*, lanes: Sequence[Lane], words: BillWords, dark: bool) -> dict[str, Any]:
    """The reference is the first of the `lanes`. Raises ValueError for lists that do not fit."""
    for lane in lanes:
        check_lengths(lane.name, len(lane.pieces), lane.losses)
    return {
        "lanes": [
            {
                "name": lane.name,
                "tone": lane.tone,
                "tokens": [
                    [piece, round(float(loss), DIGITS)]
                    for piece, loss in zip(lane.pieces, lane.losses, strict=True)
                ],
            }
            for lane in lanes
        ],
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def bill(data: Mapping[str, Any], *, key: str) -> None:
    """Draw it; the token that is pointed at is the browser's own matter."""
    component(FOLDER, *SCRIPTS)(key=key, data=dict(data))
