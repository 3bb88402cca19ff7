"""The six guided lessons: what each is about, where to start, and its work sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.lessons.home import chosen, draw_card, draw_plan, draw_result
from explainer.lessons import LESSONS

if TYPE_CHECKING:
    from explainer.frame.view import View


def render(view: View) -> None:
    """Two cards in a row, so that a newcomer sees where to begin; the plan is for teachers."""
    text = view.text
    if not view.card:
        st.info(text("lessons.no_model"))
        return
    view = chosen(view)
    draw_result(text)
    for first in range(0, len(LESSONS), 2):
        columns = st.columns(2, gap="medium")
        for column, lesson in zip(columns, LESSONS[first : first + 2], strict=True):
            with column:
                draw_card(view, lesson)
    st.caption(text("lessons.sheets"))
    draw_plan(text)
