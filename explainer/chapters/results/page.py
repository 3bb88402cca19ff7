"""The paper's result table as a chart, with the models that a training budget could pay for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.results.mistake import draw_formula, draw_mistake
from explainer.chapters.results.view import draw_paper, draw_paper_table, read_wish
from explainer.frame import chapter
from explainer.frame.page import Beat, Page

if TYPE_CHECKING:
    from explainer.frame.view import View


def draw(view: View) -> None:
    """Draw the chart, the budget's controls, formula and table."""
    text = view.text
    with chapter.figure(text("results.paper"), text("results.paper_line")):
        place = st.container()  # what sets the machine stands below the drawing
        wish = read_wish(text)
        with place:
            draw_paper(view, wish)
        draw_paper_table(text, wish)
    draw_formula(view)


PAGE = Page(
    draw,
    draw_mistake,
    needs_translation=False,
    beats=(
        Beat("base", lets_go=("results_gpus",)),
        Beat("big", {"results_hours": "84"}),
        Beat("french", {"results_hours": "84", "results_task": "en-fr"}),
        Beat("old", {"results_gpu": "K80"}),
    ),
)
