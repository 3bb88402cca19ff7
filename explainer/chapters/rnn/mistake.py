"""Padding that enters the state: the "last state" of a batch without lengths is that of a PAD."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.chapters.rnn.cells import CELLS, FIRST
from explainer.frame import choices
from explainer.frame.recurrent import subject
from explainer.frame.view import View
from explainer.runs import recurrent
from explainer.text.numbers import percent

MOST: Final = 30
USUAL: Final = 12


def draw_mistake(view: View) -> None:
    text = view.text
    seen = subject(view, "rnn", quiet=True)
    kinds = [kind for kind in (FIRST, *CELLS) if seen is not None and kind in seen.kinds]
    if seen is None or not kinds:
        st.info(text("rnn.mistake_missing"))
        return
    st.markdown(text("rnn.mistake_line"))
    count = choices.whole_number(text, "rnn_pads", text("rnn.mistake_pads"), 1, MOST, USUAL)
    padded = recurrent.read_padded(kinds[0], seen.source, count)
    st.markdown(text("rnn.mistake_moved", count=count, moved=percent(padded.moved, 0)))
    st.caption(text("rnn.mistake_right"))
    st.text(padded.right)
    st.caption(text("rnn.mistake_wrong"))
    st.text(padded.wrong)
    st.markdown(text("rnn.mistake_end"))
