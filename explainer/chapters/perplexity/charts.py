"""How surprising each event was as a colour, and perplexities on a log axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from explainer.charts.curves import Axis, Dots, curves
from explainer.charts.figure import Figure
from explainer.charts.palette import GAMMA, tint

MOST_BITS: Final = 10.0  # from here on the ramp is at its end
ROW_HEIGHT: Final = 30


def fill(bits: float, dark: bool) -> str:
    """The ground of an event of this surprise: panel for none, the target's colour for much."""
    return tint("target", min(max(bits, 0.0) / MOST_BITS, 1.0) ** GAMMA, dark)


def log_dots(
    *,
    labels: Sequence[str],
    values: Sequence[float],
    tones: Sequence[str],
    value_title: str,
    label_title: str,
    dark: bool,
) -> Figure:
    """Perplexities as points on a log axis that begins at 1, each with its number and name.

    Points, not bars: on a log axis a length says nothing. `tones` are colours of the palette.
    Raises ValueError when lengths differ or a value is below 1.
    """
    if min(values) < 1:
        raise ValueError(f"a perplexity of {min(values)} is below 1")
    rows = [float(row) for row in range(len(labels))]
    words = [f"{value:,.4g}" for value in values]
    return curves(
        dots=[
            Dots(
                value_title,
                list(map(float, values)),
                rows,
                "target",
                labels,
                words,
                tones=tones,
                strong=[True] * len(rows),
            )
        ],
        x=Axis(value_title, log=True, span=(0.9, max(2.0, *values) ** 1.7), grid=True),
        y=Axis("", span=(-0.6, len(rows) - 0.4), words=labels, reverse=True, colour="ink"),
        name_title=label_title,
        dark=dark,
        height=ROW_HEIGHT * len(labels) + 50,
    )
