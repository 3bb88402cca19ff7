"""Sums of vectors: where the difference of two tokens leads from a third one, and where not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.embeddings import likeness, nearest
from explainer.charts.bars import Look, Series, bars
from explainer.charts.figure import Figure
from explainer.engine import Translator
from explainer.frame import chapter
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs.computed import by_model, computed
from explainer.text import Text
from explainer.text.numbers import decimal

# a - b + c, and what one would hope for; chosen so that some come out and some do not.
SUMS: Final = (
    ("was", "is", "are", "were"),
    ("men", "man", "woman", "women"),
    ("Korean", "Korea", "Japan", "Japanese"),
    ("playing", "play", "read", "reading"),
    ("Seoul", "Korea", "Japan", "Tokyo"),
    ("father", "man", "woman", "mother"),
)
ROOM: Final = 1.4  # of the axis of sums: the words behind a bar fit on a phone
LOOK: Final = Look(span=(0, ROOM), label_limit=220, legend=False)


@dataclass(frozen=True)
class Sum:
    """`result` leaves the three words out, `first` does not."""

    words: tuple[str, str, str, str]
    result: str
    cosine: float
    first: str

    @property
    def works(self) -> bool:
        return self.result == self.words[3]


@by_model(computed(max_entries=16))
def sums(model: Translator) -> tuple[Sum, ...]:
    """Those whose tokens this vocabulary has."""
    names = model.pieces(range(len(model.matrix)))
    ids = {name: index for index, name in enumerate(names)}
    results = []
    for words in SUMS:
        places = [ids.get(f"▁{word}") for word in words]
        if None in places:
            continue
        a, b, c = (model.matrix[place].astype(np.float64) for place in places[:3])
        values = likeness(model.matrix, a - b + c)
        [best] = nearest(values, 1, without=[place for place in places[:3] if place is not None])
        [first] = nearest(values, 1)
        near, alone = (names[index].removeprefix("▁") for index in (best, first))
        results.append(Sum(words, near, float(values[best]), alone))
    return tuple(results)


def draw_arithmetic(view: View) -> None:
    """What comes out and what does not."""
    text, model = view.text, view.translation.model
    results = sorted(sums(model), key=lambda one: not one.works)
    if not results:
        st.caption(text("embeddings.sums_none"))
        return
    right = sum(one.works for one in results)
    with chapter.figure(text("embeddings.sums_title"), text("embeddings.sums_line")):
        chapter.chart(
            sums_chart(text, results, view.dark),
            text("embeddings.sums_alt", count=len(results), right=right),
            "embeddings_sums_chart",
        )
        st.caption(text("embeddings.sums_note", count=len(results), right=right))
        _table(text, results, right)


def sums_chart(text: Text, results: Sequence[Sum], dark: bool) -> Figure:
    """A bar for each sum, what it leads to at its end; those that come out are green."""
    cosine = text("embeddings.cosine")
    return bars(
        labels=[_sum_in_words(one) for one in results],
        series=[Series(cosine, [one.cosine for one in results], "correct")],
        look=LOOK,
        notes=[_note(one) for one in results],
        tones=["correct" if one.works else "error" for one in results],
        label_title=text("embeddings.sum"),
        value_title=cosine,
        dark=dark,
    )


def _sum_in_words(one: Sum) -> str:
    a, b, c, _ = one.words
    return f"{a} − {b} + {c}"


def _note(one: Sum) -> str:
    words = f"{one.result} {decimal(one.cosine)}"
    return f"✓ {words}" if one.works else f"✗ {words} ≠ {one.words[3]}"


def _table(text: Text, results: Sequence[Sum], right: int) -> None:
    table = chapter.table(text("embeddings.sums_table"), "embeddings_sums_table")
    if not table.open:
        return
    with table:
        show_table(
            text("embeddings.sums_alt", count=len(results), right=right),
            {
                "sum": Column(text("embeddings.sum"), [_sum_in_words(one) for one in results]),
                "result": Column(text("embeddings.sum_found"), [one.result for one in results]),
                "cosine": Column(
                    text("embeddings.cosine"), [one.cosine for one in results], "%.2f", width=80
                ),
                "hoped": Column(text("embeddings.sum_hoped"), [one.words[3] for one in results]),
                "first": Column(text("embeddings.sum_first"), [one.first for one in results]),
            },
            key="embeddings_sums",
        )
