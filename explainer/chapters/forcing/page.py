"""Teacher forcing beside free running: the same decoder fed with a reference, and with itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.forcing.mistake import draw_mistake, draw_numbers
from explainer.chapters.forcing.paths import paths
from explainer.chapters.forcing.verdict import draw_verdict
from explainer.chapters.forcing.view import draw_candidates, draw_lanes, draw_losses, pick_position
from explainer.frame import chapter, choices
from explainer.frame.reference import pick_reference

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.frame.view import View


def render(view: View) -> None:
    """Everything a click changes is one fragment."""
    if view.translation is None:
        chapter.no_translation(view.text)
        return
    _view(view, view.translation)


@chapter.panel
def _view(view: View, translation: Translation) -> None:
    text = view.text
    reference = pick_reference(view, translation)
    found = paths(translation, reference)
    place = pick_position(text, found)
    with chapter.figure(text("forcing.figure"), text("forcing.figure_line")):
        draw_lanes(view, found, place)
        draw_candidates(view, found, place)
    with chapter.figure(text("forcing.losses"), text("forcing.losses_line")):
        smoothing = choices.real_number(
            text,
            "forcing_epsilon",
            text("forcing.epsilon"),
            (0.0, 0.3, 0.05),
            0.1,
            text("forcing.epsilon_help"),
        )
        draw_losses(view, found, smoothing)
    draw_verdict(view, found, reference)
    draw_numbers(view, found, place, smoothing)
    mistake, tasks = st.columns(2)
    with mistake, chapter.mistake(text):
        draw_mistake(view, translation, found)
    with tasks:
        chapter.tasks(text, text.article("forcing.try"))
