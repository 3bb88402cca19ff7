"""Experiment: translate with other divisors of the scores."""

from __future__ import annotations

import streamlit as st

from explainer.analysis.interventions import Intervention
from explainer.analysis.scaling import DIVISORS, Divisor, relative
from explainer.chapters.scaling.random import divisor_names
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.runs import resources


def changes(by: Divisor, d_k: int, d_model: int) -> tuple[Intervention, ...]:
    """Return the interventions for a divisor; none for the model's own, so that run is exact."""
    if by == "root":
        return ()
    return (Intervention("scaling", value=relative(by, d_k, d_model)),)


def draw_experiment(view: View, d_k: int, d_model: int) -> None:
    """Draw a translation per divisor in a fold; computes nothing while closed."""
    text, translation = view.text, view.translation
    names = divisor_names(text)
    place = chapter.fold(text("scaling.whatif"), "scaling_whatif")
    if not place.open:
        return
    with place:
        st.caption(text("scaling.whatif_line"))
        for by in DIVISORS:
            change = changes(by, d_k, d_model)
            written = resources.greedy_text(translation.model, translation.source.ids, change)
            st.text(text("scaling.written", by=names[by], words=written))
        st.caption(text("scaling.when_it_hurts"))
