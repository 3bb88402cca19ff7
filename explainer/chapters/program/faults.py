"""A few lines written wrong, as textbooks and first programs have them; trained weights."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.one_file import fits_card
from explainer.analysis.one_file_faults import Outcome, Step, difference
from explainer.chapters.program.faulty import Changed, Program, faulty
from explainer.chapters.program.tensors import packed
from explainer.frame import chapter, choices
from explainer.frame.view import View
from explainer.runs.program import changed_values, with_fault
from explainer.runs.registry import model_of
from explainer.runs.resources import open_end
from explainer.text import Text
from explainer.text.numbers import decimal

OPENED: Final = "program_opened"  # session: mistakes whose effect was shown
AXES: Final = re.compile(r"  # \([^)]*\)$", re.MULTILINE)  # the same in both programs


def draw_faults(view: View) -> None:
    """The lines that differ, the first value that does, what both programs write and believe in.

    But for the first, each mistake asks where it will be seen before it shows that.
    """
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
    opened = st.session_state.setdefault(OPENED, ["cross"])

    def open_it() -> None:
        st.session_state[OPENED] = [*opened, fault]

    with chapter.figure(text("program.faults"), text("program.faults_line")):
        probs = np.nan_to_num(np.stack([right.probs, wrong.probs], axis=1)).tolist()
        faulty(
            difference=AXES.sub("", difference(fault)),
            programs=(
                _program(view, text("program.right"), right),
                _program(view, names[fault], wrong),
            ),
            steps=[_changed(text, step) for step in changed_values(view.translation, fault)],
            asks=fault not in opened,
            tokens=[
                (piece, *both)
                for piece, both in zip(view.translation.predicted_pieces, probs, strict=True)
            ],
            words={
                **text.each("program.*", "difference", "loss", "parameters", "probability"),
                **text.each("program.guess_*", "ask", "show", "right"),
                "first": text("program.step_first"),
                "outcome": text("program.outcome"),
                "guess_wrong": text.template("program.guess_wrong"),
                "alt": text(
                    "program.probabilities_alt",
                    right=f"{right.loss:.2f}",
                    wrong=f"{wrong.loss:.2f}",
                ),
            },
            dark=view.dark,
            key="program_faulty",
            on_open=open_it,
        )
        if fault in opened:
            st.markdown(why)


def _changed(text: Text, step: Step) -> Changed:
    apart = step.difference
    told = text("program.step_missing") if apart is None else text("program.step_same")
    return Changed(
        name=step.name,
        size=step.right.corner.shape,
        right=packed(step.right.corner),
        wrong=packed(step.wrong.corner) if step.wrong and apart is not None else "",
        is_weights=False,
        difference=apart,
        told=text("program.step_differs", difference=decimal(apart, 3)) if apart else told,
    )


def _written_by(view: View, outcome: Outcome) -> str:
    """What greedy search wrote, and that it found no end."""
    model = model_of(view.translator_name)
    written = model.tokenizer.decode(outcome.ids) or " ".join(model.pieces(outcome.ids))
    return written + open_end(outcome.ids)


def _program(view: View, name: str, outcome: Outcome) -> Program:
    return Program(
        name, _written_by(view, outcome), f"{outcome.loss:.3f}", f"{outcome.parameters:,}"
    )


def draw_mistake(view: View) -> None:
    """Key and value exchanged: the shapes fit, so nothing complains."""
    st.markdown(view.text("program.mistake_line"))
    if fits_card(view.card["model"]):
        outcome = with_fault(view.translation, "swapped")[1]
        st.code(_written_by(view, outcome), language=None, wrap_lines=True)
