"""Texts as lines of words that wrap, with a bar under every n-gram that matches."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import streamlit as st

from explainer.charts.palette import PALETTE, theme

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

HERE: Final = Path(__file__).parent
COLOURS: Final = (
    "target_text", "target_band", "ink", "third", "panel", "correct_text",
    "error_text", "page",
)  # fmt: skip


@dataclass(frozen=True)
class Bar:
    """Under `length` tokens from `start` on; equal n-grams share `ngram`, `level` is its line."""

    start: int
    length: int
    level: int
    ngram: int
    mark: Literal["match", "clipped"]


@dataclass(frozen=True)
class TokenRow:
    """One text. `kind` is "candidate" or "reference"."""

    name: str
    kind: Literal["candidate", "reference"]
    tokens: Sequence[str]
    bars: Sequence[Bar]


def ngram_rows(
    *, rows: Sequence[TokenRow], tips: Sequence[str], title: str, empty: str, dark: bool, key: str
) -> None:
    """Draw the texts. `tips[ngram]` is said where the pointer is, `empty` of a text with no word;
    hovering an n-gram keeps its like in all rows and pales the others.
    """
    _component()(key=key, data=payload(rows=rows, tips=tips, title=title, empty=empty, dark=dark))


def payload(
    *, rows: Sequence[TokenRow], tips: Sequence[str], title: str, empty: str, dark: bool
) -> dict[str, Any]:
    """What is sent: a bar is [start, length, level, n-gram, 1 if clipped]."""
    colours = PALETTE[theme(dark)]
    return {
        "title": title,
        "empty": empty,
        "tips": list(tips),
        "rows": [
            {
                "name": row.name,
                "kind": row.kind,
                "tokens": list(row.tokens),
                "levels": 1 + max((bar.level for bar in row.bars), default=-1),
                "bars": [
                    [bar.start, bar.length, bar.level, bar.ngram, int(bar.mark == "clipped")]
                    for bar in row.bars
                ],
            }
            for row in rows
        ],
        "colours": {name: colours[name] for name in COLOURS},
    }


@functools.cache
def _component() -> ComponentRenderer:
    return st.components.v2.component(
        "ngrams",
        html='<div class="ngrams"></div>',
        css=(HERE / "ngrams.css").read_text(encoding="utf-8"),
        js=(HERE / "ngrams.js").read_text(encoding="utf-8"),
    )
