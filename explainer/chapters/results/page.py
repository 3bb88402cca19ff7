"""The paper's result table as a chart, with the models that a training budget could pay for."""

from __future__ import annotations

from explainer.chapters.results.mistake import draw_formula, draw_mistake
from explainer.chapters.results.view import draw_paper
from explainer.frame import chapter
from explainer.frame.page import Beat, Page
from explainer.frame.view import View


def draw(view: View) -> None:
    """Draw the chart with its table, and the formula."""
    text = view.text
    with chapter.figure(text("results.paper"), text("results.paper_line")):
        draw_paper(text)
    draw_formula(view)


PAGE = Page(
    draw,
    draw_mistake,
    needs_translation=False,
    beats=(
        Beat("base"),
        Beat("big", {"results_hours": "84"}),
        Beat("french", {"results_hours": "84", "results_task": "en-fr"}),
        Beat("old", {"results_gpu": "K80"}),
    ),
)
