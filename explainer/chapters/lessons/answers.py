"""What a lesson says to a prediction: how it is given, and what is told afterwards."""

from __future__ import annotations

import streamlit as st

from explainer.frame.questions import GIVEN, draw_bar, own_words
from explainer.lessons.parts import (
    Answer,
    Asked,
    Listed,
    Number,
    Painted,
    Question,
    Step,
    Words,
    is_right,
    overlap,
    solution,
)
from explainer.text import Text, strings
from explainer.text.numbers import decimal


def draw_named(question: Question) -> None:
    """What the names in a figure stand for, where they do not say it whole."""
    if isinstance(question, Listed) and question.names:
        st.code("\n".join(question.options), language=None)


def draw_by_hand(text: Text, question: Question) -> None:
    """How the figure takes the answer."""
    if isinstance(question, Painted):
        line = text("lesson.paint_figure")
    elif isinstance(question, Number) and question.axis is not None:
        line = text("lesson.pull_figure")
    elif isinstance(question, Number):
        line = text("lesson.cut_figure" if question.uncut else "lesson.count_figure")
    else:
        line = text("lesson.press_figure")
    st.markdown(f"↓ {line}")


def draw_nothing(text: Text, step: Step, is_hidden: bool, is_last: bool) -> None:
    """Why a step asks nothing, and what to do; `is_hidden` where a teacher hides its view."""
    is_told = not is_hidden and step.key_nothing in strings(text.lang)
    why = text(step.key_nothing if is_told else "lesson.nothing_hidden")
    st.info(text("lesson.nothing"), icon=":material/skip_next:")
    on = text("lesson.nothing_finish") if is_last else text("lesson.nothing_go_on")
    st.markdown(f"{why} {on}")


def draw_noted(text: Text, asked: Asked, given: Answer) -> None:
    """The learner's own prediction, where the answers are hidden."""
    question, own = asked.question, own_words(text, asked, given)
    if isinstance(question, Painted) and isinstance(given, tuple):
        pairs = zip(question.options, given, strict=False)
        own = ", ".join(f"{token} {decimal(100 * share, 0)}%" for token, share in pairs)
    with st.container(border=True, gap="xsmall", key="lesson_noted"):
        st.text(text("lesson.own_answer", answer=own))
        st.caption(text("lesson.noted"))


def draw_verdict(text: Text, step: Step, question: Asked, was_right: bool | None, key: str) -> None:
    """After the last word: both answers, the reason, and where the page shows it. `was_right` is
    None where nothing was answered.
    """
    known = question.question
    given: Answer | None = st.session_state.get(f"{key}{GIVEN}")
    with st.container(border=True, gap="xsmall", key="lesson_told"):
        with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
            if was_right is None:
                st.markdown(text("lesson.solution"))
            else:
                later = "lesson.right_later" if is_right(known, given) else "lesson.not_first"
                st.markdown(text("lesson.right_first" if was_right else later), width="content")
            is_drawn = isinstance(known, Number) and known.axis is not None
            if given is not None and not is_drawn and (told := own_words(text, question, given)):
                st.text(text("lesson.own_answer", answer=told))
            if not is_drawn:
                _right_words(text, known, was_right)
        if is_drawn and isinstance(known, Number):
            draw_bar(text, known, key, shown=True)
        if isinstance(known, Painted):
            if isinstance(given, tuple):
                shared = decimal(100 * overlap(given, known.shares), 0)
                st.text(text("lesson.overlap", share=shared))
        elif was_right is None and isinstance(known, Words | Listed):
            _marked_options(text, known)
        st.text(text(step.key("tell"), **question.holes))
        st.markdown(f":material/location_searching: {text(step.key('see'))}")


def _right_words(text: Text, known: Question, was_right: bool | None) -> None:
    """The model's answer; where all that could be chosen is shown it is marked there."""
    if isinstance(known, Number):
        st.text(text("lesson.value", value=solution(known)))
    elif isinstance(known, Painted) or was_right is None:
        return
    elif isinstance(known, Words):
        st.markdown(text("lesson.answer", answer=text(known.options[known.right])), width="content")
    else:
        st.text(text("lesson.token", token=known.options[known.right]))


def _marked_options(text: Text, known: Words | Listed) -> None:
    """All that could be chosen, with the right one marked: who gave no answer has not seen them."""
    lines = []
    for place, option in enumerate(known.options):
        words = text(option) if isinstance(known, Words) else option
        mark = "✓" if place == known.right else "○"
        is_bold = place == known.right and isinstance(known, Words)
        lines.append(f"{mark} **{words}**" if is_bold else f"{mark} {words}")
    if isinstance(known, Words):
        st.markdown("  \n".join(lines))
    else:
        st.text("\n".join(lines))
