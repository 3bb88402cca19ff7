"""An answer to a lesson's question on its way to the teacher's screen."""

from __future__ import annotations

import secrets
from typing import Final

import streamlit as st

from explainer.frame import teaching
from explainer.lessons import lesson_of
from explainer.lessons.parts import Answer, Number, Painted, Question
from explainer.lessons.progress import Progress
from explainer.runs.polls import POLLS, Vote
from explainer.text.numbers import decimal

SESSION: Final = "lesson_session"  # session: a number of its own, so that nobody counts twice


def tell_class(progress: Progress, question: Question, given: Answer, right: bool) -> None:
    """Count the answer where a teacher's link asks for it."""
    if code := teaching.current().poll:
        session = st.session_state.setdefault(SESSION, secrets.token_hex(8))
        step = lesson_of(progress.lesson).steps[progress.at]
        POLLS.give(code, session, f"{step.lesson}.{step.id}", Vote(told(question, given), right))


def told(known: Question, given: Answer) -> str:
    """An answer as a poll counts it, in no language: choices in words by the key of their text."""
    if isinstance(given, tuple) or isinstance(known, Painted):
        return "–"
    if isinstance(known, Number):
        return decimal(given, known.digits)
    return known.options[int(given)] if 0 <= int(given) < len(known.options) else ""
