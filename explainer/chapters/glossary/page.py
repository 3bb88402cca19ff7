"""The glossary: every word of the app in Korean and English, and where to see what it means."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.glossary.view import draw_legend, draw_search, draw_terms
from explainer.frame import beats
from explainer.frame.page import Page
from explainer.frame.view import View


def draw(view: View) -> None:
    """A search asks nobody but the list."""
    text = view.text
    found = draw_search(text)
    draw_terms(text, found)
    beats.here()
    draw_legend(text)
    st.caption(text("glossary.print"))


PAGE = Page(draw, needs_translation=False)
