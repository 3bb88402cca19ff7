"""Lines as they were translated, every token the deeper in colour the less probable it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import (
    DIGITS,
    DOM,
    NUMBERS,
    PLAY,
    RESIZE,
    component,
    obey_one,
    plain,
)

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (DOM, NUMBERS, RESIZE, PLAY)
COLOURS: Final = (*GREYS, "source_text", "target", "target_text")


@dataclass(frozen=True)
class Line:
    """A line of the file: its number and text, its tokens with the probability of each, and how
    probable they were on the whole ("": nobody knows); `problem` says why there are none.
    """

    number: int
    source: str
    tokens: Sequence[tuple[str, float]]
    mean: str
    problem: str = ""


@dataclass(frozen=True)
class SurenessWords:
    """Finished words."""

    title: str  # the whole drawing
    sure: str  # the ends of the scale
    unsure: str
    mean: str  # of the numbers at the right


def sureness_payload(
    lines: Sequence[Line], chosen: int, words: SurenessWords, dark: bool
) -> dict[str, Any]:
    """`chosen` is the number of a line, which need not be among these. Raises ValueError where a
    probability is none.
    """
    if any(not 0 <= p <= 1 for line in lines for _, p in line.tokens):
        raise ValueError("a probability outside of 0..1")
    return {
        "lines": [
            {**vars(line), "tokens": [[token, round(p, DIGITS)] for token, p in line.tokens]}
            for line in lines
        ],
        "chosen": chosen,
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def sureness(data: Mapping[str, Any], *, key: str, on_pick: Callable[[int], None]) -> None:
    """Draw it; `on_pick` gets the place of the line that is pressed, from 0."""
    heard = partial(obey_one, key, "line", len(data["lines"]), on_pick)
    component(FOLDER, *SCRIPTS)(key=key, data=dict(data), on_pick_change=heard)
