"""Two runs or models side by side: their loss on each target, and what they write by themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from explainer.charts.palette import colours_of
from explainer.components.shared import ANSWERS, DOM, NUMBERS, component, plain

FOLDER: Final = Path(__file__).parent
GUESSES: Final = ("shorter", "same", "longer")  # what the second bar may be beside the first
COLOURS: Final = (
    "ink",
    "second",
    "third",
    "line",
    "panel",
    "correct",
    "correct_text",
    "error",
    "error_text",
    "target_text",
)


@dataclass(frozen=True)
class Side:
    """One of the two: its name, a fact, and the loss (nats a token) on each of the targets."""

    name: str
    fact: str
    losses: tuple[float, ...]
    written: str


@dataclass(frozen=True)
class LossesWords:
    name: str  # the whole drawing in a sentence
    targets: tuple[str, ...]  # what the targets are
    unit: str
    written: str
    guesses: tuple[str, ...] = ()  # what `GUESSES` are called


def losses_payload(
    right: Side, wrong: Side, targets: Sequence[str], words: LossesWords, dark: bool
) -> dict[str, Any]:
    """Data of the component; `targets` are the texts that were fed."""
    sides = [plain(side) for side in (right, wrong)]
    for side in sides:
        side["losses"] = [round(loss, 3) for loss in side["losses"]]
    return {
        "sides": sides,
        "targets": list(targets),
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def veil(data: Mapping[str, Any]) -> dict[str, Any]:
    """The first bar at half of the scale, nothing of the second: how long it is can be asked."""
    sides = [
        {**side, "losses": [0.5] * len(side["losses"]), "written": ""} for side in data["sides"]
    ]
    return {**data, "sides": sides, "words": {**data["words"], "name": ""}, "offers": list(GUESSES)}


def losses(data: dict[str, Any], *, key: str) -> None:
    """Draw it; nothing is sent back."""
    component(FOLDER, ANSWERS, DOM, NUMBERS, veil=veil)(key=key, data=data)
