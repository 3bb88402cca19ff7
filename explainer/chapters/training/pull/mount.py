"""Mounts the drawing and hands on what a browser sends back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from explainer.chapters.training.pull.payload import veil
from explainer.components.shared import DOM, PLAY, RESIZE, SHADE, SVG, Pick, component, obey

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (DOM, SVG, RESIZE, SHADE, PLAY, FOLDER / "batch.js", FOLDER / "arrows.js")


def pull(data: Mapping[str, Any], *, key: str, on_rest: Callable[[int, int, int], None]) -> None:
    """Draw it; `on_rest` gets sentence, position and stop of epsilon where the reader rests."""
    stops, longest = len(data["stops"]), data["longest"]

    def rested(pick: Pick) -> None:
        cell, stop = divmod(pick[1], stops)
        on_rest(cell // longest, cell % longest, stop)

    draw = component(FOLDER, *SCRIPTS, veil=veil)
    sizes = {"rest": len(data["sentences"]) * longest * stops}
    draw(key=key, data=dict(data), on_pick_change=partial(obey, key, sizes, rested))
