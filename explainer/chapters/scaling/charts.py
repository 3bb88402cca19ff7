"""What dividing does to the softmax: curves over the width d_k."""

from __future__ import annotations

import math
from collections.abc import Sequence

from explainer.charts.curves import Axis, Curve, Rule, curves
from explainer.charts.figure import Figure


def over_widths(
    *,
    widths: Sequence[int],
    lines: Sequence[Curve],
    chosen: int,
    x_title: str,
    y_title: str,
    top: float,
    dark: bool,
) -> Figure:
    """Curves over d_k, each doubling one step wide; a rule at the chosen width.

    Raises ValueError when a line has not one value for each width.
    """
    if any(len(line.y) != len(widths) for line in lines):
        raise ValueError(f"a line does not have {len(widths)} values")
    return curves(
        lines=lines,
        x=Axis(x_title, words=[str(width) for width in widths]),
        y=Axis(y_title, span=(0, top or 1.0)),
        name_title=" ",
        form=".3f",
        dark=dark,
        rules=[Rule(math.log2(chosen / widths[0]))],
        height=250,
    )
