"""The glossary: every word of the app in Korean and English, and where to see what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.glossary.view import draw_search, draw_terms

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.text import Text


def render(view: View) -> None:
    """One fragment: a search asks nobody but the list."""
    _panel(view.text)
    st.caption(view.text("glossary.print"))


@st.fragment
def _panel(text: Text) -> None:
    draw_terms(text, draw_search(text))
