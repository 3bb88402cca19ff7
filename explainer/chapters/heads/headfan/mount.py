"""Mounts the drawing and hands on what a browser sends back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from explainer.chapters.heads.headfan.payload import veil
from explainer.components.shared import ANSWERS, DOM, NUMBERS, RESIZE, SVG, Pick, component, obey

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (
    DOM,
    NUMBERS,
    SVG,
    RESIZE,
    ANSWERS,
    FOLDER / "places.js",
    FOLDER / "strands.js",
)


def headfan(data: Mapping[str, Any], *, key: str, on_pick: Callable[[Pick], None]) -> None:
    """Draw a row; `on_pick` gets ("head" or "row", index) before the page runs again."""
    sizes = {"head": len(data["heads"]), "row": len(data["rows"])}
    draw = component(FOLDER, *SCRIPTS, veil=veil)
    draw(key=key, data=dict(data), on_pick_change=partial(obey, key, sizes, on_pick))
