"""Beam search: the tree of hypotheses, the pool of a step, the length penalty, a rescued branch."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.beam.formula import draw_formula, draw_shapes
from explainer.chapters.beam.mistake import draw_mistake
from explainer.chapters.beam.pool import draw_pool
from explainer.chapters.beam.prediction import PREDICT
from explainer.chapters.beam.rank import draw_ranking
from explainer.chapters.beam.state import read_beam, read_show, read_step
from explainer.chapters.beam.view import draw_tree
from explainer.chapters.beam.widths import draw_widths
from explainer.frame import chapter
from explainer.frame.page import Beat, Page
from explainer.frame.view import View


def draw(view: View) -> None:
    """The tree stands above what sets it and the sliders that say which of its branches wins."""
    text, translation = view.text, view.translation
    figure = st.container()
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    left, right = st.columns([0.52, 0.48], gap="large")
    with controls:
        beam = read_beam(view)
        show = read_show(text)
        step = read_step(view, beam)
    with right:
        ranking = draw_ranking(text, translation, beam)
    with figure:
        draw_tree(view, beam, ranking, step, show)
    with left:
        draw_pool(text, translation, beam, step)
    left, right = st.columns(2, gap="large")
    with left:
        draw_formula(view, beam, ranking)
    with right:
        draw_shapes(text, beam, step, translation.n_vocab)
    chapter.code(text, "explainer.decoding.beam", "_advance", "for minus_total")
    draw_widths(view)


PAGE = Page(
    draw,
    draw_mistake,
    probabilities=("",),
    beats=(
        Beat("one", {"beam_width": "1"}),
        Beat("two", {"beam_width": "2"}),
        Beat("four", {"beam_width": "4"}),
        Beat("alpha", {"beam_width": "4", "beam_alpha": "2"}),
    ),
    predict=PREDICT,
)
