"""Sampling: temperature, top-k and top-p on a stored distribution, a number that picks, samples."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.sampling import runs as sampling_runs
from explainer.chapters.sampling.mistake import draw_formula, draw_mistake, draw_shapes
from explainer.chapters.sampling.prediction import PREDICT
from explainer.chapters.sampling.samples import draw_samples
from explainer.chapters.sampling.state import (
    GREEDY,
    defaults,
    pick_path,
    pick_step,
    read_filters,
)
from explainer.chapters.sampling.view import draw_filters, draw_pick, draw_steps
from explainer.frame import chapter
from explainer.frame.page import Beat, Page
from explainer.frame.pickers import picker
from explainer.frame.view import View


def draw(view: View) -> None:
    text, translation = view.text, view.translation
    best = sampling_runs.greedy(translation)
    with chapter.figure(text("sampling.pick"), text("sampling.pick_line")):
        drawn = st.container()
        start = defaults(translation.options, sampling_runs.telling_seed(translation))
        filters = read_filters(text, start)
    settings, samples = sampling_runs.current_samples(translation, filters)
    with chapter.figure(text("sampling.steps"), text("sampling.steps_line")):
        with st.container(horizontal=True, gap="medium"):
            chosen = pick_path(text, len(samples), settings.seed)
            path = best if chosen is None else samples[chosen]
            with st.container(width="stretch"):
                step = pick_step(picker(text, translation), len(path.pieces), best.undecided)
        draw_steps(view, path, GREEDY if chosen is None else str(chosen), step)
    moment = sampling_runs.moment(path, step, filters)
    with drawn:
        written = " ".join(path.pieces[:step])
        st.text(text("sampling.so_far", pieces=written) if step else text("sampling.nothing_yet"))
        draw_pick(view, moment, filters)
        if chosen is not None:
            same = moment.drawn == path.ids[step]
            st.caption(text("sampling.same_piece") if same else text("sampling.other_piece"))
    fold = chapter.fold(text("sampling.filters_fold"), key="sampling_bars_open")
    if fold.open:
        title = text("sampling.filters", step=step + 1)
        line = text("sampling.filters_line", all=f"{len(moment.log_probs_V):,}")
        with fold, chapter.figure(title, line):
            draw_filters(view, moment, filters)
    with chapter.figure(text("sampling.samples"), text("sampling.samples_line")):
        draw_samples(view, best, (settings, samples), filters)
    numbers, shapes = chapter.details()
    with numbers:
        draw_formula(view, moment, filters)
    with shapes:
        draw_shapes(view, moment, path)


PAGE = Page(
    draw,
    draw_mistake,
    probabilities=("",),
    beats=(
        Beat("one"),
        Beat("zero", {"sampling_temperature": "0"}),
        Beat("hot", {"sampling_temperature": "1.8"}),
        Beat("k", {"sampling_k": "3"}),
        Beat("p", {"sampling_p": "0.9"}),
    ),
    predict=PREDICT,
)
