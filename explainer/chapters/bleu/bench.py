"""The BLEU bench: one candidate with its matches, score, editable words and calculation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.bleu.mistake import draw_formula
from explainer.chapters.bleu.numbers import score_candidate
from explainer.chapters.bleu.state import read_choice, read_texts
from explainer.chapters.bleu.texts import draw_texts, draw_words, read_lit
from explainer.chapters.bleu.work import draw_work

if TYPE_CHECKING:
    from explainer.frame.view import View


def draw_bench(view: View) -> None:
    """Draw matches and score, the words to edit, settings and the calculation."""
    text = view.text
    figure = st.container()
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    below = st.container()
    texts = read_texts(text, controls, below)
    hands = st.container()
    choice = read_choice(text)
    work = score_candidate(texts, choice)
    with controls:
        lit = read_lit(text, choice.settings.max_order)
    with figure:
        draw_texts(view, work, lit)
    with hands:
        draw_words(view, work)
    draw_work(view, work)
    draw_formula(text, work, lit)
