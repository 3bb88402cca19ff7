"""Teacher forcing beside free running: the same decoder fed with a reference, and with itself."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.forcing.mistake import draw_mistake, draw_numbers
from explainer.chapters.forcing.paths import Paths, paths
from explainer.chapters.forcing.prediction import PREDICT
from explainer.chapters.forcing.verdict import draw_verdict
from explainer.chapters.forcing.view import draw_candidates, draw_lanes, draw_losses, pick_position
from explainer.frame import chapter, choices
from explainer.frame.page import Beat, Page
from explainer.frame.reference import pick_reference
from explainer.frame.view import View


def draw(view: View) -> Paths:
    """The lanes, the losses, the verdict; all hang on the reference."""
    text, translation = view.text, view.translation
    with chapter.figure(text("forcing.figure"), text("forcing.figure_line")):
        drawn = st.container()
        reference = pick_reference(view)
        found = paths(translation, reference)
        with drawn:
            # The lanes stand above the slider that says which of their columns is chosen.
            lanes = st.container()
            place = pick_position(text, found)
            draw_candidates(view, found, place)
        with lanes:
            draw_lanes(view, found, place)
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
    return found


PAGE = Page(
    draw,
    draw_mistake,
    live=True,
    probabilities=("",),
    beats=(
        Beat("same", {"forcing_position": "1"}),
        Beat("part"),
        Beat("smooth", {"forcing_loss": "smoothed", "forcing_epsilon": "0.3"}),
    ),
    predict=PREDICT,
)
