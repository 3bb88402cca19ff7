"""Answer fields and feedback of a question, and its vote in a class poll."""

from __future__ import annotations

import secrets
from typing import Final

import streamlit as st

from explainer.frame import teaching
from explainer.frame.questions import GIVEN, draw_bar, own_words
from explainer.lessons.parts import (
    Answer,
    Number,
    Posed,
    Question,
    ShareQuestion,
    Step,
    StringChoice,
    WordChoice,
    format_solution,
    is_right,
    overlap,
)
from explainer.runs.polls import POLLS, Vote
from explainer.text import Text, strings
from explainer.text.numbers import decimal

SESSION: Final = "lesson_session"  # session: a number of its own, so that nobody counts twice


def optional_text(text: Text, key: str) -> str:
    """Return a text that may be missing."""
    return text(key) if key in strings(text.lang) else ""


def draw_named(question: Question) -> None:
    """Explain the figure's short names of the options, if they need it."""
    if isinstance(question, StringChoice) and question.names:
        st.code("\n".join(question.options), language=None)


def draw_by_hand(text: Text, question: Question) -> None:
    """Explain how to answer in the figure."""
    if isinstance(question, ShareQuestion):
        line = text("lesson.paint_figure")
    elif isinstance(question, Number) and question.axis is not None:
        line = text("lesson.pull_figure")
    elif isinstance(question, Number):
        line = text("lesson.cut_figure" if question.uncut else "lesson.count_figure")
    else:
        line = text("lesson.press_figure")
    st.markdown(f"↓ {line}")


def draw_nothing(text: Text, step: Step, is_hidden: bool, is_last: bool) -> None:
    """Explain why a step has no question; `is_hidden`: a teacher hides its view."""
    st.info(text("lesson.nothing"), icon=":material/skip_next:")
    why = text("lesson.nothing_hidden") if is_hidden else optional_text(text, step.key("nothing"))
    on = text("lesson.nothing_finish") if is_last else text("lesson.nothing_go_on")
    st.markdown(f"{why} {'' if step.is_own else on}")


def draw_noted(text: Text, asked: Posed, given: Answer) -> None:
    """Draw the learner's unjudged prediction while answers are hidden."""
    question, own = asked.question, own_words(text, asked, given)
    if isinstance(question, ShareQuestion) and isinstance(given, tuple):
        pairs = zip(question.options, given, strict=False)
        own = ", ".join(f"{token} {decimal(100 * share, 0)}%" for token, share in pairs)
    with st.container(border=True, gap="xsmall", key="lesson_noted"):
        st.text(text("lesson.own_answer", answer=own))
        st.caption(text("lesson.noted"))


def draw_verdict(text: Text, step: Step, asked: Posed, was_right: bool | None, key: str) -> None:
    """After the last word: both answers, the reason, and where the page shows it. `was_right` is
    None where nothing was answered.
    """
    known = asked.question
    given: Answer | None = st.session_state.get(f"{key}{GIVEN}")
    is_drawn = isinstance(known, Number) and known.axis is not None
    with st.container(border=True, gap="xsmall", key="lesson_told"):
        with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
            if was_right is None:
                st.markdown(text("lesson.solution"))
            else:
                later = "lesson.right_later" if is_right(known, given) else "lesson.not_first"
                st.markdown(text("lesson.right_first" if was_right else later), width="content")
            if given is not None and not is_drawn and (told := own_words(text, asked, given)):
                st.text(text("lesson.own_answer", answer=told))
            if isinstance(known, Number) and not is_drawn:
                st.text(text("lesson.value", value=format_solution(known)))
            elif isinstance(known, WordChoice) and was_right is not None:
                right = text(known.options[known.right])
                st.markdown(text("lesson.answer", answer=right), width="content")
            elif isinstance(known, StringChoice) and was_right is not None:
                st.text(text("lesson.token", token=known.options[known.right]))
        if isinstance(known, Number) and is_drawn:
            draw_bar(text, known, key, shown=True)
        elif isinstance(known, ShareQuestion) and isinstance(given, tuple):
            shared = decimal(100 * overlap(given, known.shares), 0)
            st.text(text("lesson.overlap", share=shared))
        elif isinstance(known, WordChoice | StringChoice) and was_right is None:
            _marked_options(text, known)
        st.text(explanation(text, step, asked))
        if see := optional_text(text, step.key("see")):
            st.markdown(f":material/location_searching: {see}")


def explanation(text: Text, step: Step, asked: Posed) -> str:
    """Return the explanation; some options have their own."""
    known, key = asked.question, step.key("tell")
    if isinstance(known, WordChoice):
        own = f"{key}_{known.options[known.right].rpartition('_')[2]}"
        key = own if own in strings(text.lang) else key
    return text(key, **asked.holes)


def _marked_options(text: Text, known: WordChoice | StringChoice) -> None:
    """List all options with the right one marked, for those who gave no answer."""
    is_right = [place == known.right for place in range(len(known.options))]
    if isinstance(known, StringChoice):
        pairs = zip(is_right, known.options, strict=True)
        st.text("\n".join(f"{'✓' if right else '○'} {option}" for right, option in pairs))
        return
    told = zip(is_right, map(text, known.options), strict=True)
    st.markdown("  \n".join(f"✓ **{one}**" if right else f"○ {one}" for right, one in told))


def tell_class(step: Step, question: Question, given: Answer, right: bool) -> None:
    """Record the answer in the class poll, if a teacher's link asks for it."""
    if not (code := teaching.current().poll):
        return
    if isinstance(given, tuple) or isinstance(question, ShareQuestion):
        told = "–"
    elif isinstance(question, Number):
        told = decimal(given, question.digits)
    else:
        told = question.options[int(given)] if 0 <= given < len(question.options) else ""
    session = st.session_state.setdefault(SESSION, secrets.token_hex(8))
    POLLS.vote(code, session, f"{step.lesson}.{step.id}", Vote(told, right))
