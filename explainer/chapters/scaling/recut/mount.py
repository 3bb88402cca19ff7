"""Mounts the drawing and hands on what a browser sends back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from explainer.chapters.scaling.recut.payload import veil
from explainer.components.shared import (
    ANSWERS,
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
SCRIPTS: Final = (
    ANSWERS,
    DOM,
    NUMBERS,
    SVG,
    RESIZE,
    SHADE,
    PLAY,
    FOLDER / "bars.js",
    FOLDER / "ridges.js",
)


def recut(
    data: Mapping[str, Any], *, key: str, on_width: Callable[[int], None] | None = None
) -> None:
    """Draw it; `on_width` gets the width the reader rests at before the page runs again."""

    def rested(pick: Pick) -> None:
        if on_width is not None:
            on_width(data["stops"][pick[1]])

    draw = component(FOLDER, *SCRIPTS, veil=veil)
    sizes = {"width": len(data["stops"])}
    draw(key=key, data=dict(data), on_pick_change=partial(obey, key, sizes, rested))
