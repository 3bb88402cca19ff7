"""Common mistake: encoding padding, so that the last state is that of a PAD."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.chapters.rnn.cells import CELLS, FIRST
from explainer.frame import chapter
from explainer.frame.recurrent import subject
from explainer.frame.view import View
from explainer.runs import recurrent
from explainer.text.numbers import percent

PADS: Final = 12  # after the sentence


def draw_mistake(view: View) -> None:
    """Show how the last state changes if padding is encoded."""
    text = view.text
    seen = subject(view, "rnn", quiet=True)
    kinds = [kind for kind in (FIRST, *CELLS) if seen is not None and kind in seen.kinds]
    if seen is None or not kinds:
        chapter.wrong(text)
        st.info(text("rnn.mistake_missing"))
        return
    padded = recurrent.measure_padding(kinds[0], seen.source, PADS)
    moved = percent(padded.moved, 0)
    chapter.wrong(text, text("rnn.mistake_line", count=PADS, moved=moved))
    st.text(f"✓ {padded.right}\n✗ {padded.wrong}")
