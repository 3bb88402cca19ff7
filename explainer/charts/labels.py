"""Axis positions are numbers, their words come from a list: two equal tokens stay two places."""

from __future__ import annotations

import json
from collections.abc import Sequence, Sized
from typing import Any

from explainer.charts.palette import PALETTE, theme

Spec = dict[str, Any]  # a Vega-Lite specification as Altair has made it

FONT = (
    '"Explainer Signs", "Noto Sans KR", "Apple SD Gothic Neo", "Malgun Gothic", '
    '"Noto Sans CJK KR", "Explainer Hangul", sans-serif'
)
AXIS_SIZE = 12
MANY = 400  # marks: from here on a figure is one picture, not an element for each
WORDS = "words_"  # begins the names of tables that only name what another table holds
CROWDED = 24  # from this many labels on an axis they are written smaller


def check_lengths(name: str, count: int, *lists: Sized | None) -> None:
    """Raise ValueError unless all lists that there are have so many values."""
    for values in lists:
        if values is not None and len(values) != count:
            raise ValueError(f"{name}: {len(values)} values for {count} labels")


def width_of(word: str, letter: float) -> float:
    """About how many pixels a word is wide: Hangul is as wide as it is high."""
    return sum(12.5 if sign >= "\u2e80" else letter for sign in word)


def label_at(labels: Sequence[str], index: str) -> str:
    """A Vega expression: the label at a position. JSON quoting keeps any text inert."""
    return f"{json.dumps(list(labels))}[{index}]"


def look(dark: bool) -> Spec:
    """The `config` of every figure: transparent ground, no frame, legend in the theme's ink."""
    colours = PALETTE[theme(dark)]
    return {
        "background": "transparent",
        "font": FONT,
        "view": {"strokeWidth": 0},
        "legend": {
            "labelColor": colours["second"],
            "titleColor": colours["second"],
            "labelFontSize": AXIS_SIZE,
            "titleFontSize": AXIS_SIZE,
            "titleFontWeight": 400,
        },
    }
