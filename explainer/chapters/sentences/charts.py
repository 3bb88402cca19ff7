"""Many sentences at once: the spread of a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from explainer.charts.curves import Axis, Bins, Rule, curves
from explainer.charts.figure import Figure

HEIGHT: Final = 250
BINS: Final = 24
PAD: Final = 0.02  # of the width, at both ends: a line at the least value is not on the axis


def histogram(
    *,
    values: Sequence[float],
    value_title: str,
    count_title: str,
    dark: bool,
    limits: tuple[float, float] | None = None,
) -> Figure:
    """How often each value occurs, in BINS equal steps over `limits` (of the values if None).

    A dashed line stands at the mean. Raises ValueError without any value.
    """
    if not values:
        raise ValueError("no values to count")
    data = np.asarray(values, dtype=np.float64)
    counts, edges = np.histogram(data, bins=BINS, range=limits)  # room where all are equal
    full = counts > 0
    pad = PAD * float(edges[-1] - edges[0])
    heights = counts[full].astype(np.float64)
    return curves(
        lines=[Bins(count_title, edges[:-1][full], edges[1:][full], heights, "target")],
        x=Axis(value_title, span=(float(edges[0]) - pad, float(edges[-1]) + pad)),
        y=Axis(count_title, span=(0, 1.06 * float(heights.max())), form="d"),
        form="d",
        dark=dark,
        rules=[Rule(float(data.mean()), "", "second")],
        height=HEIGHT,
    )
