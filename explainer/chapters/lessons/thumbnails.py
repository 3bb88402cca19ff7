"""A small picture on the card of each lesson: what its page draws, without words and numbers.

What follows from a rule is drawn by it (the table of positions, the causal mask); the rest only
shows the form of the figure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

import numpy as np

from explainer.charts.palette import PALETTE, blend, theme
from explainer.frame.sketch import box, svg

WIDTH: Final = 360
HEIGHT: Final = 84
Colours = Mapping[str, str]


@cache
def thumbnail(lesson: str, dark: bool) -> str:
    """The SVG of a lesson's card; "" for a lesson without one."""
    draw = DRAWN.get(lesson)
    if draw is None:
        return ""
    return svg(WIDTH, HEIGHT, draw(PALETTE[theme(dark)]))


def _line(points: list[tuple[float, float]], colour: str, width: float, more: str = "") -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}" {more}/>'
    )


def _tokens(c: Colours) -> list[str]:
    """A sentence as chips, words apart."""
    drawn, x = list[str](), 8.0
    for word in ((54, 26), (34,), (62, 22, 30), (40, 24)):
        for width in word:
            edge = f'rx="6" stroke="{c["source"]}" stroke-width="1.5"'
            drawn.append(box(x, 18, width, 26, c["source_band"], edge))
            drawn.append(box(x + width / 2 - 8, 54, 16, 5, c["third"], 'rx="2"'))
            x += width + 3
        x += 10
    return drawn


def _positions(c: Colours) -> list[str]:
    """Sine and cosine at 12 positions in 36 of 64 channels."""
    rows, channels = 12, 36
    half = np.arange(channels) // 2 * 2
    angles = np.arange(rows)[:, None] * 4 / 10_000 ** (half / 64)
    values = np.where(np.arange(channels) % 2, np.cos(angles), np.sin(angles))
    width, height = WIDTH / channels, HEIGHT / rows
    return [
        box(
            channel * width,
            row * height,
            width + 0.3,
            height + 0.3,
            blend(c["div_zero"], c["div_plus" if value > 0 else "div_minus"], abs(float(value))),
        )
        for row, line in enumerate(values)
        for channel, value in enumerate(line)
    ]


def _cell(c: Colours) -> list[str]:
    """q, k, and their product, number by number."""
    q = np.sin(np.arange(24) * 2.3) * np.cos(np.arange(24) * 0.7)
    k = np.cos(np.arange(24) * 1.7)
    drawn = list[str]()
    for row, (values, name) in enumerate(((q, "q"), (k, "k"), (q * k, "weight"))):
        middle = 14 + row * 28
        drawn += [
            box(8 + i * 14.4, middle - max(v, 0) * 12, 11, max(abs(v) * 12, 0.5), c[name])
            for i, v in enumerate(values.tolist())
        ]
    return drawn


def _masks(c: Colours) -> list[str]:
    """What each position may look at: itself and what stands before; right no padding either."""
    side, count = 10, 8
    drawn = list[str]()
    for at, words in enumerate((count, count - 2)):
        for row in range(count):
            for column in range(count):
                x, y = 82 + at * 114 + column * side, 2 + row * side
                fill = c["weight"] if column <= row and column < words else c["line"]
                drawn.append(box(x, y, side - 1.5, side - 1.5, fill))
    return drawn


def _search(c: Colours) -> list[str]:
    """A trunk, and branches that were kept or cut."""
    trunk = [(10.0, 24.0), (350.0, 24.0)]
    drawn = [_line(trunk, c["target"], 7)]
    for x, y, kept in ((60, 50, True), (130, 70, False), (200, 50, True), (260, 70, False)):
        colour, more = (c["target"], "") if kept else (c["third"], 'stroke-dasharray="4 4"')
        end = min(x + (120 if kept else 60), 350)
        drawn.append(_line([(x, 24), (x + 20, y), (end, y)], colour, 3 if kept else 2, more))
    for x in range(40, 341, 60):
        drawn.append(
            f'<circle cx="{x}" cy="24" r="8" fill="{c["target_band"]}" '
            f'stroke="{c["target"]}" stroke-width="2"/>'
        )
    return drawn


