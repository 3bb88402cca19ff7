"""Common mistake: c_t = sum_j (s_t . h_j), a sum of scores instead of a weighted sum of states."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.chapters.alignment.looking import attention_pass, telling_step
from explainer.chapters.alignment.maps import LOOKING
from explainer.frame import chapter
from explainer.frame.recurrent import model_names, subject
from explainer.frame.view import View
from explainer.text.numbers import true_minus

CONTEXT: Final = r"c_t = \textstyle\sum_j a_{tj}\, h_j, \quad a_t = \mathrm{softmax}_j(e_{tj})"
PREFERRED: Final = tuple(reversed(LOOKING))  # Luong's score is the dot product of the wrong formula


def draw_mistake(view: View) -> None:
    """Show that summing scores gives a number, where a weighted sum of states is needed."""
    text = view.text
    seen = subject(view, "alignment", quiet=True)
    kinds = [kind for kind in PREFERRED if seen is not None and kind in seen.kinds]
    if seen is None or not kinds:
        chapter.wrong(text)
        st.info(text("alignment.mistake_missing"))
        return
    reading = seen.reading(kinds[0])
    seen_by = attention_pass(reading)
    step = telling_step(seen_by.weights, reading.target_tokens)
    total = float(seen_by.scores[step].sum())
    chapter.wrong(
        text,
        text(
            "alignment.mistake_line",
            model=model_names(text)[reading.kind],
            step=step + 1,
            total=true_minus(f"{total:,.1f}"),
            size=f"{seen_by.h.shape[1]:,}",
        ),
        f"$$\n{CONTEXT}\n$$",
    )
