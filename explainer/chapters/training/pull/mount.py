"""Mounts the drawing and hands on what a browser sends back."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from explainer.chapters.training.pull.payload import veil
from explainer.components.shared import (
    DOM,
    NUMBERS,
    PLAY,
    RESIZE,
    SHADE,
    SVG,
    Pick,
    component,
    obey,
)

FOLDER: Final = Path(__file__).parent
OWN: Final = (FOLDER / "batch.js", FOLDER / "arrows.js", FOLDER / "train.js")
SCRIPTS: Final = (DOM, NUMBERS, SVG, RESIZE, SHADE, PLAY, *OWN)


def pull(
    data: Mapping[str, Any], *, key: str, on_rest: Callable[[int, int, int, int], None]
) -> None:
    """Draw it; `on_rest` gets sentence, position, stop of epsilon and steps trained, where the
    reader rests."""
    shape = (len(data["sentences"]), data["longest"], len(data["stops"]), len(data["moved"]) + 1)

    def rested(pick: Pick) -> None:
        on_rest(*(int(index) for index in np.unravel_index(pick[1], shape)))

    draw = component(FOLDER, *SCRIPTS, veil=veil)
    sizes = {"rest": math.prod(shape)}
    draw(key=key, data=dict(data), on_pick_change=partial(obey, key, sizes, rested))
