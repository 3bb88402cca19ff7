"""How a prediction is given and what is said to it: choices, numbers, tokens."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from string import ascii_uppercase
from typing import Final, TypeGuard

import streamlit as st

from explainer.chapters.lessons.paintrow import paintrow, read_shares
from explainer.chapters.lessons.pullbar import pullbar
from explainer.components.veil import Asks
from explainer.frame.chips import Chip, ChipRow, chips
from explainer.frame.view import View
from explainer.lessons import can_be_empty
from explainer.lessons.parts import (
    Answer,
    Asked,
    Axis,
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

PICKED: Final = "_picked"  # session: behind the key of chips or bars, what was chosen
GIVEN: Final = "_given"  # session: behind the key, the prediction that was checked last
PRESSED: Final = "_pressed"  # session: behind the key of a count, the parts that were pressed
MOST_COUNTED: Final = 200  # parts of a figure that are pressed and counted
SHORT: Final = 14  # characters of an option that still looks like a chip


def draw_answer(view: View, question: Question, key: str) -> None:
    """The field of a question; `answer_of(key)` tells what stands in it."""
    text = view.text
    if isinstance(question, Number):
        _number(text, question, key)
        if question.axis is not None:
            _pull(view, question, key)
    elif isinstance(question, Painted):
        _bars(view, question, key)
    elif isinstance(question, Words):
        st.radio(
            text("lesson.your_choice"),
            range(len(question.options)),
            index=None,
            key=key,
            horizontal=True,
            label_visibility="collapsed",
            format_func=lambda place: text(question.options[place]),
        )
    elif _is_long(question):
        _letters(text, question, key)
    else:
        _chips(view, question, key)


def answer_of(key: str) -> Answer | None:
    """What was typed, chosen or painted; None before that. A browser may send anything."""
    typed = st.session_state.get(key)
    noted = st.session_state.get(f"{key}{PICKED}")
    if isinstance(noted, tuple):
        return noted
    # What stands in a field comes before what was noted of it.
    return next((float(one) for one in (typed, noted) if _is_number(one)), None)


def _is_number(given: object) -> TypeGuard[float]:
    if isinstance(given, bool) or not isinstance(given, int | float):
        return False
    return math.isfinite(given)


def _code(lines: Iterable[str]) -> None:
    st.code("\n".join(lines), language=None)


def draw_options(text: Text, question: Question, by_hand: bool) -> None:
    """What is chosen from, where neither the figure nor the field says it whole."""
    if not isinstance(question, Listed):
        return
    if by_hand and question.names:
        _code(question.options)
    elif not by_hand and _is_long(question):
        lines = zip(ascii_uppercase, question.options, strict=False)
        _code(f"{letter}  {option}" for letter, option in lines)


def _is_long(question: Listed) -> bool:
    """Whether its options are too long for chips: then they are lines with letters."""
    return max(map(len, question.options)) > SHORT


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


def asked_by_hand(text: Text, question: Question, key: str) -> Asks | None:
    """The question as the veiled figure's own parts take it; None for what they cannot take."""
    if isinstance(question, Words) and not question.names:
        return None
    if isinstance(question, Number) and question.axis is not None:
        return None
    if isinstance(question, Number):
        return _asks_count(question, key)
    count = len(question.options)

    def remember(sent: object) -> None:
        answer = (
            read_shares(sent, count) if isinstance(question, Painted) else read_place(sent, count)
        )
        if answer is not None:
            st.session_state[f"{key}{PICKED}"] = answer

    if isinstance(question, Painted):
        spoken = text.template("lesson.paint_spoken")
        return Asks("shares", question.options, answer_of(key), remember, spoken)
    return Asks("one", question.names or question.options, answer_of(key), remember)


def _asks_count(question: Number, key: str) -> Asks:
    """A count, given by pressing what is counted, or where it is cut."""

    def remember(sent: object) -> None:
        if isinstance(sent, list | tuple) and len(sent) <= MOST_COUNTED:
            pressed = [place for place in sent if read_place(place, MOST_COUNTED) is not None]
            st.session_state[f"{key}{PRESSED}"] = pressed
            st.session_state[f"{key}{PICKED}"] = question.uncut + len(pressed)

    return Asks(
        "cut" if question.uncut else "count",
        (),
        st.session_state.get(f"{key}{PRESSED}", []),
        remember,
    )


def read_place(value: object, count: int) -> int | None:
    """What a browser sent as the place of one of `count` options; None for anything else."""
    return value if type(value) is int and 0 <= value < count else None


def _number(text: Text, question: Number, key: str) -> None:
    step = 1.0 if question.digits == 0 else 10.0**-question.digits
    label = (
        text("lesson.your_count")
        if question.digits == 0
        else text("lesson.your_number", digits=question.digits)
    )

    def note() -> None:
        st.session_state[f"{key}{PICKED}"] = st.session_state[key]

    if key not in st.session_state:  # a field that was away for a while is empty
        st.session_state[key] = answer_of(key)
    st.number_input(
        label,
        value=None,
        step=step,
        format=f"%.{question.digits}f",
        key=key,
        width=270,
        label_visibility="collapsed",
        placeholder=label,
        on_change=note,
    )


def _pull(view: View, question: Number, key: str, shown: bool = False) -> None:
    """A bar that is pulled to the number; `shown`, the model's stands below it."""
    text = view.text
    own = st.session_state.get(f"{key}{GIVEN}") if shown else answer_of(key)
    if question.axis is not None:
        question = replace(question, axis=in_words(text, question.axis))

    def remember(number: float) -> None:
        st.session_state[key] = st.session_state[f"{key}{PICKED}"] = number

    pullbar(
        question=question,
        own=None if isinstance(own, tuple) else own,
        shown=shown,
        words={
            "title": text("lesson.your_choice"),
            "hint": text("lesson.pull_hint"),
            "own": text("lesson.own"),
            "model": text("lesson.models"),
        },
        dark=view.dark,
        key=f"{key}_pulled" if shown else f"{key}_pull",
        on_pull=remember,
    )


