"""The line from 0 to 1 on which a uniform number picks a piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.axes import tone
from explainer.charts.curves import Axis
from explainer.charts.figure import Figure
from explainer.charts.labels import AXIS_SIZE
from explainer.charts.plane import Looks, bare, layer, plane

HEIGHT: Final = 114
DOWN: Final = 88  # about the pixels of the plot; heights are counted from its top
NUMBER: Final = 22  # where the number stands
BAND: Final = (40, 86)  # of the stretches
RULES: Final = ((24, 56), (76, 88))  # a name stands between them
# Ground and ink of the stretch that is drawn, of other pieces, of the rest.
TONES: Final = {
    "drawn": ("target", "page"),
    "piece": ("target_band", "target_text"),
    "rest": ("line", "target_text"),
}
LETTER: Final = 8  # pixels a letter needs

Floats = NDArray[np.floating]


def draw_line(
    *,
    lows: Floats,
    highs: Floats,
    labels: Sequence[str],
    merged: Sequence[bool],
    drawn: int,
    uniform: float,
    uniform_name: str,
    piece_title: str,
    from_title: str,
    to_title: str,
    dark: bool,
) -> Figure:
    """The line 0..1 cut into pieces, each as wide as its chance, and where a number falls on it.

    `drawn` is the stretch it falls into. Raises ValueError when the lengths differ or the number
    lies outside of that stretch.
    """
    if not len(lows) == len(highs) == len(labels) == len(merged):
        raise ValueError(f"{len(lows)} stretches, {len(labels)} labels, {len(merged)} merged")
    if not lows[drawn] - 1e-12 <= uniform <= highs[drawn] + 1e-12:
        raise ValueError(f"{uniform} is outside of {lows[drawn]}..{highs[drawn]}")
    kinds = ["drawn" if i == drawn else "rest" if m else "piece" for i, m in enumerate(merged)]
    looks = {kind: (tone(fill, dark), tone(ink, dark)) for kind, (fill, ink) in TONES.items()}
    line, names = [], []
    for low, high, label, kind in zip(lows, highs, labels, kinds, strict=True):
        fill, ink = looks[kind]
        ends = {"x": low, "x2": high, "y": BAND[0], "y2": BAND[1]}
        line.append({**ends, "label": label, "kind": kind, "fill": fill})
        need = LETTER * (len(label) + 1) / (high - low)
        middle = {"x": (low + high) / 2, "y": sum(BAND) / 2, "text": label}
        names.append({**middle, "fill": ink, "need": need})
    side, away = ("right", -10) if uniform > 0.5 else ("left", 10)
    arrow = {"text": "▼", "fontSize": 13, "align": "center", "dx": 0}
    word = {"text": uniform_name, "fontSize": AXIS_SIZE, "align": side, "dx": away}
    rules = [{"x": uniform, "y": start, "y2": end} for start, end in RULES]
    told = [("label", piece_title, ""), ("x", from_title, ".4f"), ("x2", to_title, ".4f")]
    ink, edge = tone("ink", dark), tone("target", dark)
    inside: Looks = {
        "fontSize": AXIS_SIZE,
        "fontWeight": 600,
        "opacity": "=width < datum.need ? 0 : 1",
    }
    above = [{"x": uniform, "y": NUMBER, **one} for one in (arrow, word)]
    return plane(
        layers=[
            layer("rect", "line", line, told=told, stroke=edge, strokeWidth=0.8),
            layer("text", "names", names, **inside),
            layer("rule", "number", rules, color=ink, strokeWidth=2),
            layer("text", "pointer", above, color=ink, fontWeight=700),
        ],
        x=Axis("", span=(0, 1), grid=False),
        y=bare(DOWN, 0),
        height=HEIGHT,
        dark=dark,
    )
