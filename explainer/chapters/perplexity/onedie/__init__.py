"""One die that becomes another at every token: as many faces as the model found it improbable."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DIGITS, DOM, PLAY, RESIZE, SVG, component, obey_one, plain

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (DOM, SVG, RESIZE, PLAY, FOLDER / "wheel.js")
COLOURS: Final = (*GREYS, "target", "target_text", "target_band")


@dataclass(frozen=True)
class DieWords:
    """Finished words; the holes are filled by the browser."""

    title: str  # the whole drawing
    told: str  # {piece} {p} {faces} {bits}
    faces: str  # {faces}
    mean: str  # below the die of the whole sentence
    bits: str  # the axis of the columns
    level: str  # of the line at the mean: {bits}


def die_payload(
    *,
    pieces: Sequence[str],
    nats: NDArray[np.float64],
    chosen: int,
    words: DieWords,
    dark: bool,
) -> dict[str, Any]:
    """`nats` (T,): what each token cost; the browser makes 1 / p faces and bits of it."""
    if len(pieces) != len(nats):
        raise ValueError(f"{len(pieces)} pieces, {len(nats)} losses")
    return {
        "pieces": list(pieces),
        "nats": [round(float(value), DIGITS) for value in nats],
        "mean": round(float(nats.mean()), DIGITS),
        "chosen": chosen,
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def one_die(data: Mapping[str, Any], *, key: str, on_pick: Callable[[int], None]) -> None:
    """Draw it; `on_pick` gets the token where the walk has come to rest, from 0."""
    heard = partial(obey_one, key, "token", len(data["pieces"]), on_pick)
    component(FOLDER, *SCRIPTS)(key=key, data=dict(data), on_pick_change=heard)
