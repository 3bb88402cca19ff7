"""Greedy search and wider and wider beams on the reader's sentence: more probable, and better?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import streamlit as st

from explainer.chapters.beam.state import REFERENCE, WIDTH, usual_width
from explainer.chapters.beam.view import hypothesis_texts
from explainer.decoding import DecodeOptions, Hypothesis, rerank
from explainer.frame import chapter, choices
from explainer.frame.choices import sentence_field
from explainer.frame.params import MAX_WIDTH
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs import beam as beam_runs
from explainer.runs.beam import hypotheses_of, options_of
from explainer.runs.computed import by_model, computed
from explainer.runs.resources import Ids
from explainer.text import Text
from explainer.text.numbers import decimal, power
from explainer.translation import Translation

if TYPE_CHECKING:
    from explainer.engine import Translator

FEW: Final = (1, 2, 4, 8)
EQUAL: Final = 1e-4  # the same output in beams of different widths differs by rounding


@dataclass(frozen=True)
class Width:
    """What a beam of this width finds: the best by score, and the most probable (alpha 0)."""

    width: int
    best: Hypothesis
    likeliest: Hypothesis


def widths_of(translation: Translation, widths: tuple[int, ...]) -> list[Width]:
    """One search a width, with the settings of the sentence bar.

    Lowering the penalty needs no search of its own: one that stopped under a penalty has seen all
    that one without it would return.
    """
    name, source, bar = translation.model, translation.source.ids, translation.options
    return [*_widths(name, source, bar, widths, translation)]


@by_model(computed(max_entries=128))
def _widths(
    model: Translator,
    source: Ids,
    bar: DecodeOptions,
    widths: tuple[int, ...],
    _translation: Translation,
) -> tuple[Width, ...]:
    rows = []
    for width in widths:
        options = options_of(_translation, width)
        hypotheses = hypotheses_of(_translation, options)
        best = rerank(hypotheses, options.alpha, options.min_length)[0]
        rows.append(Width(width, best, rerank(hypotheses, 0.0, options.min_length)[0]))
    return tuple(rows)


def shown_width(translation: Translation) -> int:
    """The width the tree shows."""
    written = st.session_state.get(WIDTH)
    if isinstance(written, str) and written.isdigit():
        return int(written)
    return usual_width(translation)


def draw_widths(view: View) -> None:
    """The table of widths; with a reference also whether the more probable one is better."""
    text, translation = view.text, view.translation
    options = options_of(translation, 1)
    line = text("beam.widths_line", alpha=f"{options.alpha:g}", min=options.min_length)
    with chapter.figure(text("beam.widths"), line):
        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
            reference = sentence_field(
                REFERENCE,
                text("beam.reference"),
                "",
                "stretch",
                text("beam.reference_help"),
            ).strip()
            every = choices.toggle(text, "beam_every", text("beam.every"))
        chosen = shown_width(translation)
        widths = range(1, MAX_WIDTH + 1) if every else sorted({*FEW, chosen})
        rows = widths_of(translation, tuple(widths))
        scores = _scores(view, rows, reference)
        _table(text, translation, rows, scores)
        _gain(text, rows)
        if scores:
            _worse(text, rows, [bleu for bleu, _ in scores])
        else:
            st.caption(text("beam.reference_hint"))


def _scores(view: View, rows: list[Width], reference: str) -> list[tuple[float, float]]:
    """(BLEU, chrF) of every width's translation; empty without a reference."""
    translation = view.translation
    from explainer.engine import score_sentence

    if not reference:
        return []
    language = str(view.card["target"])
    scores = [
        score_sentence(words, reference, language)
        for words in beam_runs.words(translation, (row.best.ids for row in rows))
    ]
    return [(score.bleu, score.chrf) for score in scores]


def _table(
    text: Text, translation: Translation, rows: list[Width], scores: list[tuple[float, float]]
) -> None:
    columns = {
        "width": Column(
            text("beam.width"),
            [text("beam.width_greedy") if row.width == 1 else str(row.width) for row in rows],
            width=86,
        ),
        "words": Column(
            text("beam.translation"),
            hypothesis_texts(text, translation, [row.best for row in rows]),
            width="large",
        ),
        "pieces": Column(text("beam.pieces"), [len(row.best.ids) for row in rows], width=64),
        "total": Column(text("beam.total"), [row.best.total for row in rows], digits=3, width=80),
        "score": Column(text("beam.score"), [row.best.score for row in rows], digits=3, width=80),
    }
    if scores:
        bleu, chrf = zip(*scores, strict=True)
        columns["bleu"] = Column(text("beam.bleu"), bleu, "%.1f", width=64)
        columns["chrf"] = Column(text("beam.chrf"), chrf, "%.1f", width=64)
    show_table(text("beam.widths_alt", count=len(rows)), columns, key="beam_widths")


def _gain(text: Text, rows: list[Width]) -> None:
    """How much more probable the likeliest of these translations is than greedy's."""
    greedy = rows[0].best
    most = max(row.best.total for row in rows)
    top = next(row for row in rows if row.best.total >= most - EQUAL)
    gain = top.best.total - greedy.total
    if gain <= EQUAL:
        st.caption(text("beam.no_gain", total=decimal(greedy.total, 2)))
        return
    times = math.exp(min(gain, 700.0))
    st.caption(
        text(
            "beam.gain",
            width=top.width,
            total=decimal(top.best.total, 2),
            greedy=decimal(greedy.total, 2),
            times=f"{times:.1f}" if times < 1e4 else power(times),
        )
    )


def _worse(text: Text, rows: list[Width], bleu: list[float]) -> None:
    """The first wider beam that is more probable than greedy's output and scores lower."""
    worse = [
        (row, score)
        for row, score in zip(rows, bleu, strict=True)
        if row.best.total > rows[0].best.total + EQUAL and score < bleu[0]
    ]
    if worse:
        row, score = worse[0]
        st.caption(
            text("beam.worse", width=row.width, bleu=f"{score:.1f}", greedy=f"{bleu[0]:.1f}")
        )
    elif max(bleu) > bleu[0]:
        best = rows[bleu.index(max(bleu))]
        st.caption(
            text("beam.better", width=best.width, bleu=f"{max(bleu):.1f}", greedy=f"{bleu[0]:.1f}")
        )
    else:
        st.caption(text("beam.no_worse", greedy=f"{bleu[0]:.1f}"))
