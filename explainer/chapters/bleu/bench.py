"""The bench: one candidate, its matches and its score, the words to edit, every step to open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.bleu.mistake import draw_formula
from explainer.chapters.bleu.numbers import work_out
from explainer.chapters.bleu.state import read_choice, read_texts
from explainer.chapters.bleu.texts import draw_texts, draw_words, read_lit
from explainer.chapters.bleu.work import draw_work

if TYPE_CHECKING:
    from explainer.frame.view import View


def draw_bench(view: View) -> None:
    """The matches and the score, the words to edit, settings, workings."""
    text = view.text
    figure = st.container()
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    below = st.container()
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
