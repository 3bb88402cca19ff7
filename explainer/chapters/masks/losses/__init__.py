"""Two models side by side: their loss on a target that fits and on one that does not, their own
translation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from explainer.charts.palette import colours_of
from explainer.components.shared import DOM, component, plain

FOLDER: Final = Path(__file__).parent
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
    """One model: its name, a fact, and the loss (nats a token) on each of the targets."""

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


def losses(data: dict[str, Any], *, key: str) -> None:
    """Draw it; nothing is sent back."""
    component(FOLDER, DOM)(key=key, data=data)
