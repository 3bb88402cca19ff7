"""Two networks unrolled: one state passed on from token to token, and the one link between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DOM, PLAY, RESIZE, SHADE, SVG, component, obey_one, plain

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (DOM, SVG, SHADE, RESIZE, PLAY, FOLDER / "bands.js")
COLOURS: Final = (
    *GREYS,
    "mask",
    "source",
    "source_text",
    "source_band",
    "target",
    "target_text",
    "target_band",
    "memory",
    "memory_text",
    "on_memory",
    "div_minus",
    "div_zero",
    "div_plus",
)
DIGITS: Final = 3


@dataclass(frozen=True)
class Half:
    """A network: its name, the token of each step, the states (T, N) after each of them."""

    name: str
    pieces: Sequence[str]
    states: NDArray[np.floating]


@dataclass(frozen=True)
class Written:
    """A line below the drawing: who wrote, and each word with whether it is marked."""

    name: str
    words: Sequence[tuple[str, bool]]


@dataclass(frozen=True)
class ChainWords:
    """Finished words."""

    title: str  # the whole drawing
    link: str  # of the one link between the halves
    play: str
    scale: str  # what the colours are


def chain_payload(
    *,
    encoder: Half,
    decoder: Half,
    units: Sequence[int],
    step: int,
    told: Sequence[str],
    outcome: Sequence[Written] = (),
    words: ChainWords,
    dark: bool,
) -> dict[str, Any]:
    """`units` are the numbers of a state that are drawn, `told` a sentence for each step of both
    halves, `step` the one at hand, from 0; `outcome` is seen after the last. Raises ValueError
    where these do not fit.
    """
    halves = (encoder, decoder)
    if any(len(half.pieces) != len(half.states) for half in halves):
        raise ValueError("a state for every token")
    if len(told) != sum(len(half.pieces) for half in halves):
        raise ValueError(f"{len(told)} sentences for {[len(half.pieces) for half in halves]}")
    limit = max(1.0, *(float(np.abs(half.states).max()) for half in halves))
    return {
        "halves": [
            {
                "name": half.name,
                "pieces": list(half.pieces),
                "states": np.round(half.states[:, list(units)].astype(float), DIGITS).tolist(),
            }
            for half in halves
        ],
        "units": [unit + 1 for unit in units],
        "limit": round(limit, DIGITS),
        "step": step,
        "told": list(told),
        "outcome": plain(list(outcome)),
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def chain(data: Mapping[str, Any], *, key: str, on_pick: Callable[[int], None]) -> None:
    """Draw it; `on_pick` gets the step where the reader rests, from 0."""
    heard = partial(obey_one, key, "step", len(data["told"]), on_pick)
    component(FOLDER, *SCRIPTS)(key=key, data=dict(data), on_pick_change=heard)
