"""Mounts the drawing and hands on what a browser sends back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from explainer.components.shared import DOM, RESIZE, SVG, Pick, component, obey

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (DOM, SVG, RESIZE, FOLDER / "strips.js", FOLDER / "bars.js", FOLDER / "row.js")


def cellsteps(data: Mapping[str, Any], *, key: str, on_pick: Callable[[Pick], None]) -> None:
    """Draw a cell; `on_pick` gets ("stage", "column" or "dim", index) before the next run."""
    sizes = {"stage": len(data["stages"]), "column": len(data["pieces"]), "dim": len(data["q"])}
    draw = component(FOLDER, *SCRIPTS)
    draw(key=key, data=dict(data), on_pick_change=partial(obey, key, sizes, on_pick))
