"""Losses that pile up along several outputs of different lengths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from explainer.charts.curves import Axis, Curve, curves
from explainer.charts.figure import Figure

FORMAT = ",.4~g"  # 150 stays 150


def piled_losses(
    *, losses: Sequence[Curve], place_title: str, value_title: str, line_title: str, dark: bool
) -> Figure:
    """A line of cumulative sums for the losses (T,) of each output; a shorter one ends earlier.

    Raises ValueError without an output.
    """
    longest = max((len(one.y) for one in losses), default=0)
    return curves(
        lines=[replace(one, y=np.cumsum(one.y)) for one in losses],
        x=Axis(place_title, words=[str(place + 1) for place in range(longest)]),
        y=Axis(value_title, form=FORMAT),
        name_title=line_title,
        form=FORMAT,
        dark=dark,
    )
