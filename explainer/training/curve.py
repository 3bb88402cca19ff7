"""The learning curve of a run as a small SVG picture: loss by step, training and dev."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 20, 44
INK, LINE = "#14202E", "#DCE3EA"
TRAIN, DEV = "#7F8C9A", "#14202E"


def curve_svg(rows: Sequence[Mapping[str, Any]]) -> str:
    """`rows` are those of log.csv. The training loss has label smoothing in it, the dev loss none.

    Raises ValueError for a run without a row.
    """
    if not rows:
        raise ValueError("a run without an evaluation has no curve")
    steps = [int(row["step"]) for row in rows]
    curves = {name: [float(row[name]) for row in rows] for name in ("train_loss", "dev_loss")}
    top = math.ceil(max(max(values) for values in curves.values()))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' font-family="sans-serif" font-size="12" fill="{INK}">',
        "<title>Loss by step</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#FFFFFF"/>',
    ]
    for loss in range(top + 1):
        y = across(loss, top, HEIGHT - BOTTOM, TOP)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{LINE}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{loss}</text>')
    for step in ticks(steps[-1]):
        x = across(step, steps[-1], LEFT, WIDTH - RIGHT)
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{step:,}</text>'
        )
    for name, colour, dash in (("train_loss", TRAIN, "5 4"), ("dev_loss", DEV, "none")):
        points = " ".join(
            f"{across(step, steps[-1], LEFT, WIDTH - RIGHT):.1f},"
            f"{across(value, top, HEIGHT - BOTTOM, TOP):.1f}"
            for step, value in zip(steps, curves[name], strict=True)
        )
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"'
            f' stroke-dasharray="{dash}"/>'
        )
    parts.append(
        f'<text x="{WIDTH - RIGHT}" y="{TOP + 14}" text-anchor="end">dashed: training loss'
        " (label smoothing 0.1) · solid: dev loss · nats per target piece</text>"
    )
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 6}" text-anchor="middle">step</text></svg>')
    return "\n".join(parts) + "\n"


def across(value: float, largest: float, start: float, end: float) -> float:
    """Where 0..largest falls between two pixels."""
    return start + (end - start) * value / largest


def ticks(last: int) -> list[int]:
    """About five round numbers from 0."""
    rough = max(1, last) / 5
    power = 10 ** math.floor(math.log10(rough))
    gap = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    return list(range(0, last + 1, max(1, int(gap))))
