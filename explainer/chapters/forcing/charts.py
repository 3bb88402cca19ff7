"""Losses that pile up along several outputs of different lengths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explainer.charts.curves import Axis, Curve, curves
from explainer.charts.figure import Figure

FORMAT = ",.4~g"  # 150 stays 150


@dataclass(frozen=True)
class Pile:
    """The losses (T,) of one output; `tone` is a colour of the palette."""

    name: str
    losses: NDArray[np.floating]
    tone: str
    dashed: bool = False


def piled_losses(
    *,
    piles: Sequence[Pile],
    place_title: str,
    value_title: str,
    line_title: str,
    dark: bool,
) -> Figure:
    """A line of cumulative sums for each output; a shorter one ends earlier.

    Raises ValueError without an output.
    """
    if not piles:
        raise ValueError("no output to draw")
    longest = max(len(pile.losses) for pile in piles)
    return curves(
        lines=[
            Curve(pile.name, np.cumsum(pile.losses), pile.tone, dash=(5, 4) if pile.dashed else ())
            for pile in piles
        ],
        x=Axis(place_title, words=[str(place + 1) for place in range(longest)]),
        y=Axis(value_title, form=FORMAT),
        name_title=line_title,
        form=FORMAT,
        dark=dark,
    )
