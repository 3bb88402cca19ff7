"""Draw a question's answer fields, read the answers, and explain wrong ones."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Final, TypeGuard

import streamlit as st

from explainer.drawings import Choice, drawing
from explainer.drawings.asked import Asks, Kind
from explainer.frame.chips import Chip, ChipRow, chips
from explainer.frame.view import View
from explainer.lessons.parts import (
    Answer,
    Axis,
    Number,
    Posed,
    Question,
    ShareQuestion,
    Step,
    StringChoice,
    WordChoice,
)
from explainer.text import Text, strings
from explainer.text.numbers import decimal

PICKED: Final = "_picked"  # session: behind the key of chips or bars, what was chosen
GIVEN: Final = "_given"  # session: behind the key, the prediction that was checked last
PRESSED: Final = "_pressed"  # session: behind the key of a count, the parts that were pressed
MOST_COUNTED: Final = 200  # parts of a figure that are pressed and counted


def draw_field(view: View, asked: Posed, key: str) -> None:
    """Draw the controls that answer a question; `answer_of(key)` returns the answer."""
    question = asked.question
    if isinstance(question, Number):
        _number(view.text, question, key)
        if question.axis is not None:
            draw_bar(view.text, question, key)
    elif isinstance(question, WordChoice):
        _choice(view.text, question.options, key, asked.holes)
    elif isinstance(question, StringChoice):
        _chips(view, question, key)


def _choice(text: Text, options: Sequence[str], key: str, holes: Mapping[str, str]) -> None:
    """Draw a radio button per worded option, side by side."""
    given = _back(key)
    st.session_state[key] = None if given is None else min(int(given), len(options) - 1)
    st.radio(
        text("question.your_choice"),
        range(len(options)),
        index=None,
        key=key,
        horizontal=True,
        label_visibility="collapsed",
        format_func=lambda place: text(options[place], **holes),
        on_change=_note,
        args=(key,),
    )


def _note(key: str) -> None:
    st.session_state[f"{key}{PICKED}"] = st.session_state[key]


def _back(key: str) -> float | None:
    """Return the number in a field, also if the field was not drawn for a while."""
    given = answer_of(key)
    return None if isinstance(given, tuple) else given


def answer_of(key: str) -> Answer | None:
    """Return what was typed, chosen or painted; None before that. Untrusted input."""
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


def is_by_hand(step: Step, question: Question) -> bool:
    """Return whether the reader answers by pressing parts of the figure."""
    if isinstance(question, WordChoice):
        has_parts = bool(question.names)
    else:
        has_parts = not isinstance(question, Number) or question.axis is None
    return bool(step.figure) and has_parts


def is_pulled(question: Question) -> bool:
    """Return whether the reader answers by dragging a bar."""
    return isinstance(question, Number) and question.axis is not None


def asks_of(text: Text, step: Step, question: Question, key: str) -> Asks:
    """Return the question for a step's figure, with the answer so far."""
    known = Asks(step.figure)
    if not is_by_hand(step, question):
        return known
    if isinstance(question, Number):
        return _asks_count(known, question, key)
    count = len(question.options)

    def remember(sent: object) -> None:
        given = (
            read_shares(sent, count)
            if isinstance(question, ShareQuestion)
            else read_place(sent, count)
        )
        if given is not None:
            st.session_state[f"{key}{PICKED}"] = given

    known = replace(known, options=question.options, given=answer_of(key), on_answer=remember)
    if isinstance(question, ShareQuestion):
        return replace(known, kind="shares", spoken=text.template("question.spoken"))
    named = question.names or question.options
    return replace(known, kind="one", options=named)


def _asks_count(known: Asks, question: Number, key: str) -> Asks:
    """Return a counting question, answered by pressing parts or the places of cuts."""

    def remember(sent: object) -> None:
        if isinstance(sent, list | tuple) and len(sent) <= MOST_COUNTED:
            pressed = [place for place in sent if read_place(place, MOST_COUNTED) is not None]
            st.session_state[f"{key}{PRESSED}"] = pressed
            st.session_state[f"{key}{PICKED}"] = question.uncut + len(pressed)

    pressed = st.session_state.get(f"{key}{PRESSED}", [])
    kind: Kind = "cut" if question.uncut else "count"
    return replace(known, kind=kind, given=pressed, on_answer=remember)


