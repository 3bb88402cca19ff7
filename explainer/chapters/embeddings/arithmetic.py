"""Sums of vectors: where the difference of two tokens leads from a third one, and where not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.embeddings import likeness, nearest
from explainer.engine import Translator
from explainer.frame import chapter
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs.computed import by_model

# a - b + c, and what one would hope for; chosen so that some come out and some do not.
SUMS: Final = (
    ("was", "is", "are", "were"),
    ("men", "man", "woman", "women"),
    ("Korean", "Korea", "Japan", "Japanese"),
    ("playing", "play", "read", "reading"),
    ("Seoul", "Korea", "Japan", "Tokyo"),
    ("father", "man", "woman", "mother"),
)


@dataclass(frozen=True)
class Sum:
    """`found` leaves the three words out, `first` does not."""

    words: tuple[str, str, str, str]
    found: str
    cosine: float
    first: str

    @property
    def works(self) -> bool:
        return self.found == self.words[3]


@by_model(st.cache_resource(max_entries=16, show_spinner=False))
def sums(model: Translator) -> tuple[Sum, ...]:
    """Those whose tokens this vocabulary has."""
    names = model.pieces(range(len(model.matrix)))
    ids = {name: index for index, name in enumerate(names)}
    found = []
    for words in SUMS:
        places = [ids.get(f"▁{word}") for word in words]
        if None in places:
            continue
        a, b, c = (model.matrix[place].astype(np.float64) for place in places[:3])
        values = likeness(model.matrix, a - b + c)
        [best] = nearest(values, 1, without=[place for place in places[:3] if place is not None])
        [first] = nearest(values, 1)
        near, alone = (names[index].removeprefix("▁") for index in (best, first))
        found.append(Sum(words, near, float(values[best]), alone))
    return tuple(found)


def draw_arithmetic(view: View) -> None:
    """The table; nothing where the vocabulary has none of the words."""
    text, found = view.text, sums(view.translation.model)
    if not found:
        return
    right = sum(one.works for one in found)
    with chapter.figure(text("embeddings.sums_title"), text("embeddings.sums_line")):
        show_table(
            text("embeddings.sums_alt", count=len(found), right=right),
            {
                "sum": Column(
                    text("embeddings.sum"),
                    [f"{a} − {b} + {c}" for a, b, c, _ in (one.words for one in found)],
                    width="medium",
                ),
                "found": Column(text("embeddings.sum_found"), [one.found for one in found]),
                "cosine": Column(
                    text("embeddings.cosine"), [one.cosine for one in found], "%.2f", width=80
                ),
                "hoped": Column(
                    text("embeddings.sum_hoped"),
                    [f"{'✓' if one.works else '✗'} {one.words[3]}" for one in found],
                ),
                "first": Column(text("embeddings.sum_first"), [one.first for one in found]),
            },
            key="embeddings_sums",
        )
        st.caption(text("embeddings.sums_note", count=len(found), right=right))
