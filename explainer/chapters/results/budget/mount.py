"""Mounts the drawing and hands on what a browser sends back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from explainer.components.shared import DOM, PLAY, RESIZE, SHADE, SVG, component, obey_one

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (DOM, SVG, RESIZE, SHADE, PLAY, FOLDER / "plot.js", FOLDER / "line.js")


def budget(data: Mapping[str, Any], *, key: str, on_hours: Callable[[int], None]) -> None:
    """Draw it; `on_hours` gets, counted from 0, the hours at which the line comes to rest."""
    draw = component(FOLDER, *SCRIPTS)
    heard = partial(obey_one, key, "hours", data["most"], on_hours)
    draw(key=key, data=dict(data), on_pick_change=heard)
