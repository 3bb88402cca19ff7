"""Greedy search step by step: the choice, what it costs, and what chance would have drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.greedy.cost import draw_costs
from explainer.chapters.greedy.draws import draw_draws
from explainer.chapters.greedy.mistake import draw_mistake
from explainer.chapters.greedy.state import read_scene
from explainer.chapters.greedy.step import draw_step
from explainer.frame import chapter, choices

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.frame.view import View


def render(view: View) -> None:
    """Everything a click changes is one fragment; below it mistake and tasks."""
    text = view.text
    if view.translation is None:
        chapter.no_translation(text)
        return
    _panel(view, view.translation)
    mistake, tasks = st.columns(2)
    with mistake, chapter.mistake(text):
        draw_mistake(view, view.translation)
    with tasks:
        chapter.tasks(text, text.article("greedy.try"))


@chapter.panel
def _panel(view: View, translation: Translation) -> None:
    text = view.text
    names = {
        "step": text("greedy.view_step"),
        "cost": text("greedy.view_cost"),
        "draws": text("greedy.view_draws"),
    }
    chosen = choices.segments(text, "greedy_view", text("greedy.view"), names, "step")
    drawn = {"step": draw_step, "cost": draw_costs, "draws": draw_draws}
    drawn[chosen](view, translation, read_scene(view, translation))
