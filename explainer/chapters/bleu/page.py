"""BLEU, worked out: from the words of a candidate to its score, every step to open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.bleu.corpus import draw_corpus
from explainer.chapters.bleu.mistake import draw_formula, draw_mistake
from explainer.chapters.bleu.model import draw_model
from explainer.chapters.bleu.numbers import work_out
from explainer.chapters.bleu.prediction import PREDICT
from explainer.chapters.bleu.state import read_choice, read_texts
from explainer.chapters.bleu.texts import draw_texts, draw_words, read_lit
from explainer.chapters.bleu.work import draw_work
from explainer.frame import chapter
from explainer.frame.page import Beat, Page

if TYPE_CHECKING:
    from explainer.frame.view import View


def draw(view: View) -> None:
    """The bench, then the model's own translations."""
    _bench(view)
    if view.maybe_translation is None:
        chapter.no_translation(view.text)
    else:
        draw_model(view)


def _bench(view: View) -> None:
    """The matches and the score, the words to edit, settings, workings, several sentences."""
    text = view.text
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    figure, below = st.container(), st.container()
    texts = read_texts(text, controls, below)
    hands = st.container()
    choice = read_choice(text)
    work = work_out(texts, choice)
    with controls:
        lit = read_lit(text, choice.settings.max_order)
    with figure:
        draw_texts(view, work, lit)
    with hands:
        draw_words(view, work)
    draw_work(view, work)
    draw_formula(text, work, lit)
    draw_corpus(view, work)


PAGE = Page(
    draw,
    draw_mistake,
    needs_translation=False,
    beats=(
        Beat("words", {"bleu_n": "1"}),
        Beat("pairs"),
        Beat("clip", {"bleu_case": "C", "bleu_n": "1"}),
        Beat("zero", {"bleu_case": "B", "bleu_n": "4"}),
        Beat("smooth", {"bleu_case": "B", "bleu_n": "4", "bleu_smooth": "exp"}),
    ),
    predict=PREDICT,
)
