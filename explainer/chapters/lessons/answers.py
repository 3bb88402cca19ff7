"""How a prediction is given and what is said to it: choices, numbers, pieces."""

from __future__ import annotations

import math
from string import ascii_uppercase
from typing import Final

import streamlit as st

from explainer.components.chips import Chip, ChipRow, chips
from explainer.frame.view import View
from explainer.lessons.parts import Asked, Listed, Number, Question, Step, Words, solution
from explainer.text import Text

PICKED: Final = "_picked"  # session: behind the key of chips, the chosen place
SHORT: Final = 14  # characters of an option that still looks like a chip


def draw_answer(view: View, question: Question, key: str) -> None:
    """The field of a question; `answer_of(key)` tells what stands in it."""
    text = view.text
    if isinstance(question, Number):
        _number(text, question, key)
    elif isinstance(question, Words):
        st.radio(
            text("lesson.your_choice"),
            range(len(question.options)),
            index=None,
            key=key,
            format_func=lambda place: text(question.options[place]),
        )
    elif max(map(len, question.options)) <= SHORT:
        _chips(view, question, key)
    else:
        _lettered_options(text, question, key)


def answer_of(key: str) -> float | None:
    """What was typed or chosen; None before that. What a browser sends may be anything."""
    given = st.session_state.get(f"{key}{PICKED}", st.session_state.get(key))
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    return float(given) if is_number and math.isfinite(given) else None


def _number(text: Text, question: Number, key: str) -> None:
    step = 1.0 if question.digits == 0 else 10.0**-question.digits
    label = (
        text("lesson.your_count")
        if question.digits == 0
        else text("lesson.your_number", digits=question.digits)
    )
    st.number_input(
        label,
        value=None,
        step=step,
        format=f"%.{question.digits}f",
        key=key,
        width=300,
        placeholder=text("lesson.type"),
    )


def _lettered_options(text: Text, question: Listed, key: str) -> None:
    """Long options as lines with letters, all in sight; a letter is chosen."""
    letters = ascii_uppercase[: len(question.options)]
    lines = zip(letters, question.options, strict=True)
    st.code("\n".join(f"{letter}  {option}" for letter, option in lines), language=None)
    st.radio(
        text("lesson.your_choice"),
        range(len(letters)),
        index=None,
        key=key,
        horizontal=True,
        format_func=letters.__getitem__,
    )


def _chips(view: View, question: Listed, key: str) -> None:
    """Pieces look as they do on the page; a click chooses one."""
    chosen = answer_of(key)

    def remember(place: tuple[int, int]) -> None:
        st.session_state[f"{key}{PICKED}"] = place[1]

    label = view.text("lesson.your_choice")
    st.caption(label)
    chips(
        rows=[ChipRow("", [Chip(option, "source") for option in question.options])],
        title=label,
        dark=view.dark,
        key=key,
        chosen=None if chosen is None else (0, int(chosen)),
        on_pick=remember,
    )


def draw_verdict(text: Text, step: Step, question: Asked, was_right: bool | None) -> None:
    """After the last word: the answer, the reason, and where the page shows it."""
    known = question.question
    with st.container(border=True, gap="xsmall", key="lesson_told"):
        st.markdown(text("lesson.right_first") if was_right else text("lesson.not_first"))
        if isinstance(known, Number):
            st.text(text("lesson.value", value=solution(known)))
        elif isinstance(known, Words):
            st.markdown(text("lesson.answer", answer=text(known.options[known.right])))
        else:
            st.text(text("lesson.piece", piece=known.options[known.right]))
        st.text(text(step.key("tell"), **question.holes))
        st.markdown(f":material/location_searching: {text(step.key('see'))}")


def draw_hint(text: Text, question: Question, given: float) -> None:
    """To a wrong answer: on which side it lies."""
    line = text("lesson.try_again")
    if isinstance(question, Number):
        too_small = given < question.value
        line = text("lesson.too_small") if too_small else text("lesson.too_large")
    st.warning(line, icon=":material/replay:")
