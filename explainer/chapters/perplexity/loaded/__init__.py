"""The six faces of a die, each with its weight as a column to drag."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from explainer.charts.palette import GREYS, colours_of
from explainer.components.answers import answer
from explainer.components.shared import DOM, NUMBERS, PLAY, RESIZE, SVG, component, plain

FOLDER: Final = Path(__file__).parent
FACES: Final = 6
MOST: Final = 10.0
STEP: Final = 0.5


@dataclass(frozen=True)
class LoadedWords:
    """Finished words."""

    title: str  # the whole drawing
    faces: Sequence[str]  # of each slider


def loaded_payload(weights: Sequence[float], words: LoadedWords, dark: bool) -> dict[str, Any]:
    """Data of the component."""
    return {
        "weights": list(weights),
        "most": MOST,
        "step": STEP,
        "words": plain(words),
        "colours": colours_of(dark, GREYS),
    }


def read_weights(value: object) -> list[float] | None:
    """Six weights as a browser sent them, None for anything else."""
    if not isinstance(value, list | tuple) or len(value) != FACES:
        return None
    if any(type(one) not in (int, float) or not 0 <= one <= MOST for one in value):
        return None
    return [float(one) for one in value]


def loaded_die(data: dict[str, Any], *, key: str, on_rest: Callable[[list[float]], None]) -> None:
    """Draw it; `on_rest` gets the weights where the reader's hand rests."""

    def rested() -> None:
        weights = read_weights(answer(key, "rest"))
        if weights is not None:
            on_rest(weights)

    component(FOLDER, DOM, NUMBERS, SVG, RESIZE, PLAY)(key=key, data=data, on_rest_change=rested)
