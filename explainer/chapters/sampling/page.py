"""Sampling: temperature, top-k and top-p on a stored distribution, a number that picks, samples."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.sampling import runs as sampling_runs
from explainer.chapters.sampling.mistake import draw_formula, draw_mistake, draw_shapes
from explainer.chapters.sampling.samples import draw_samples
from explainer.chapters.sampling.state import STEP, defaults, read_filters
from explainer.chapters.sampling.view import draw_pick
from explainer.frame import chapter
from explainer.frame.page import Beat, Page
from explainer.frame.pickers import picker
from explainer.frame.view import View


def draw(view: View) -> None:
    """Draw the filtered distribution and its controls, the samples, formula and shapes."""
    text, translation = view.text, view.translation
    best = sampling_runs.greedy(translation)
    with chapter.figure(text("sampling.pick"), text("sampling.pick_line")):
        drawn = st.container()
        start = defaults(translation.options, sampling_runs.telling_seed(translation))
        filters, knob = read_filters(text, start)
        step = picker(text, translation).number(STEP, len(best.tokens), best.undecided)
        moment = sampling_runs.make_moment(best, step, filters)
        chapter.agreement(text, moment.difference)
        with drawn:
            draw_pick(view, best, moment, filters, knob)
    with chapter.figure(text("sampling.samples"), text("sampling.samples_line")):
        draw_samples(view, best, sampling_runs.current_samples(translation, filters), filters)
    numbers, shapes = chapter.details()
    with numbers:
        draw_formula(view, moment, filters)
    with shapes:
        draw_shapes(view, moment, best)


PAGE = Page(
    draw,
    draw_mistake,
    probabilities=("",),
    beats=(
        Beat("one", {"sampling_knob": "temperature"}),
        Beat("zero", {"sampling_temperature": "0"}),
        Beat("hot", {"sampling_temperature": "1.8"}),
        Beat("k", {"sampling_k": "10"}),
        Beat("p", {"sampling_p": "0.9"}),
    ),
)
