"""The glossary: all terms in Korean and English, and where each is explained."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.glossary.view import draw_full, draw_index, draw_legend, draw_search
from explainer.data import glossary
from explainer.frame.page import Page
from explainer.frame.view import View


def draw(view: View) -> None:
    """Draw the search field, the figure as an index, and the terms; needs no model."""
    text = view.text
    query, order = draw_search(text)
    terms = glossary.search(query, text.lang)
    if not terms:
        st.info(text("glossary.nothing"), icon=":material/search_off:")
    elif order == "full":
        draw_full(text, terms, is_ranked=bool(query))
    else:
        draw_index(view, terms, query, order)
    draw_legend(text)


PAGE = Page(draw, needs_translation=False)
