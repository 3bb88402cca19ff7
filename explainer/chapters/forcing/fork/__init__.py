"""Where teacher forcing and free running part: one path up to the fork, then two.

A step is a button. It holds one token as long as both have read the same and write the same, after
that the token of the reference above (or at the left) and the decoder's own below (or at the
right). Where the decoder, fed with the reference, would have written something else, that stands
struck out beside the token it was given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import (
    ANSWERS,
    DOM,
    NUMBERS,
    RESIZE,
    SVG,
    component,
    obey_one,
    plain,
)

FOLDER: Final = Path(__file__).parent
COLOURS: Final = (*GREYS, "target_text", "target_band", "correct", "error", "error_text")


@dataclass(frozen=True)
class Written:
    """A token at a step, and the probability it had there in finished words."""

    piece: str
    share: str


@dataclass(frozen=True)
class Step:
    """What the reference has here, what the decoder writes here by itself, what it would have
    written after the reference if that is something else; `spoken` is said of all of it.
    """

    given: Written | None
    own: Written | None
    struck: Written | None
    spoken: str


@dataclass(frozen=True)
class ForkWords:
    """Finished words."""

    name: str  # the whole drawing
    given: str
    own: str


def fork_payload(
    steps: Sequence[Step], cut: int | None, chosen: int, *, words: ForkWords, dark: bool
) -> dict[str, Any]:
    """Data of the component; at `cut` (from 0) the paths part, None: they never do."""
    return {
        "steps": plain(list(steps)),
        "cut": len(steps) if cut is None else cut,
        "chosen": chosen,
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def _veil(data: Mapping[str, Any]) -> dict[str, Any]:
    """As many steps; of those before the chosen one the reference. Its own token and what would
    have been written instead are offered, in the order of the alphabet.
    """
    steps, chosen = data["steps"], data["chosen"]
    hidden = {"piece": "?", "share": ""}
    veiled = [
        {
            "given": {**step["given"], "share": ""} if at < chosen and step["given"] else hidden,
            "own": None,
            "struck": None,
            "spoken": str(at + 1),
        }
        for at, step in enumerate(steps)
    ]
    parts = (steps[chosen][part] for part in ("given", "struck"))
    offers = sorted({part["piece"] for part in parts if part})
    return {**data, "steps": veiled, "cut": len(steps), "choices": offers, "offers": offers}


COMPONENT: Final = component(FOLDER, DOM, NUMBERS, SVG, RESIZE, ANSWERS, veil=_veil)


def fork(data: Mapping[str, Any], *, key: str, on_pick: Callable[[int], None]) -> None:
    """Draw it; `on_pick` gets the step that was pressed, from 0."""
    heard = partial(obey_one, key, "step", len(data["steps"]), on_pick)
    COMPONENT(key=key, data=dict(data), on_pick_change=heard)
