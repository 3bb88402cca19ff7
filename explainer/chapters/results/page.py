"""The paper's result table as a chart, and our models beside it, with what cannot be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from explainer.chapters.results.before import draw_ways
from explainer.chapters.results.mistake import (
    draw_contests,
    draw_formula,
    draw_mistake,
    draw_shapes,
)
from explainer.chapters.results.models import own_models
from explainer.chapters.results.view import (
    draw_ours,
    draw_paper,
    draw_paper_table,
    read_count,
    read_wish,
)
from explainer.frame import chapter
from explainer.frame.page import Beat, Page

if TYPE_CHECKING:
    from explainer.frame.view import View


OURS: Final = "results_ours_fold"


def draw(view: View) -> None:
    text, models = view.text, own_models()
    with chapter.figure(text("results.paper"), text("results.paper_line")):
        place = st.container()  # what sets the machine stands below the drawing
        wish = read_wish(text)
        with place:
            draw_paper(view, wish)
        draw_paper_table(text, wish)
        draw_ways(view)
    fold = chapter.fold(text("results.ours"), key=OURS)
    if fold.open:
        with fold, chapter.figure(text("results.ours"), text("results.ours_line")):
            place = st.container()
            wish = read_count(text, wish)
            with place:
                draw_ours(view, wish, models)
            st.markdown(text("results.contests_line"))
            draw_contests(view, wish, models)
    numbers, shapes = chapter.details()
    with numbers:
        draw_formula(view, wish, models)
    with shapes:
        draw_shapes(view, wish, models)


PAGE = Page(
    draw,
    lambda view: draw_mistake(view, own_models()),
    needs_translation=False,
    beats=(
        Beat("base"),
        Beat("big", {"results_hours": "84"}),
        Beat("french", {"results_hours": "84", "results_task": "en-fr"}),
        Beat("old", {"results_gpu": "K80"}),
    ),
)
