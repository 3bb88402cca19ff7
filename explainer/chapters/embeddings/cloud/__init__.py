"""Tokens as points on two axes, each word tied to its nearest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.labels import check_lengths
from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DOM, RESIZE, SVG, component, obey_one, plain

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (DOM, SVG, RESIZE, FOLDER / "space.js", FOLDER / "names.js")
COLOURS: Final = (*GREYS, "residual", "source", "source_text", "target", "target_text")
KINDS: Final = ("sample", "other", "neighbour", "source", "target")
DIGITS: Final = 4


@dataclass(frozen=True)
class CloudWords:
    """Finished words."""

    name: str  # the whole drawing in a sentence
    kinds: tuple[str, ...]  # in the order of KINDS
    shares: str  # what each axis shows
    hint: str


def cloud_payload(
    *,
    places_NC: NDArray[np.floating],
    labels: Sequence[str],
    kinds: Sequence[str],
    owners: Sequence[int],
    chosen: int,
    words: CloudWords,
    dark: bool,
) -> dict[str, Any]:
    """Points (N, 2) with their names and `kinds`. Each of `owners` is the point whose nearest this
    one is, or -1.

    Raises ValueError where the lists do not fit or there are not two coordinates.
    """
    if places_NC.shape[1] != 2:
        raise ValueError(f"two coordinates, not {places_NC.shape[1]}")
    check_lengths("points", len(labels), places_NC, kinds, owners)
    return {
        "points": [
            [*place, label, KINDS.index(kind), owner]
            for place, label, kind, owner in zip(
                places_NC.round(DIGITS).tolist(), labels, kinds, owners, strict=True
            )
        ],
        "kinds": list(KINDS),
        "chosen": chosen,
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def cloud(data: Mapping[str, Any], *, key: str, on_pick: Callable[[int], None]) -> None:
    """Draw it; `on_pick` gets the index of the word of the sentence that was pressed."""
    count = len(data["points"])
    draw = component(FOLDER, *SCRIPTS)
    draw(key=key, data=dict(data), on_pick_change=partial(obey_one, key, "point", count, on_pick))
