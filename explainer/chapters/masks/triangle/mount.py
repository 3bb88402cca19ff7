"""Mounts the drawing and hands on what a browser sends back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

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
GRID: Final = FOLDER / "grid.js"
SCRIPTS: Final = (
    DOM,
    NUMBERS,
    SVG,
    RESIZE,
    SHADE,
    PLAY,
    GRID,
    FOLDER / "rows.js",
    FOLDER / "strip.js",
    FOLDER / "panels.js",
)


def triangle(data: Mapping[str, Any], *, key: str, on_place: Callable[[int, int], None]) -> None:
    """Draw it; `on_place` gets (edge, row) before the page runs again."""
    count, edges = len(data["fed"]), data["edges"]

    def placed(pick: Pick) -> None:
        at, row = divmod(pick[1], count)
        on_place(edges[at], row)

    draw = component(FOLDER, *SCRIPTS)
    sizes = {"place": len(edges) * count}
    draw(key=key, data=dict(data), on_pick_change=partial(obey, key, sizes, placed))
