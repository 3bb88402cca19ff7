"""Every state of the model as a row: what it writes, and each token filling up as it is learned."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import (
    DIGITS,
    DOM,
    NUMBERS,
    PLAY,
    RESIZE,
    SVG,
    Pick,
    component,
    obey,
)

FOLDER: Final = Path(__file__).parent
COLOURS: Final = (*GREYS, "source_text", "target", "target_text", "target_band")


def film_payload(
    states: Sequence[str],
    written: Sequence[str],
    pieces: Sequence[str],
    probs: NDArray[np.float64] | None,
    *,
    source: str,
    said: Sequence[str],
    at: int,
    words: Mapping[str, str],
    dark: bool,
) -> dict[str, Any]:
    """Data of the component; `probs` (states, tokens) of the tokens `pieces`, None where they are
    hidden. `said` tells each state in a sentence.

    Raises ValueError where these do not fit each other.
    """
    if not len(states) == len(written) == len(said):
        raise ValueError(f"{len(states)} states, {len(written)} lines, {len(said)} sentences")
    if probs is not None and probs.shape != (len(states), len(pieces)):
        raise ValueError(f"{probs.shape} for {len(states)} states, {len(pieces)} tokens")
    return {
        "states": list(states),
        "written": list(written),
        "pieces": list(pieces) if probs is not None else [],
        "probs": None if probs is None else np.round(probs, DIGITS).tolist(),
        "source": source,
        "said": list(said),
        "at": at,
        "words": dict(words),
        "colours": colours_of(dark, COLOURS),
    }


def film(data: Mapping[str, Any], *, key: str, on_rest: Callable[[int], None]) -> None:
    """Draw it; `on_rest` gets the state the reader rests at before the page runs again."""

    def rested(pick: Pick) -> None:
        on_rest(pick[1])

    draw = component(FOLDER, DOM, NUMBERS, SVG, RESIZE, PLAY)
    sizes = {"state": len(data["states"])}
    draw(key=key, data=dict(data), on_pick_change=partial(obey, key, sizes, rested))
