"""Draw what students see of a teacher's link: the note, and locked choices as text."""

from __future__ import annotations

import streamlit as st

from explainer.frame import teaching
from explainer.text import Text


def draw_note(text: Text) -> None:
    """Draw the teacher's note at the top of a page. Untrusted input from the URL: st.text only."""
    note = teaching.current().note
    if note:
        with st.container(key="teacher_note"):
            show_note(text, note)


def show_note(text: Text, note: str) -> None:
    """Draw a note in a box, as plain text."""
    with st.container(border=True, gap="xsmall"):
        st.markdown(f":material/campaign: **{text('teaching.note')}**")
        st.text(note)


def fixed_choice(text: Text, key: str, label: str, value: str) -> None:
    """Draw a locked choice instead of its control; the tooltip says who can change it."""
    with st.container(gap=None, width="content", key=f"fixed_{key}"):
        st.caption(f":material/lock: {label}", help=text("teaching.locked"))
        st.text(value)


def fixed_sentence(text: Text, sentence: str, key: str) -> None:
    """Draw the locked sentence of a class and who can change it."""
    with st.container(border=True, gap="xsmall", key=key):
        st.text(sentence)
        st.caption(f":material/lock: {text('teaching.locked')}")
