"""The weights of a layer painted over a picture: where a patch looks, and which look at it."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from explainer.chapters.images.patchview import PATCHES, Shades, as_bytes
from explainer.charts.palette import colours_of
from explainer.components.shared import DOM, PLAY, SVG, component, obey_one, plain

FOLDER: Final = Path(__file__).parent
COLOURS: Final = ("ink", "page", "line", "third", "second", "weight", "weight_text", "q")
FINE: Final = 2**16 - 1  # of the greatest weight: fine enough for the three decimals that are read


@dataclass(frozen=True)
class GazeWords:
    """Finished words; those with holes are filled by the browser."""

    patches: Sequence[str]  # 49
    looks: str
    looks_note: str  # {head} {place} {weight}
    seen: str
    seen_note: str  # {head} {place} {weight}
    heads: str
    head: str  # {head}
    weight: str  # {place} {weight}
    scale: str  # {top} {even}


def gazeview(
    picture: Shades,
    weights: Shades,
    *,
    patch: int,
    head: int,
    words: GazeWords,
    dark: bool,
    key: str,
    on_pick: Callable[[int, int], None],
) -> None:
    """Draw the (28, 28) picture with the weights (H, 49, 49) of `patch` and `head`.

    All weights travel, so another patch is seen at once; `on_pick` gets patch and head.
    """
    heads, count, _ = weights.shape
    top = float(weights.max())
    component(FOLDER, DOM, SVG, PLAY, PATCHES)(
        key=key,
        data={
            "pixels": as_bytes(picture),
            "weights": _fine(weights / top),
            "top": top,
            "patch": patch,
            "head": head,
            "count": heads,
            "words": plain(words),
            "colours": colours_of(dark, COLOURS),
        },
        on_pick_change=lambda: obey_one(
            key, "look", heads * count, lambda at: on_pick(at % count, at // count)
        ),
    )


def _fine(shares: Shades) -> str:
    """0..1 as numbers of two bytes, the last index fastest."""
    return base64.b64encode(np.rint(FINE * shares).astype("<u2").tobytes()).decode()
