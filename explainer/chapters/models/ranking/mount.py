"""Mounts the drawing and hands on what a browser sends back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from explainer.components.shared import DOM, PLAY, RESIZE, SVG, Pick, component, obey

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (
    DOM,
    SVG,
    RESIZE,
    PLAY,
    *(FOLDER / f"{name}.js" for name in ("align", "plane", "pair", "list")),
)


def ranking(data: Mapping[str, Any], *, key: str, on_view: Callable[[str, str], None]) -> None:
    """Draw it; `on_view` gets the names of the chosen model and of the base, "" for any, before the
    page runs again.
    """
    names = [model["name"] for group in data["groups"] for model in group["models"]]
    bases = ["", *names]

    def viewed(pick: Pick) -> None:
        chosen, base = divmod(pick[1], len(bases))
        on_view(names[chosen], bases[base])

    sizes = {"view": len(names) * len(bases)}
    draw = component(FOLDER, *SCRIPTS)
    draw(key=key, data=dict(data), on_pick_change=partial(obey, key, sizes, viewed))
