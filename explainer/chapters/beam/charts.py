"""One number for every beam width, with the length of the output at the point."""

from __future__ import annotations

from collections.abc import Sequence

from explainer.charts.curves import Axis, Curve, Dots, curves
from explainer.charts.figure import Figure

HEIGHT = 230  # pixels


def beam_widths(
    *,
    widths: Sequence[int],
    totals: Sequence[float],
    lengths: Sequence[str],
    width_title: str,
    total_title: str,
    length_title: str,
    chosen: int,
    dark: bool,
) -> Figure:
    """A line over the widths; `lengths` are finished labels, `chosen` the width that is lit.

    Raises ValueError when the numbers of entries differ.
    """
    if not len(widths) == len(totals) == len(lengths):
        raise ValueError(f"{len(widths)} widths, {len(totals)} totals, {len(lengths)} lengths")
    names = [f"{length_title}: {length}" for length in lengths]
    places = list(map(float, range(len(widths))))
    return curves(
        lines=[Curve(total_title, totals, "target", pointed=False)],
        dots=[Dots(total_title, places, totals, "target", names, lengths, size=80)],
        x=Axis(width_title, words=[str(width) for width in widths]),
        y=Axis(total_title),
        name_title=total_title,
        form=".3f",
        dark=dark,
        legend=False,
        ring=(0, list(widths).index(chosen)) if chosen in widths else None,
        height=HEIGHT,
    )
