"""BLEU, worked out: from the words of a candidate to its score, every step to open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.bleu.corpus import draw_corpus
from explainer.chapters.bleu.mistake import draw_formula, draw_mistake
from explainer.chapters.bleu.model import draw_model
from explainer.chapters.bleu.numbers import work_out
from explainer.chapters.bleu.state import read_choice, read_texts
from explainer.chapters.bleu.texts import draw_texts, draw_words
from explainer.chapters.bleu.work import draw_work
from explainer.frame import beats, chapter
from explainer.frame.page import Beat, Page

if TYPE_CHECKING:
    from explainer.frame.view import View


def draw(view: View) -> None:
    """The bench is one fragment, the model's own translations another."""
    beats.here()  # the bench holds all that they change
    _bench(view)
    if view.found is None:
        chapter.no_translation(view.text)
    else:
        draw_model(view)


@chapter.panel
def _bench(view: View) -> None:
    """Texts, settings, matches, workings, formula, and several sentences together."""
    figure = st.container()  # what sets it stands below it
    texts = read_texts(view.text)
    work = work_out(texts, read_choice(view.text))
    with figure:
        lit = draw_texts(view, work)
    draw_words(view, work)
    draw_work(view, work)
    draw_formula(view.text, work, lit)
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
)
