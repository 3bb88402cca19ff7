"""Training reads a target at once, writing goes token by token: both timed, for two models."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.analysis.layer_times import Passes
from explainer.chapters.complexity.stored import measurements
from explainer.chapters.complexity.words import milliseconds
from explainer.charts.bars import Look, Series, bars
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.runs import complexity
from explainer.runs.gate import Busy, say_busy

ASKED: Final = "complexity_passes"  # session: the translation whose times were asked for


def draw_passes(view: View) -> None:
    """A stored measurement; the reader's own sentence on demand."""
    text, translation = view.text, view.translation
    wanted = (translation.model, translation.source.ids, translation.fed)
    own = st.session_state.get(ASKED) == wanted
    if own:
        try:
            with st.spinner(text("complexity.measuring"), show_time=False):
                passes = complexity.time_passes(translation)
        except Busy:
            say_busy(text, "complexity_passes")
            return
    else:
        passes = measurements().passes[-1]
    _draw(view, passes, own=own)
    if not own:
        st.button(
            text("complexity.passes_measure"),
            key="complexity_passes_measure",
            icon=":material/timer:",
            on_click=st.session_state.__setitem__,
            args=(ASKED, wanted),
        )


def _draw(view: View, passes: Passes, own: bool) -> None:
    text = view.text
    at_once, by_step = (
        [1000 * times[i] for times in (passes.transformer, passes.gru)] for i in range(2)
    )
    chapter.chart(
        bars(
            labels=[text("complexity.model_transformer"), text("complexity.model_gru")],
            series=[
                Series(text("complexity.at_once"), at_once, "weight"),
                Series(text("complexity.by_step"), by_step, "target"),
            ],
            label_title="",
            value_title=text("complexity.axis_timed"),
            look=Look(form=".1f"),
            dark=view.dark,
        ),
        text(
            "complexity.passes_alt",
            once=f"{at_once[0]:.1f}",
            steps=f"{by_step[0]:.1f}",
            gru_once=f"{at_once[1]:.1f}",
            gru_steps=f"{by_step[1]:.1f}",
        ),
        "complexity_passes_bars",
    )
    st.caption(
        text(
            "complexity.passes_own" if own else "complexity.passes_stored",
            source=passes.source,
            target=passes.target,
            transformer=f"{passes.parameters[0]:,}",
            gru=f"{passes.parameters[1]:,}",
        )
    )
    st.markdown(passes_verdict(view, passes))


def passes_verdict(view: View, passes: Passes) -> str:
    text = view.text
    (once, steps), (gru_once, gru_steps) = passes.transformer, passes.gru
    return text(
        "complexity.passes_verdict",
        target=passes.target,
        once=milliseconds(once),
        steps=milliseconds(steps),
        times=f"{steps / once:.1f}",
        gru=f"{gru_steps / gru_once:.1f}",
        first=text(
            "complexity.model_transformer" if steps <= gru_steps else "complexity.model_gru"
        ),
        ahead=f"{max(steps, gru_steps) / min(steps, gru_steps):.1f}",
        gru_steps=milliseconds(gru_steps),
    )
