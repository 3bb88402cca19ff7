"""A soft look-up to hold in the hand: similarities to drag, weights that stand on a line of values,
and the answer as the point where they balance; beside it what a hard look-up says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from explainer.analysis.lookup import SoftLookup
from explainer.charts.palette import GREYS, colours_of
from explainer.components.answers import answer
from explainer.components.shared import DOM, PLAY, RESIZE, SVG, component, plain

FOLDER: Final = Path(__file__).parent
COLOURS: Final = (*GREYS, "weight", "weight_text", "v_text", "correct", "error", "on_high")
LOW, HIGH, STEP = 0.0, 10.0, 0.1  # of a slider; wider where a similarity of the table asks for it
SHARPEST: Final = 10.0
WIDEST: Final = 20.0


@dataclass(frozen=True)
class BalanceWords:
    """Finished words; those with holes are filled by the browser."""

    name: str  # the whole drawing in a sentence
    hard: str
    hard_line: str
    query: str
    soft: str
    soft_line: str  # {best} {weight}
    key: str
    similarity: str
    weight: str
    value: str
    part: str
    sharpness: str
    even: str
    one: str
    line: str  # names the drawing of the line of values


def balance_payload(
    keys: Sequence[str],
    values: Sequence[float],
    similarities: Sequence[float],
    sharpness: float,
    *,
    hard: float | None,
    words: BalanceWords,
    dark: bool,
) -> dict[str, Any]:
    """Data of the component; `hard` is what a dictionary answers, None where it has no such key.

    Raises ValueError where keys, values and similarities are not equally many.
    """
    if not len(keys) == len(values) == len(similarities):
        raise ValueError(f"{len(keys)} keys, {len(values)} values, {len(similarities)} scores")
    return {
        "keys": list(keys),
        "values": [float(value) for value in values],
        "scores": [float(score) for score in similarities],
        "sharpness": float(sharpness),
        "range": [min(LOW, *similarities), max(HIGH, *similarities), STEP, SHARPEST],
        "hard": hard,
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def strongest(keys: Sequence[str], answer: SoftLookup) -> tuple[str, float]:
    """The key with the largest weight, and that."""
    best = int(answer.weights.argmax())
    return keys[best], float(answer.weights[best])


def read_rest(value: object, count: int) -> tuple[list[float], float] | None:
    """[similarities, sharpness] as a browser sent them, or None for anything else."""
    if not isinstance(value, list | tuple) or len(value) != 2 or not isinstance(value[0], list):
        return None
    scores, sharpness = value
    numbers = [*scores, sharpness]
    if len(scores) != count or any(type(one) not in (int, float) for one in numbers):
        return None
    inside = all(-WIDEST <= one <= WIDEST for one in scores) and 0 <= sharpness <= SHARPEST
    return ([float(one) for one in scores], float(sharpness)) if inside else None


def balance(
    data: Mapping[str, Any], *, key: str, on_rest: Callable[[list[float], float], None]
) -> None:
    """Draw it; `on_rest` gets similarities and sharpness where the reader's hand rests."""

    def rested() -> None:
        rest = read_rest(answer(key, "rest"), len(data["keys"]))
        if rest is not None:
            on_rest(*rest)

    draw = component(FOLDER, DOM, SVG, RESIZE, PLAY)
    draw(key=key, data=dict(data), on_rest_change=rested)
