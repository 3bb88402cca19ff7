"""Perplexities side by side, each as a die of so many faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from explainer.chapters.perplexity.onedie import FOLDER as DICE
from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DOM, PLAY, RESIZE, SVG, component, plain

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True)
class Die:
    """`told` is the perplexity `faces` as it is printed; `own` dice have the target's colour."""

    name: str
    unit: str
    faces: float
    told: str
    own: bool = True


def shelf_payload(dice: Sequence[Die], dark: bool) -> dict[str, Any]:
    """Data of the component. Raises ValueError where a perplexity is below 1."""
    if any(die.faces < 1 for die in dice):
        raise ValueError(f"a perplexity below 1: {[die.faces for die in dice]}")
    colours = colours_of(dark, (*GREYS, "target", "residual"))
    return {"dice": plain(list(dice)), "colours": {**colours, "told": colours["target"]}}


def shelf(data: dict[str, Any], *, key: str) -> None:
    """Draw them."""
    component(FOLDER, DOM, SVG, RESIZE, PLAY, DICE / "solid.js")(key=key, data=data)
