"""Dice along a sentence: each has as many faces as the model found its token improbable."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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
    component,
    obey_one,
    plain,
)

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (DOM, NUMBERS, SVG, RESIZE, PLAY, FOLDER / "solid.js")
COLOURS: Final = (*GREYS, "target", "target_text", "target_band")
First = tuple[str, str, str]  # the model's first choice, its probability, the token's own rank


@dataclass(frozen=True)
class DieWords:
    """Finished words; the holes are filled by the browser. Without `tried` no die can be dragged,
    without `roll` none is rolled.
    """

    title: str  # the whole drawing
    told: str  # {piece} {p} {faces} {bits}, and {expected} {q} {rank} where firsts are given
    faces: str  # {faces}
    axis: str  # what stands below the tokens and at the lines
    mean: str  # below the die of the whole sentence
    level: str  # how high it stands: {bits}
    tried: str = ""  # of a die that was dragged: {piece} {p} {faces} {whole} {model}
    back: str = ""
    roll: str = ""
    rolled: str = ""  # {piece} {hits} {rolls}


def die_payload(
    *,
    pieces: Sequence[str],
    nats: NDArray[np.float64],
    chosen: int,
    words: DieWords,
    dark: bool,
    first: Sequence[First] = (),
) -> dict[str, Any]:
    """`nats` (T,): what each token cost, infinite ones too; the browser makes faces and bits of it.

    Raises ValueError where there is not one for each of the pieces.
    """
    if len(pieces) != len(nats):
        raise ValueError(f"{len(pieces)} pieces, {len(nats)} losses")
    return {
        "pieces": list(pieces),
        "nats": [round(float(one), DIGITS) if np.isfinite(one) else None for one in nats],
        "chosen": chosen,
        "first": [list(one) for one in first],
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def one_die(data: Mapping[str, Any], *, key: str, on_pick: Callable[[int], None]) -> None:
    """Draw it; `on_pick` gets the token where the walk has come to rest, from 0."""
    heard = partial(obey_one, key, "token", len(data["pieces"]), on_pick)
    component(FOLDER, *SCRIPTS)(key=key, data=dict(data), on_pick_change=heard)
