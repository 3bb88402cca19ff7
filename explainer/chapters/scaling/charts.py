"""Dot products and what dividing does to them: histograms, and curves over the width d_k."""

from __future__ import annotations

import math
from collections.abc import Sequence

from explainer.charts.axes import Floats
from explainer.charts.curves import Axis, Bins, Curve, Rule, curves
from explainer.charts.figure import Figure


def density(
    *,
    edges: Floats,
    heights: Floats,
    step: float,
    curve: tuple[Floats, Floats],
    colour: str,
    x_title: str,
    y_title: str,
    curve_title: str,
    dark: bool,
) -> Figure:
    """A histogram of given bins (left edges) and, as a line (places, heights), the theory."""
    kept = heights > 0  # an empty bin is not sent; a thin gap is left between the others
    boxes = Bins(y_title, edges[kept], edges[kept] + 0.94 * step, heights[kept], colour)
    return curves(
        lines=[boxes, Curve(curve_title, curve[1], "ink", curve[0], pointed=False)],
        x=Axis(x_title, span=(float(edges[0]), float(edges[-1]) + step)),
        y=Axis(y_title, span=(0, 1.08 * float(max(heights.max(), curve[1].max())))),
        name_title=" ",
        dark=dark,
        height=250,
    )


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
