"""Mounts the drawing and hands on what a browser sends back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from explainer.chapters.layers.river.payload import blank
from explainer.components.shared import DOM, NUMBERS, RESIZE, SVG, Pick, component, obey
from explainer.drawings import asked

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (
    DOM,
    NUMBERS,
    SVG,
    RESIZE,
    FOLDER / "bed.js",
    FOLDER / "tributaries.js",
    FOLDER / "words.js",
)


def river(data: Mapping[str, Any], *, key: str, on_pick: Callable[[Pick], None]) -> None:
    """Draw a river; `on_pick` gets ("dam", number of the sub-layer) before the page runs again."""
    sizes = {"dam": len(data["places"]) - 1}
    draw = component(FOLDER, *SCRIPTS)
    if asks := asked.now():
        if asks.figure == key:
            with asked.here():
                draw(key=f"{key}_asked", data={**blank(data), "veiled": True, "still": True})
        return
    draw(key=key, data=dict(data), on_pick_change=partial(obey, key, sizes, on_pick))
