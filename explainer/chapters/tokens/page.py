"""Pieces and ids: how a sentence becomes numbers, in how many ways, and how it comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.tokens.lattice import draw_lattice
from explainer.chapters.tokens.mistake import draw_mistake
from explainer.chapters.tokens.sentence import draw_normalisation, draw_sentence
from explainer.chapters.tokens.special import draw_batch, draw_special, draw_unknown
from explainer.frame import chapter

if TYPE_CHECKING:
    from explainer.frame.view import View


def render(view: View) -> None:
    """Every figure with controls is a fragment of its own."""
    text, translation = view.text, view.translation
    if translation is None:
        chapter.no_translation(text)
        return
    draw_sentence(view, translation)
    draw_lattice(view, translation)
    draw_special(view, translation)
    draw_batch(view, translation)
    draw_unknown(view, translation)
    draw_normalisation(view, translation)
    chapter.code(text, "explainer.tokenizer.tokenizer", "Tokenizer.encode")
    mistake, tasks = st.columns(2)
    with mistake:
        draw_mistake(view, translation)
    with tasks:
        chapter.tasks(text, text.article("tokens.try"))
