"""Losses that pile up along several outputs of different lengths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explainer.charts.courses import Course, courses
from explainer.charts.labels import Spec

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
) -> Spec:
    """A line of cumulative sums for each output; a shorter one ends earlier.

    Raises ValueError without an output.
    """
    if not piles:
        raise ValueError("no output to draw")
    longest = max(len(pile.losses) for pile in piles)
    spec = courses(
        lines=[
            Course(pile.name, pad_with_nan(pile.losses, longest), pile.tone, dashed=pile.dashed)
            for pile in piles
        ],
        places=[str(place + 1) for place in range(longest)],
        place_title=place_title,
        value_title=value_title,
        line_title=line_title,
        dark=dark,
        legend=True,
    )
    for layer in spec["layer"]:
        y = layer["encoding"]["y"]
        layer["encoding"]["y"] = {**y, "axis": {**y["axis"], "format": FORMAT}}
    return spec


def pad_with_nan(losses: NDArray[np.floating], length: int) -> NDArray[np.float64]:
    """Cumulative sums, NaN behind the end."""
    values = np.full(length, np.nan)
    values[: len(losses)] = np.cumsum(losses)
    return values
