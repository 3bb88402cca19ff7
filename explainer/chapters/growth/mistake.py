"""Common mistake: taking a low loss for a translation."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.growth.states import find_states
from explainer.data.baselines import baselines
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.runs import growth


def draw_mistake(view: View) -> None:
    """Show an early checkpoint's free-running output, though most of its loss is gone."""
    subject = find_states(view)
    if subject is None:  # said where the figure would stand
        chapter.wrong(view.text)
        return
    view, states = subject
    text, translation, model = view.text, view.translation, view.translator_name
    counted = baselines(model)
    early = len(states.steps) // 2
    step = states.steps[early]
    line = growth.checkpoint_output(model, step, translation.source.ids, translation.predicted)
    told = {"state": states.name(text, early)}
    if counted is not None and step in counted.states:
        first, now = counted.states[states.steps[0]], counted.states[step]
        told |= {"first": f"{first:.2f}", "now": f"{now:.2f}"}
        said = text("growth.mistake_loss", **told)
    else:
        said = text("growth.mistake_line", **told)
    chapter.wrong(text, said)
    st.text(line.text)
