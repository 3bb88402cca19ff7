"""The ten guided lessons: what each is about, where to start, and its work sheet."""

from __future__ import annotations

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


def draw(view: View) -> None:
    """The cards, so that a newcomer sees where to begin; the plan is for teachers."""
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
    with st.container(key="lesson_cards"):
        for lesson in there:
            draw_card(view, lesson, done, start)
    draw_plan(text)


PAGE = Page(draw, needs_translation=False, fragment=False)