def in_words(text: Text, axis: Axis) -> Axis:
    """Its bars named in the reader's language: one that is no symbol has the key of a text."""
    named = [(text(name) if name in strings(text.lang) else name, at) for name, at in axis.given]
    return replace(axis, given=tuple(named))


def _letters(text: Text, question: Listed, key: str) -> None:
    """Of the lines that stand above."""
    letters = ascii_uppercase[: len(question.options)]
    st.radio(
        text("lesson.your_choice"),
        range(len(letters)),
        index=None,
        key=key,
        horizontal=True,
        label_visibility="collapsed",
        format_func=letters.__getitem__,
    )


def _chips(view: View, question: Listed, key: str) -> None:
    """Tokens look as they do on the page; a click chooses one."""
    chosen = answer_of(key)

    def remember(place: tuple[int, int]) -> None:
        st.session_state[f"{key}{PICKED}"] = place[1]

    chips(
        rows=[ChipRow("", [Chip(option, "source") for option in question.options])],
        title=view.text("lesson.your_choice"),
        key=key,
        chosen=(0, int(chosen)) if isinstance(chosen, float) else None,
        on_pick=remember,
    )


def _bars(view: View, question: Painted, key: str, shown: bool = False) -> None:
    """A bar over each token, to be painted; `shown`, the model's stand beside them."""
    text, painted = view.text, answer_of(key)

    def remember(shares: tuple[float, ...]) -> None:
        st.session_state[f"{key}{PICKED}"] = shares

    paintrow(
        tokens=question.options,
        painted=painted if isinstance(painted, tuple) else None,
        shares=question.shares if shown else None,
        words={
            "title": text("lesson.paint_title"),
            "hint": text("lesson.paint_hint"),
            "own": text("lesson.own"),
            "model": text("lesson.models"),
            "spoken": text.template("lesson.paint_spoken"),
        },
        dark=view.dark,
        key=f"{key}_shown" if shown else key,
        on_paint=remember,
    )


def _own_words(text: Text, known: Question, given: Answer) -> str:
    """The learner's last prediction as it is told; "" for bars, which are drawn."""
    if isinstance(known, Painted) or isinstance(given, tuple):
        return ""
    if isinstance(known, Number):
        return decimal(given, known.digits)
    if not 0 <= int(given) < len(known.options):
        return ""
    option = known.options[int(given)]
    return text(option) if isinstance(known, Words) else option


def restore(question: Question, key: str, given: Answer) -> None:
    """A prediction that the address has kept stands in the field again, until another is chosen."""
    st.session_state.setdefault(f"{key}{GIVEN}", given)
    if answer_of(key) is not None:
        return
    st.session_state[f"{key}{PICKED}"] = given
    if not isinstance(question, Words | Listed) or not isinstance(given, float):
        return
    in_words = isinstance(question, Words) or _is_long(question)
    if in_words and 0 <= given < len(question.options):
        st.session_state[key] = int(given)


def draw_nothing(text: Text, step: Step, is_hidden: bool, is_last: bool) -> None:
    """Why a step asks nothing, and what to do; `is_hidden` where a teacher hides its view."""
    why = text("lesson.nothing_hidden")
    if not is_hidden and can_be_empty(step.lesson, step.id):
        why = text(step.key_nothing)
    st.info(text("lesson.nothing"), icon=":material/skip_next:")
    on = text("lesson.nothing_finish") if is_last else text("lesson.nothing_go_on")
    st.markdown(f"{why} {on}")


def draw_noted(text: Text, question: Question, given: Answer) -> None:
    """The learner's own prediction, where the answers are hidden."""
    own = _own_words(text, question, given)
    if isinstance(question, Painted) and isinstance(given, tuple):
        pairs = zip(question.options, given, strict=False)
        own = ", ".join(f"{token} {decimal(100 * share, 0)}%" for token, share in pairs)
    with st.container(border=True, gap="xsmall", key="lesson_noted"):
        st.text(text("lesson.own_answer", answer=own))
        st.caption(text("lesson.noted"))


def draw_verdict(view: View, step: Step, question: Asked, was_right: bool | None, key: str) -> None:
    """After the last word: both answers, the reason, and where the page shows it. `was_right` is
    None where nothing was answered and a teacher's link shows it.
    """
    text, known = view.text, question.question
    given: Answer | None = st.session_state.get(f"{key}{GIVEN}")
    with st.container(border=True, gap="xsmall", key="lesson_told"):
        with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
            if was_right is None:
                st.markdown(f":material/cast_for_education: {text('lesson.solution')}")
            else:
                later = "lesson.right_later" if is_right(known, given) else "lesson.not_first"
                st.markdown(text("lesson.right_first" if was_right else later), width="content")
            is_drawn = isinstance(known, Number) and known.axis is not None
            if given is not None and not is_drawn and (told := _own_words(text, known, given)):
                st.text(text("lesson.own_answer", answer=told))
            if not is_drawn:
                _right_words(text, known, was_right)
        if is_drawn and isinstance(known, Number):
            _pull(view, known, key, shown=True)
        if isinstance(known, Painted):
            _bars(view, known, key, shown=True)
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


def draw_hint(text: Text, question: Question, given: Answer) -> None:
    """To a wrong answer: on which side it lies."""
    line = text("lesson.try_again")
    if isinstance(question, Number) and not isinstance(given, tuple):
        too_small = given < question.value
        line = text("lesson.too_small") if too_small else text("lesson.too_large")
    st.warning(line, icon=":material/replay:")
