"""Greedy search step by step: the choice, and what it costs."""

from __future__ import annotations

from explainer.chapters.greedy.cost import draw_costs
from explainer.chapters.greedy.mistake import draw_mistake
from explainer.chapters.greedy.step import draw_step
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={"step": draw_step, "cost": draw_costs},
    mistake=draw_mistake,
    probabilities=("step",),
    beats=(
        Beat("close", {"greedy_view": "step"}, lets_go=("greedy_force",)),
        Beat("first", {"greedy_view": "step", "greedy_step": "1"}),
        Beat("second", {"greedy_view": "step", "greedy_step": "2"}),
        Beat("cost", {"greedy_view": "cost"}),
    ),
    gone={"draws": "step"},
)
