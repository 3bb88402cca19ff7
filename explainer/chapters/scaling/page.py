"""Why scores are divided by sqrt(d_k): random vectors, the model's own, and what if not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.scaling.experiment import draw_experiment
from explainer.chapters.scaling.model import draw_mistake, draw_own
from explainer.chapters.scaling.random import draw_random
from explainer.frame import chapter, choices

if TYPE_CHECKING:
    from explainer.frame.view import View


def render(view: View) -> None:
    """One of three views; everything a click changes is one fragment."""
    _view(view)


@chapter.panel
def _view(view: View) -> None:
    text, translation = view.text, view.translation
    names = {
        "random": text("scaling.view_random"),
        "own": text("scaling.view_own"),
        "whatif": text("scaling.view_whatif"),
    }
    chosen = choices.segments(text, "scaling_view", text("scaling.view"), names, "random")
    if chosen == "random":
        draw_random(view)
    elif translation is None:
        chapter.no_translation(text)
    elif chosen == "own":
        draw_own(view, translation)
    else:
        draw_experiment(view, translation)
    mistake, tasks = st.columns(2)
    with mistake, chapter.mistake(text):
        if translation is None:
            chapter.no_translation(text)
        else:
            draw_mistake(view, translation)
    with tasks:
        chapter.tasks(text, text.article("scaling.try"))
