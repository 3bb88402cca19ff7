"""Words on two axes that drift into groups while the model is trained."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DIGITS, DOM, PLAY, RESIZE, SVG, component, obey_one

FOLDER: Final = Path(__file__).parent
COLOURS: Final = (*GREYS, "source", "target", "k", "q")
Floats = NDArray[np.floating]


@dataclass(frozen=True)
class Group:
    """Words of one kind: `places` (words, states, 2)."""

    name: str
    tone: str
    words: Sequence[str]
    places: Floats


def drift_payload(
    groups: Sequence[Group],
    states: Sequence[str],
    likeness: Sequence[tuple[float, float]],
    *,
    at: int,
    words: Mapping[str, str],
    dark: bool,
) -> dict[str, Any]:
    """Data of the component; `likeness` is, at every state, the mean cosine of two words of one
    group and of two groups."""
    return {
        "groups": [
            {
                "name": group.name,
                "tone": group.tone,
                "words": list(group.words),
                "places": np.round(group.places, 4).tolist(),
            }
            for group in groups
        ],
        "states": list(states),
        "likeness": np.round(likeness, DIGITS).tolist(),
        "at": at,
        "words": dict(words),
        "colours": colours_of(dark, COLOURS),
    }


def drift(data: Mapping[str, Any], *, key: str, on_rest: Callable[[int], None]) -> None:
    """Draw it; `on_rest` gets the state the reader rests at before the page runs again."""
    draw = component(FOLDER, DOM, SVG, RESIZE, PLAY, FOLDER / "field.js")
    heard = partial(obey_one, key, "state", len(data["states"]), on_rest)
    draw(key=key, data=dict(data), on_pick_change=heard)
