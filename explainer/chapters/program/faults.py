"""A few lines written wrong, as textbooks and first programs have them; trained weights."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.one_file import fits_card
from explainer.analysis.one_file_faults import Outcome, difference
from explainer.chapters.program.faulty import Program, faulty
from explainer.frame import chapter, choices
from explainer.frame.view import View
from explainer.runs.program import with_fault
from explainer.runs.registry import model_of
from explainer.runs.resources import open_end

AXES: Final = re.compile(r"  # \([^)]*\)$", re.MULTILINE)  # the same in both programs


def draw_faults(view: View) -> None:
    """The lines that differ, what both programs write, and the tokens they believe in."""
    text = view.text
    if not fits_card(view.card["model"]):
        st.info(text("program.variant"))
        return
    names = text.each(
        "program.fault_*", "cross", "softmax", "projections", "width", "swapped", "list"
    )
    fault = choices.segments(
        text, "program_fault", text("program.fault"), names, "cross", said=False
    )
    why = text.each("program.why_*", "cross", "softmax", "projections", "width", "swapped", "list")[
        fault
    ]
    right, wrong = with_fault(view.translation, fault)
    with chapter.figure(text("program.faults"), text("program.faults_line")):
        probs = np.nan_to_num(np.stack([right.probs, wrong.probs], axis=1)).tolist()
        faulty(
            difference=AXES.sub("", difference(fault)),
            programs=(
                _program(view, text("program.right"), right),
                _program(view, names[fault], wrong),
            ),
            tokens=[
                (piece, *both)
                for piece, both in zip(view.translation.predicted_pieces, probs, strict=True)
            ],
            words={
                **text.each("program.*", "difference", "loss", "parameters", "probability"),
                "alt": text(
                    "program.probabilities_alt",
                    right=f"{right.loss:.2f}",
                    wrong=f"{wrong.loss:.2f}",
                ),
            },
            dark=view.dark,
            key="program_faulty",
        )
        st.markdown(why)


def draw_outcome(view: View, outcome: Outcome) -> None:
    """What it writes, its loss, the parameters an optimiser would get."""
    text, one = view.text, _program(view, "", outcome)
    st.code(one.written, language=None, wrap_lines=True)
    with st.container(horizontal=True, gap="large"):
        st.metric(text("program.loss"), one.loss, help=text("program.loss_help"))
        st.metric(text("program.parameters"), one.parameters)


def written_by(view: View, outcome: Outcome) -> str:
    """What greedy search wrote, and that it found no end."""
    model = model_of(view.translator_name)
    written = model.tokenizer.decode(outcome.ids) or " ".join(model.pieces(outcome.ids))
    return written + open_end(outcome.ids)


def _program(view: View, name: str, outcome: Outcome) -> Program:
    return Program(
        name, written_by(view, outcome), f"{outcome.loss:.3f}", f"{outcome.parameters:,}"
    )
