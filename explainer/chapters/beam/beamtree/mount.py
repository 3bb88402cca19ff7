"""Mounts the drawing and hands on what a browser sends back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from explainer.chapters.beam.beamtree.payload import veil
from explainer.components.shared import (
    ANSWERS,
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
OWN: Final = ("ranking.js", "places.js", "nodes.js")
SCRIPTS: Final = (ANSWERS, DOM, NUMBERS, SVG, RESIZE, PLAY, *(FOLDER / name for name in OWN))


def beamtree(data: Mapping[str, Any], *, key: str, on_pick: Callable[[Pick], None]) -> None:
    """Draw a tree; `on_pick` gets what was pressed before the page runs again.

    ("node", index), ("step", index), or ("alpha", tenths): the length penalty, settled.
    """
    sizes = {
        "node": len(data["nodes"]),
        "step": data["steps"],
        "alpha": round(10 * data["most"]) + 1,
    }
    draw = component(FOLDER, *SCRIPTS, veil=veil)
    draw(key=key, data=dict(data), on_pick_change=partial(obey, key, sizes, on_pick))
