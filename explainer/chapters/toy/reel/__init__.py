"""A training as a reel: what the toy writes, where a head looks, and the curves one drags along."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DOM, NUMBERS, PLAY, RESIZE, SVG, Pick, component, obey

FOLDER: Final = Path(__file__).parent
COLOURS: Final = (
    *GREYS,
    *("source", "source_text", "target", "target_text", "weight", "weight_text"),
    *("residual", "residual_text", "correct", "error"),
)
MOST: Final = 48  # states that travel; a long run of one's own has more
DIGITS: Final = 3  # of shares, losses and weights: none is printed with more


@dataclass(frozen=True)
class Strings:
    """Held-out strings: their sources, and by id what is wanted of them, (N, T)."""

    sources: Sequence[str]
    wanted: NDArray[np.integer]


@dataclass(frozen=True)
class Looks:
    """A head on one string: `weights` (states, Q, K) from `queries` to `keys`; colours of these."""

    keys: Sequence[str]
    queries: Sequence[str]
    tones: tuple[str, str]
    weights: NDArray[np.floating]


@dataclass(frozen=True)
class State:
    """A state of the training: shares that are right, losses (NaN where there is none), and the
    ids it wrote, (N, T)."""

    step: int
    tokens: float
    rows: float
    train: float
    loss: float
    written: NDArray[np.integer]


def travelling(count: int, at: int) -> list[int]:
    """Which of `count` states travel: all, or evenly spaced ones, with the last and `at`."""
    if count <= MOST:
        return list(range(count))
    return sorted({*np.linspace(0, count - 1, MOST).round().astype(int).tolist(), at})


def reel_payload(
    states: Sequence[State],
    strings: Strings,
    looks: Looks,
    *,
    at: int,
    names: Sequence[str],
    guess: float | None,
    said: Sequence[str],
    words: Mapping[str, str],
    dark: bool,
) -> dict[str, Any]:
    """Data of the component; `names` are the tokens by id, `guess` the share that is right where
    the order is guessed, `said` tells each state in a sentence, `at` is the state on screen.

    Raises ValueError where these do not fit each other.
    """
    if not len(states) == len(said) == len(looks.weights):
        raise ValueError(f"{len(states)} states, {len(said)} lines, {len(looks.weights)} maps")
    numbers = travelling(len(states), at)
    return {
        "numbers": numbers,
        "at": numbers.index(at),
        "steps": [states[one].step for one in numbers],
        "curves": {
            name: [_rounded(getattr(states[one], name)) for one in numbers]
            for name in ("tokens", "rows", "train", "loss")
        },
        "written": [states[one].written.tolist() for one in numbers],
        "sources": list(strings.sources),
        "wanted": strings.wanted.tolist(),
        "names": list(names),
        "keys": list(looks.keys),
        "queries": list(looks.queries),
        "weights": [np.round(looks.weights[one], DIGITS).tolist() for one in numbers],
        "guess": None if guess is None else _rounded(guess),
        "said": [said[one] for one in numbers],
        "words": dict(words),
        "colours": colours_of(dark, COLOURS)
        | {
            side: colours_of(dark, [f"{tone}_text"])[f"{tone}_text"]
            for side, tone in zip(("of_keys", "of_queries"), looks.tones, strict=True)
        },
    }


def reel(data: Mapping[str, Any], *, key: str, on_rest: Callable[[int], None]) -> None:
    """Draw it; `on_rest` gets the state the reader rests at before the page runs again."""

    def rested(pick: Pick) -> None:
        on_rest(data["numbers"][pick[1]])

    draw = component(
        FOLDER, DOM, NUMBERS, SVG, RESIZE, PLAY, FOLDER / "strings.js", FOLDER / "timeline.js"
    )
    sizes = {"state": len(data["numbers"])}
    draw(key=key, data=dict(data), on_pick_change=partial(obey, key, sizes, rested))


def _rounded(value: float) -> float | None:
    """None for what is no finite number: JSON has no word for it."""
    return round(float(value), DIGITS) if np.isfinite(value) else None
