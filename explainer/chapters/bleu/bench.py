"""The BLEU bench: one candidate with its matches, editable words, score and calculation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.bleu.mistake import draw_formula
from explainer.chapters.bleu.numbers import score_candidate
from explainer.chapters.bleu.state import read_choice, read_texts
from explainer.chapters.bleu.texts import LIT, draw_texts
from explainer.chapters.bleu.work import draw_work
from explainer.frame import chapter

if TYPE_CHECKING:
    from explainer.frame.view import View


def draw_bench(view: View) -> None:
    """Draw matches, words and score, settings and the calculation."""
    text = view.text
    with chapter.figure(text("bleu.texts"), text("bleu.texts_line")):
        figure, controls = st.container(), st.container()
        texts, lit = read_texts(text, controls, st.container()), LIT.in_drawing(text)
    choice = read_choice(text)
    work = score_candidate(texts, choice)
    lit = min(lit, choice.settings.max_order)
    with figure:
        draw_texts(view, work, lit)
    draw_work(view, work)
    draw_formula(text, work, lit)
