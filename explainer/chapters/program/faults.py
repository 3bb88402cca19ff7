"""A few lines written wrong, as textbooks and first programs have them; trained weights."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer.analysis.one_file import fits_card
from explainer.analysis.one_file_faults import Outcome, difference
from explainer.charts.cell_map import cell_map
from explainer.frame import chapter, choices
from explainer.frame.view import View
from explainer.runs.program import with_fault
from explainer.runs.registry import model_of
from explainer.runs.resources import open_end


def draw_faults(view: View) -> None:
    """The lines that differ, what both programs write, and the tokens they believe in."""
    text = view.text
    if not fits_card(view.card["model"]):
        st.info(text("program.variant"))
        return
    names = text.each(
        "program.fault_*", "cross", "softmax", "projections", "width", "swapped", "list"
    )
    fault = choices.segments(text, "program_fault", text("program.fault"), names, "cross")
    why = text.each("program.why_*", "cross", "softmax", "projections", "width", "swapped", "list")[
        fault
    ]
    right, wrong = with_fault(view.translation, fault)
    with chapter.figure(text("program.faults"), text("program.faults_line")):
        lines, outcomes = st.columns([0.55, 0.45], gap="large")
        with lines:
            st.markdown(f"**{text('program.difference')}**")
            st.code(difference(fault), language="diff", wrap_lines=True)
            st.markdown(why)
        for mark, name, outcome in (
            ("✓", text("program.right"), right),
            ("✗", names[fault], wrong),
        ):
            with outcomes:
                st.markdown(f"**{mark} {name}**")
                draw_outcome(view, outcome)
        _draw_probabilities(view, right, wrong)


def draw_outcome(view: View, outcome: Outcome) -> None:
    """What it writes, its loss, the parameters an optimiser would get."""
    text, model = view.text, model_of(view.translator_name)
    written = model.tokenizer.decode(outcome.ids) or " ".join(model.pieces(outcome.ids))
    st.code(written + open_end(outcome.ids), language=None, wrap_lines=True)
    with st.container(horizontal=True, gap="large"):
        st.metric(text("program.loss"), f"{outcome.loss:.3f}", help=text("program.loss_help"))
        st.metric(text("program.parameters"), f"{outcome.parameters:,}")


def _draw_probabilities(view: View, right: Outcome, wrong: Outcome) -> None:
    text, translation = view.text, view.translation
    chapter.chart(
        cell_map(
            values=np.nan_to_num(np.stack([right.probs, wrong.probs])),
            row_labels=["✓", "✗"],
            key_labels=translation.predicted_pieces,
            row_title="",
            key_title=text("program.wanted"),
            value_title=text("program.probability"),
            row_colour="ink",
            key_colour="target_text",
            dark=view.dark,
        ),
        text("program.probabilities_alt", right=f"{right.loss:.2f}", wrong=f"{wrong.loss:.2f}"),
        "program_probabilities",
    )
