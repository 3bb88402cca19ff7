"""Fonts, sizes and labels of charts; positions are numbers, so equal tokens stay distinct."""

from __future__ import annotations

import json
from collections.abc import Sequence, Sized
from typing import Any

from explainer.charts.palette import PALETTE, TYPE, theme

Spec = dict[str, Any]  # a Vega-Lite specification

FONT = (
    '"Explainer Signs", "Noto Sans KR", "Apple SD Gothic Neo", "Malgun Gothic", '
    '"Noto Sans CJK KR", "Explainer Hangul", sans-serif'
)
AXIS_SIZE = TYPE["small"]
MANY = 400  # marks; from here on a figure is drawn on a canvas, not as SVG elements
WORDS = "words_"  # prefix of tables that only have names for the rows of another table
CROWDED = 24  # labels on an axis; more are printed smaller


def check_lengths(name: str, count: int, *lists: Sized | None) -> None:
    """Raise ValueError unless all lists that are not None have `count` values."""
    for values in lists:
        if values is not None and len(values) != count:
            raise ValueError(f"{name}: {len(values)} values for {count} labels")


def width_of(word: str, letter: float) -> float:
    """Estimate the width of a word in pixels; Hangul is as wide as it is high."""
    return sum(12.5 if sign >= "\u2e80" else letter for sign in word)


def label_at(labels: Sequence[str], index: str) -> str:
    """Return a Vega expression for the label of an index. JSON quoting prevents injection."""
    return f"{json.dumps(list(labels))}[{index}]"


def vega_config(dark: bool) -> Spec:
    """Return the Vega `config` of every figure: transparent, no frame, legend in theme colours."""
    colours = PALETTE[theme(dark)]
    return {
        "background": "transparent",
        "font": FONT,
        "view": {"strokeWidth": 0},
        "title": {
            "anchor": "start",
            "frame": "group",
            "color": colours["ink"],
            "fontSize": TYPE["plain"],
            "fontWeight": 700,
            "subtitleColor": colours["second"],
            "subtitleFontSize": AXIS_SIZE,
            "offset": 8,
        },
        "legend": {
            "labelColor": colours["second"],
            "titleColor": colours["second"],
            "labelFontSize": AXIS_SIZE,
            "titleFontSize": AXIS_SIZE,
            "titleFontWeight": 400,
        },
    }