def read_shares(sent: object, count: int) -> tuple[float, ...] | None:
    """Parse `count` bar heights into shares that sum to 1; None if invalid. Untrusted input."""
    if not isinstance(sent, list | tuple) or len(sent) != count:
        return None
    heights = [float(one) for one in sent if _is_number(one) and 0 <= one <= 1]
    if len(heights) < count or not any(heights):
        return None
    return tuple(one / sum(heights) for one in heights)


def read_place(value: object, count: int) -> int | None:
    """Parse the index of one of `count` options; None if invalid. Untrusted input."""
    return value if type(value) is int and 0 <= value < count else None


def _number(text: Text, question: Number, key: str) -> None:
    step = 1.0 if question.digits == 0 else 10.0**-question.digits
    label = (
        text("question.your_count")
        if question.digits == 0
        else text("question.your_number", digits=question.digits)
    )

    st.session_state[key] = _back(key)
    st.number_input(
        label,
        value=None,
        step=step,
        format=f"%.{question.digits}f",
        key=key,
        width=270,
        label_visibility="collapsed",
        placeholder=label,
        on_change=_note,
        args=(key,),
    )


def draw_bar(text: Text, question: Number, key: str, shown: bool = False) -> None:
    """Draw a bar to drag to a number; if `shown`, with the model's bar below it."""
    own = st.session_state.get(f"{key}{GIVEN}") if shown else answer_of(key)
    assert question.axis is not None
    axis = in_words(text, question.axis)

    def remember(choice: Choice) -> None:
        if (number := read_number(choice.get("own"), question)) is not None:
            st.session_state[key] = st.session_state[f"{key}{PICKED}"] = number

    drawing(
        "pullbar",
        {**asdict(axis), "digits": question.digits, "model": question.value if shown else None},
        words=text.section("drawings.pullbar"),
        key=f"{key}_pulled" if shown else f"{key}_pull",
        chosen={"own": None if isinstance(own, tuple) else own},
        on_choice=remember,
    )


def read_number(sent: object, question: Number) -> float | None:
    """Parse a number on the question's axis and round it; None if invalid. Untrusted input."""
    axis = question.axis
    if axis is None or not _is_number(sent) or not axis.low <= sent <= axis.high:
        return None
    return round(float(sent), question.digits)


def in_words(text: Text, axis: Axis) -> Axis:
    """Translate the names of an axis's reference bars; names without a text are symbols."""
    named = [(text(name) if name in strings(text.lang) else name, at) for name, at in axis.given]
    return replace(axis, given=tuple(named))


def _chips(view: View, question: StringChoice, key: str) -> None:
    """Draw an option per token chip; a click chooses one."""
    chosen = answer_of(key)

    def remember(place: tuple[int, int]) -> None:
        st.session_state[f"{key}{PICKED}"] = place[1]

    chips(
        rows=[ChipRow("", [Chip(option, "source") for option in question.options])],
        title=view.text("question.your_choice"),
        key=key,
        chosen=(0, int(chosen)) if isinstance(chosen, float) else None,
        on_pick=remember,
    )


def own_words(text: Text, asked: Posed, given: Answer) -> str:
    """Return an answer as text; "" for shares, which only the figure shows."""
    known = asked.question
    if isinstance(known, ShareQuestion) or isinstance(given, tuple):
        return ""
    if isinstance(known, Number):
        return decimal(given, known.digits)
    if not 0 <= int(given) < len(known.options):
        return ""
    option = known.options[int(given)]
    return text(option, **asked.holes) if isinstance(known, WordChoice) else option


def reply(text: Text, step: Step, asked: Posed, given: Answer) -> str:
    """Return the reply to a wrong answer: why that option is wrong, or too small or too large."""
    known = asked.question
    if isinstance(given, tuple) or isinstance(known, ShareQuestion):
        return text("question.other_share")
    if isinstance(known, Number):
        side = text("question.too_small" if given < known.value else "question.too_large")
        own = step.key("small" if given < known.value else "large")
        return f"{side} {text(own, **asked.holes)}" if own in strings(text.lang) else side
    why = f"{known.options[int(given)]}_why" if isinstance(known, WordChoice) else ""
    return text(why if why in strings(text.lang) else "question.other")


def restore(key: str, given: Answer) -> None:
    """Restore a prediction from the URL into its field, until the reader chooses another."""
    st.session_state.setdefault(f"{key}{GIVEN}", given)
    if answer_of(key) is None:
        st.session_state[f"{key}{PICKED}"] = given
