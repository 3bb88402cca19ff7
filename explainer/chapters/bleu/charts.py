"""Log BLEU as a waterfall."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from explainer.charts.axes import Floats, tone
from explainer.charts.curves import Axis
from explainer.charts.figure import Figure
from explainer.charts.labels import check_lengths
from explainer.charts.plane import Looks, bare, layer, plane

ROW: Final = 34
THICK: Final = 0.36  # half of a bar, in rows
GAP: Final = "\u2003"  # between the name of a part and its number: Vega joins plain spaces


def log_waterfall(
    *,
    labels: Sequence[str],
    values: Sequence[float],
    total_label: str,
    texts: Sequence[str],
    part_title: str,
    value_title: str,
    dark: bool,
) -> Figure:
    """Summands of ln BLEU from the top down, each beginning where the last one ended, and the sum.

    `values` are 0 or below, or -inf: such a bar is dashed and runs to the edge, and the sum with
    it; places are shares of the width. `texts` are the finished numbers beside the names, last that
    of the sum. Raises ValueError for a positive value and when the lengths differ.
    """
    check_lengths("parts", len(labels), values, texts[1:])
    if any(value > 0 or math.isnan(value) for value in values):
        raise ValueError(f"a part of ln BLEU above 0: {list(values)}")
    starts, ends, endless, edge = _steps(values)
    names = [*labels, total_label]
    tones = [*["div_minus"] * len(values), "primary"]
    steps = [
        {"x": start / -edge, "x2": end / -edge, "y": i - THICK, "y2": i + THICK, "ln": end - start}
        | {"endless": free, "part": names[i], "number": texts[i], "tone": tone(tones[i], dark)}
        for i, (start, end, free) in enumerate(zip(starts, ends, endless, strict=True))
    ]
    told = [("part", part_title, ""), ("number", value_title, "")]
    dashed: Looks = {  # what has no end is an empty box
        "fill": "=datum.endless ? 'transparent' : datum.tone",
        "stroke": "=datum.endless ? datum.tone : 'transparent'",
        "strokeDash": (5, 4),
        "strokeWidth": 1.5,
    }
    top, low = -0.5, len(names) - 0.5
    rows = [f"{name}{GAP}{number}" for name, number in zip(names, texts, strict=True)]
    origin = [{"x": 0, "y": top, "y2": low}]
    return plane(
        layers=[
            layer("rect", "steps", steps, told=told, **dashed),
            layer("rule", "origin", origin, color=tone("third", dark)),
        ],
        x=bare(-1, 0),
        y=Axis("", span=(top, low), words=rows, colour="ink", reverse=True, grid=False),
        height=ROW * len(names),
        dark=dark,
    )


def _steps(values: Sequence[float]) -> tuple[Floats, Floats, list[bool], float]:
    """Start and end of every bar, the sum's last; whether it is endless; the left edge."""
    finite = [0.0 if math.isinf(value) else value for value in values]
    edge = min(sum(finite) * 1.12, -0.1)
    sums = np.cumsum([0.0, *finite])
    endless = [*(math.isinf(value) for value in values), any(map(math.isinf, values))]
    ends = [edge if e else s for e, s in zip(endless, [*sums[1:], sums[-1]], strict=True)]
    return np.array([*sums[:-1], 0.0]), np.array(ends), endless, edge
