"""Mounts the drawing and hands on what a browser sends back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from explainer.chapters.cell.cellsteps.payload import veil
from explainer.components.answers import answer
from explainer.components.shared import DOM, PLAY, SVG, component, read_pick

FOLDER: Final = Path(__file__).parent
NAMES: Final = (
    "shapes.js",
    "layout.js",
    "head.js",
    "score.js",
    "row.js",
    "mix.js",
    "targets.js",
    "player.js",
)
SCRIPTS: Final = (DOM, SVG, PLAY, *(FOLDER / name for name in NAMES))
Picked = Callable[[str, int], None]


def cellsteps(data: Mapping[str, Any], *, key: str, on_pick: Picked) -> None:
    """Draw a cell; `on_pick` gets what was chosen and its index, before the next run.

    That is "stage", "dim" or the name of a crumb; a press may choose several.
    """
    sizes = {
        "stage": len(data["stages"]),
        "dim": len(data["q"]),
        **{crumb["name"]: len(crumb["options"]) for crumb in data["crumbs"]},
    }
    draw = component(FOLDER, *SCRIPTS, veil=veil)
    draw(key=key, data=dict(data), on_pick_change=partial(_obey, key, sizes, on_pick))


def _obey(key: str, sizes: Mapping[str, int], on_pick: Picked) -> None:
    for what, index in picks(answer(key, "pick"), sizes):
        on_pick(what, index)


def picks(sent: object, sizes: Mapping[str, int]) -> list[tuple[str, int]]:
    """What a browser sent as {what: index}, as far as the drawing has it. It may be anything."""
    if not isinstance(sent, Mapping) or len(sent) > len(sizes):
        return []
    each = (read_pick([what, index], sizes) for what, index in sent.items())
    return [pick for pick in each if pick is not None]
