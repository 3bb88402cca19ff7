"""With a mask and without: largest differences on a log scale, probabilities by position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from explainer.charts.axes import RAISED
from explainer.charts.curves import Axis, Dots, curves
from explainer.charts.figure import Figure

FLOOR, CEILING = 1e-17, 1e3  # of the log scale; an exact 0 stands at its left end
LOG = Axis("", log=True, span=(FLOOR / 30, CEILING))
SHARES = Axis("", span=(-0.05, 1.05), form=".0%", ticks=(0, 0.25, 0.5, 0.75, 1))
SIZES = (230, 80)  # of a hollow mark, which stays visible round a filled one at the same place


def compared(*, dots: Sequence[Dots], y: Axis, **options: Any) -> Figure:
    """One dot a series at each place, on a log scale with its value beside it.

    `options` are those of `curves`. Raises ValueError for a negative value.
    """
    if min((min(one.y) for one in dots), default=0) < 0:
        raise ValueError("a difference is not negative")
    shown = [
        replace(
            one,
            y=np.clip(one.y, FLOOR, CEILING),
            names=[one.name] * len(one.y),
            labels=[short(value) for value in one.y] if y.log else (),
            size=SIZES[one.filled],
        )
        for one in dots
    ]
    return curves(dots=shown, y=y, height=330, **options)


def short(value: float) -> str:
    """A few digits: 0, 6·10⁻⁶, 4.4."""
    if not value:
        return "0"
    if 0.1 <= value < 1000:
        return f"{value:.1f}"
    mantissa, power = f"{value:.0e}".split("e")
    return f"{mantissa}·10" + str(int(power)).translate(RAISED)
