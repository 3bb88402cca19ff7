"""The ten guided lessons: what each is about, where to start, and its work sheet."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.chapters.lessons import state
from explainer.chapters.lessons.home import (
    draw_card,
    draw_map,
    draw_plan,
    draw_result,
    first_open,
    lessons,
    view_of_chosen,
)
from explainer.frame import beats
from explainer.frame.page import Page
from explainer.frame.view import View

IN_A_ROW: Final = 3


def draw(view: View) -> None:
    """Three cards in a row, so that a newcomer sees where to begin; the plan is for teachers."""
    text = view.text
    if not view.card:
        st.info(text("lessons.no_model"))
        return
    view = view_of_chosen(view)
    draw_result(view)
    beats.here()
    there, done = lessons(), state.finished_lessons()
    start = first_open(there, done)
    draw_map(view, done, start)
    for first in range(0, len(there), IN_A_ROW):
        with st.container(key=f"thirds_lessons_{first}"):
            columns = st.columns(IN_A_ROW, gap="small")
        for column, lesson in zip(columns, there[first:], strict=False):
            with column:
                draw_card(view, lesson, done, start)
    st.caption(text("lessons.sheets"))
    draw_plan(text)


PAGE = Page(draw, needs_translation=False, fragment=False)
