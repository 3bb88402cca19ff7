"""What a student sees of a teacher's link: the note, and what is fixed, as text with a lock."""

from __future__ import annotations

import streamlit as st

from explainer.frame import teaching
from explainer.text import Text


def draw_note(text: Text) -> None:
    """The teacher's note at the top of every page. It comes from an address: st.text only."""
    note = teaching.current().note
    if note:
        with st.container(key="teacher_note"):
            show_note(text, note)


def show_note(text: Text, note: str) -> None:
    with st.container(border=True, gap="xsmall"):
        st.markdown(f":material/campaign: **{text('teaching.note')}**")
        st.text(note)


def fixed_choice(text: Text, key: str, label: str, value: str) -> None:
    """A choice of the teacher instead of its control; the tooltip says who can change it."""
    with st.container(gap=None, width="content", key=f"fixed_{key}"):
        st.caption(f":material/lock: {label}", help=text("teaching.locked"))
        st.text(value)


def fixed_sentence(text: Text, sentence: str, key: str) -> None:
    """The sentence of the whole class, with who can change it."""
    with st.container(border=True, gap="xsmall", key=key):
        st.text(sentence)
        st.caption(f":material/lock: {text('teaching.locked')}")
