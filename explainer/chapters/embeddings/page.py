"""Embeddings: from an id to a vector, what vectors are near, their scale, and one shared matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.embeddings.mistake import draw_mistake
from explainer.chapters.embeddings.scale import draw_factor, draw_tying
from explainer.chapters.embeddings.vector import draw_vector
from explainer.frame import chapter

if TYPE_CHECKING:
    from explainer.frame.view import View


def render(view: View) -> None:
    """The chosen piece and the chosen step are fragments; the rest follows the sentence alone."""
    text, translation = view.text, view.translation
    if translation is None:
        chapter.no_translation(text)
        return
    draw_vector(view, translation)
    draw_factor(view, translation)
    draw_tying(view, translation)
    mistake, tasks = st.columns(2)
    with mistake:
        draw_mistake(view, translation)
    with tasks:
        chapter.tasks(text, text.article("embeddings.try"))
