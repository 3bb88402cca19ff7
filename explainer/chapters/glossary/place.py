"""Where a term lives: the whole model in a few shapes, its part in colour and the rest pale."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from explainer.charts.palette import PALETTE, theme
from explainer.frame.sketch import box, svg

SIZE: Final = (340, 150)
TOKENS: Final = 6
PALE: Final = 0.16
Shapes = list[str]


def sketch(lit: Collection[str], dark: bool) -> str:
    """The SVG, with the regions of `explainer.frame.figuremap` that are `lit`."""
    colours = PALETTE[theme(dark)]
    drawn: Shapes = []
    for region, shapes in _regions(colours).items():
        seen = 1 if region in lit else PALE
        drawn.append(f'<g opacity="{seen}">{"".join(shapes)}</g>')
    return svg(*SIZE, drawn)


def _regions(c: Mapping[str, str]) -> dict[str, Shapes]:
    """Source above, memory in the middle, target below; to the right what comes out."""
    xs = [10 + 34 * at for at in range(TOKENS)]
    edge = f'rx="4" stroke="{c["source"]}" stroke-width="1.5"'
    target = f'rx="4" stroke="{c["target"]}" stroke-width="1.5"'
    wave = " ".join(
        f"{'L' if at else 'M'}{224 + at * 2} {30 + (at % 12 - 6) ** 2 * 0.5}" for at in range(13)
    )
    return {
        "tokens": [box(x, 4, 30, 13, c["source_band"], edge) for x in xs],
        "embed": [box(x + 3, 21, 24, 4, c["source"], 'rx="2"') for x in xs],
        "positions": [_line(wave, c["source"], 2)],
        "layers": [box(6, y, 206, 11, c["source_band"], edge) for y in (30, 47)],
        "encoder": [
            _line(f"M{a + 15} 30C{a + 15} 40 {b + 15} 46 {b + 15} 58", c["source"], 2)
            for a, b in zip(xs, (xs[1], xs[0], xs[3], xs[2], xs[5], xs[3]), strict=True)
        ],
        "heads": [
            box(232 + 9 * (at % 4), 48 + 9 * (at // 4), 6, 6, c["weight"], 'rx="1"')
            for at in range(8)
        ],
        "memory": [box(x, 64, 30, 13, c["memory"], 'rx="3"') for x in xs],
        "cross": [
            _line(f"M{x + 15} 77C{x + 15} 92 144 88 144 104", c["weight"], width)
            for x, width in zip(xs, (1.5, 2, 7, 1.5, 3, 1.5), strict=True)
        ],
        "decoder": [
            box(6, 104, 206, 14, c["target_band"], target),
            *(box(x + 3, 108, 24, 6, c["target"], 'rx="2"') for x in xs[:5]),
        ],
        "mask": [
            *(_line(f"M{x} 134L{x + 12} 123", c["mask"], 1.5) for x in range(12, 202, 12)),
        ],
        "output": [
            box(228, 104 + 8 * at, width, 5, c["target"], 'rx="2"')
            for at, width in enumerate((92, 34, 14))
        ],
        "loop": [
            f'<path d="M326 106C338 142 336 146 300 146L24 146C12 146 10 140 10 122" fill="none" '
            f'stroke="{c["target"]}" stroke-width="2" stroke-dasharray="5 4"/>'
        ],
    }


def _line(path: str, colour: str, width: float) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
