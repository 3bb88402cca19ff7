"""For teachers: a link that fixes the sentence, hides panels or answers, and carries a note."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.classroom.view import (
    draw_link,
    draw_own_link,
    draw_preview,
    draw_target,
    draw_wishes,
)
from explainer.frame import beats, chapter
from explainer.frame.page import Page
from explainer.frame.view import View


def draw(view: View) -> None:
    """Left what the link is to do, right the link and how it looks; one fragment."""
    draw_own_link(view.text)
    _panel(view)
    beats.here()
    st.markdown(view.text.article("classroom.use"))


@chapter.panel
def _panel(view: View) -> None:
    text = view.text
    left, right = st.columns([0.54, 0.46], gap="large")
    with left:
        st.subheader(text("classroom.wishes"), anchor=False)
        target = draw_target(view)
        wanted, lang = draw_wishes(text)
    with right:
        draw_link(text, target, wanted, lang)
        draw_preview(text, target, wanted)
        st.caption(text("classroom.honest"))


PAGE = Page(draw, needs_translation=False, fragment=False)
