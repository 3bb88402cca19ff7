"""Common implementation mistakes in the one-file program, with trained weights."""

from __future__ import annotations

import re
from typing import Any, Final

import numpy as np
import streamlit as st

from explainer.analysis.one_file import fits_card
from explainer.analysis.one_file_faults import Outcome, Step, difference
from explainer.chapters.program.tensors import beginning
from explainer.drawings import Choice, drawing
from explainer.frame import chapter
from explainer.frame.choices import OneOf
from explainer.frame.code_names import Span, by_line, colour_spans
from explainer.frame.view import View
from explainer.runs.program import changed_values, compare_with_fault
from explainer.runs.registry import model_of
from explainer.runs.resources import ellipsis_unless_finished

OPENED: Final = "program_opened"  # session: mistakes whose lines are struck
AXES: Final = re.compile(r"  # \([^)]*\)$", re.MULTILINE)  # the same in both programs


FAULT = OneOf(
    "program_fault", ("cross", "softmax", "projections", "width", "swapped", "list"), said=False
)


def draw_faults(view: View) -> None:
    """Draw what the program writes, and without the lines that the reader strikes.

    With it come the first value that differs, which may be guessed before, and the probabilities.
    """
    text = view.text
    if not fits_card(view.card["model"]):
        st.info(text("program.variant"))
        return
    names, fault = FAULT.names(text), FAULT.draw(text)
    why = text.each("program.why_*", "cross", "softmax", "projections", "width", "swapped", "list")
    right, wrong = compare_with_fault(view.translation, fault)
    opened = st.session_state.setdefault(OPENED, [])

    def choose(choice: Choice) -> None:
        if isinstance(asks := choice.get("asks"), bool):
            others = [other for other in opened if other != fault]
            st.session_state[OPENED] = others if asks else [*others, fault]

    with chapter.figure(text("program.faults"), text("program.faults_line")):
        drawing(
            "program/faulty",
            {
                "lines": _lines(AXES.sub("", difference(fault))),
                "programs": [
                    _program(view, text("program.right"), right),
                    _program(view, names[fault], wrong),
                ],
                "steps": [_step(step) for step in changed_values(view.translation, fault)],
                "tokens": view.translation.predicted_tokens,
                "probs": np.nan_to_num(np.stack([right.probs, wrong.probs], axis=1)).tolist(),
            },
            words=text.section("program.faulty"),
            key="program_faulty",
            chosen={"asks": fault not in opened},
            on_choice=choose,
        )
        if fault in opened:
            st.markdown(why[fault])


def _lines(difference: str) -> list[tuple[str, list[Span]]]:
    """Split a diff into lines: sign and coloured words."""
    lines = difference.splitlines()
    spans = by_line(colour_spans("\n".join(line[2:] for line in lines)))
    return [(line[:2].strip(), words) for line, words in zip(lines, spans, strict=True)]


def _step(step: Step) -> dict[str, Any]:
    """Return a value of both programs; what JSON cannot express becomes a word."""
    wrong = step.wrong if step.difference is not None else None
    return {
        "name": step.name,
        "right": beginning(step.right.corner),
        "wrong": beginning(wrong.corner) if wrong else None,
        "difference": step.difference,
    }


def _written_by(view: View, outcome: Outcome) -> str:
    """Format a greedy output, with a note if it has no end."""
    model = model_of(view.translator_name)
    written = model.tokenizer.decode(outcome.ids) or " ".join(model.tokens(outcome.ids))
    return written + ellipsis_unless_finished(outcome.ids)


def _program(view: View, name: str, outcome: Outcome) -> dict[str, Any]:
    return {
        "name": name,
        "written": _written_by(view, outcome),
        "loss": outcome.loss,
        "parameters": outcome.parameters,
    }


def draw_mistake(view: View) -> None:
    """Swap key and value: the shapes fit, so nothing fails."""
    chapter.wrong(view.text, view.text("program.mistake_line"))
    if fits_card(view.card["model"]):
        outcome = compare_with_fault(view.translation, "swapped")[1]
        st.caption(view.text("program.mistake_writes"))
        st.code(_written_by(view, outcome), language=None, wrap_lines=True)
