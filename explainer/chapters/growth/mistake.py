"""A low loss is not yet a translation: early states on the reader's own sentence, counted."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.growth.states import find_states
from explainer.data.baselines import baselines
from explainer.frame.view import View
from explainer.runs import growth


def draw_mistake(view: View) -> None:
    """How many first choices are right while fed, and what the state writes when left alone."""
    subject = find_states(view)
    if subject is None:  # said where the figure would stand
        return
    view, states = subject
    text, translation, model = view.text, view.translation, view.translator_name
    counted = baselines(model)
    st.markdown(text("growth.mistake_line"))
    early = len(states.steps) // 2
    step = states.steps[early]
    line = growth.line(model, step, translation.source.ids, translation.predicted)
    st.text(translation.source.text)
    st.text(line.text)
    if counted is not None and step in counted.states:
        first, now = counted.states[states.steps[0]], counted.states[step]
        st.markdown(
            text(
                "growth.mistake_loss",
                state=states.name(text, early),
                first=f"{first:.2f}",
                now=f"{now:.2f}",
            )
        )
    right, size = int(line.right.sum()), len(line.right)
    st.markdown(text("growth.mistake_end", right=right, size=size))