def _bleu(c: Colours) -> list[str]:
    """Two sentences, and bands under the words they share."""
    drawn = list[str]()
    for y, words in ((8, (50, 38, 66, 30, 54, 40)), (46, (50, 38, 58, 30, 54, 60))):
        x = 10.0
        for at, width in enumerate(words):
            shared = at in (0, 1, 3, 4)
            drawn.append(
                box(x, y, width, 16, c["target_band" if y < 40 else "source_band"], 'rx="4"')
            )
            if shared:
                drawn.append(box(x, y + 20, width, 5, c["correct"], 'rx="2"'))
            x += width + 8
    return drawn


def _flow(c: Colours) -> list[str]:
    """Source tokens, the memory, a cable, and the row of the decoder."""
    drawn = list[str]()
    for at in range(7):
        x = 12 + at * 30
        edge = f'rx="6" stroke="{c["source"]}" stroke-width="1.5"'
        drawn.append(box(x, 6, 26, 18, c["source_band"], edge))
        drawn.append(box(x, 36, 26, 12, c["memory"], 'rx="3"'))
        drawn.append(_line([(x + 13, 48), (250, 66)], c["weight"], 7 if at == 2 else 1.2))
    drawn.append(box(12, 62, 250, 14, c["target_band"], f'rx="4" stroke="{c["target"]}"'))
    for at, width in enumerate((60, 22, 9)):
        drawn.append(box(276, 56 + at * 9, width, 6, c["target"], 'rx="2"'))
    return drawn


def _heads(c: Colours) -> list[str]:
    """Strands that fan out from one token."""
    drawn = [box(166, 4, 30, 16, c["target_band"], f'rx="5" stroke="{c["target"]}"')]
    for at in range(9):
        edge = f'rx="5" stroke="{c["source"]}"'
        drawn.append(box(14 + at * 37, 62, 30, 16, c["source_band"], edge))
    for to, width in ((0, 2.0), (2, 6.0), (3, 2.0), (5, 8.0), (6, 1.5), (8, 4.0)):
        x = 29 + to * 37
        drawn.append(
            f'<path d="M181 20 C181 42 {x} 40 {x} 62" fill="none" stroke="{c["weight"]}" '
            f'stroke-width="{width}"/>'
        )
    return drawn


def _layers(c: Colours) -> list[str]:
    """A stream that grows where something is poured in and is brought back by the norm."""
    drawn = list[str]()
    for at in range(4):
        x = 10 + at * 86
        shape = f"{x},34 {x + 44},26 {x + 60},26 {x + 72},34 {x + 86},34 {x + 86},54 "
        shape += f"{x + 72},54 {x + 60},62 {x + 44},62 {x},54"
        drawn.append(f'<polygon points="{shape}" fill="{c["residual"]}"/>')
        drawn.append(_line([(x + 20, 4), (x + 40, 28)], c["weight"], 6))
    return drawn


def _training(c: Colours) -> list[str]:
    """A loss that falls."""
    xs = np.linspace(12, 348, 60)
    ys = 12 + 62 * (1 - np.exp(-np.linspace(0, 3.6, 60)))
    line = _line(list(zip(xs.tolist(), ys.tolist(), strict=True)), c["target"], 4)
    axis = _line([(12, 8), (12, 78), (348, 78)], c["third"], 1.5)
    return [axis, line]


DRAWN: Final[Mapping[str, Callable[[Colours], list[str]]]] = {
    "flow": _flow,
    "heads": _heads,
    "layers": _layers,
    "training": _training,
    "tokens": _tokens,
    "positions": _positions,
    "cell": _cell,
    "masks": _masks,
    "search": _search,
    "bleu": _bleu,
}
