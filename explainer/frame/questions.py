"""Draw a question's answer fields, read the answers, explain wrong ones, and poll a class."""

from __future__ import annotations

import math
import secrets
from dataclasses import asdict, replace
from typing import Any, Final, TypeGuard

import streamlit as st

from explainer.drawings import Choice as Chosen
from explainer.drawings import drawing
from explainer.drawings.asked import Asks
from explainer.frame import teaching
from explainer.frame.chapter import SIGNS
from explainer.frame.terms import escape
from explainer.frame.view import View
from explainer.lessons.parts import (
    Answer,
    Axis,
    Choice,
    Number,
    Posed,
    Question,
    ShareQuestion,
    Step,
    is_right,
    overlap,
)
from explainer.runs.polls import POLLS, Vote
from explainer.text import Text, strings
from explainer.text.numbers import decimal

PICKED: Final = "_picked"  # session: behind the key of a figure or a bar, what was chosen
GIVEN: Final = "_given"  # session: behind the key, the prediction that was checked last
PRESSED: Final = "_pressed"  # session: behind the key of a count, the parts that were pressed
SESSION: Final = "lesson_session"  # session: a number of its own, so that nobody counts twice
MOST_COUNTED: Final = 200  # parts of a figure that are pressed and counted


def draw_field(view: View, asked: Posed, key: str) -> None:
    """Draw the controls that answer a question; `answer_of(key)` returns the answer."""
    question = asked.question
    if isinstance(question, Number):
        _number(view.text, question, key)
        if question.axis is not None:
            draw_bar(view.text, question, key)
    elif isinstance(question, Choice):
        _choice(view.text, asked, question, key)


def _choice(text: Text, asked: Posed, question: Choice, key: str) -> None:
    """Draw a radio button per option, side by side; tokens are escaped, as they are no Markdown."""
    given, places = _back(key), range(len(question.options))

    def name(place: int) -> str:
        option = question.told(text, place, asked.holes)
        return option if question.words else escape(option)

    st.session_state[key] = None if given is None else min(int(given), len(places) - 1)
    label = text("question.your_choice")
    st.radio(label, places, index=None, horizontal=True, format_func=name, **_field(key))


def _field(key: str) -> dict[str, Any]:
    """Return the arguments of a field whose value outlives it."""
    return {"key": key, "label_visibility": "collapsed", "on_change": _note, "args": (key,)}


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
    if isinstance(question, Choice) and question.words:
        return bool(step.figure and question.names)
    return bool(step.figure) and not is_pulled(question)


def is_pulled(question: Question) -> TypeGuard[Number]:
    """Return whether the reader answers by dragging a bar."""
    return isinstance(question, Number) and question.axis is not None


def asks_of(step: Step, question: Question, key: str, text: Text) -> Asks:
    """Return the question for a step's figure, with the answer so far."""
    known = Asks(step.figure, about=step.id)
    if not is_by_hand(step, question):
        return known

    def remember(sent: object) -> None:
        if (given := _read(sent, question, key)) is not None:
            st.session_state[f"{key}{PICKED}"] = given

    known = replace(known, given=answer_of(key), on_answer=remember)
    if isinstance(question, Number):
        pressed = st.session_state.get(f"{key}{PRESSED}", [])
        return replace(known, kind="cut" if question.uncut else "count", given=pressed)
    if isinstance(question, ShareQuestion):
        spoken = text.template("question.spoken")
        return replace(known, kind="shares", options=question.options, spoken=spoken)
    return replace(known, kind="one", options=question.names or question.options)


def _read(sent: object, question: Question, key: str) -> Answer | None:
    """Read an answer sent by a browser, None if it is none; pressed parts are counted."""
    if isinstance(question, ShareQuestion):
        return read_shares(sent, len(question.options))
    if isinstance(question, Choice):
        return read_place(sent, len(question.options))
    if not isinstance(sent, list | tuple) or len(sent) > MOST_COUNTED:
        return None
    pressed = [place for place in sent if read_place(place, MOST_COUNTED) is not None]
    st.session_state[f"{key}{PRESSED}"] = pressed
    return question.uncut + len(pressed)


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
    digits = question.digits
    label = text("question.your_number", digits=digits) if digits else text("question.your_count")
    st.session_state[key] = _back(key)
    st.number_input(
        label,
        value=None,
        step=10.0**-digits,
        format=f"%.{digits}f",
        width=270,
        placeholder=label,
        **_field(key),
    )


def draw_bar(text: Text, question: Number, key: str, shown: bool = False) -> None:
    """Draw a bar to drag to a number; if `shown`, with the model's bar below it."""
    own = st.session_state.get(f"{key}{GIVEN}") if shown else answer_of(key)
    assert question.axis is not None
    axis = in_words(text, question.axis)

    def remember(choice: Chosen) -> None:
        if (number := read_number(choice.get("own"), question)) is not None:
            st.session_state[key] = st.session_state[f"{key}{PICKED}"] = number

    drawing(
        "pullbar",
        {**asdict(axis), "digits": question.digits, "model": question.right if shown else None},
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


def reply(text: Text, step: Step, asked: Posed, given: Answer) -> str:
    """Return the reply to a wrong answer: why that option is wrong, or too small or too large."""
    known = asked.question
    if isinstance(given, tuple) or isinstance(known, ShareQuestion):
        return text("question.other_share")
    if isinstance(known, Number):
        side = "small" if given < known.right else "large"
        told = text.each("question.too_*", "small", "large")[side]
        return f"{told} {optional_text(text, step.key(side), **asked.holes)}".strip()
    why = f"{known.options[int(given)]}_why" if known.words else ""
    return optional_text(text, why) or text("question.other")


def restore(key: str, given: Answer) -> None:
    """Restore a prediction from the URL into its field, until the reader chooses another."""
    st.session_state.setdefault(f"{key}{GIVEN}", given)
    if answer_of(key) is None:
        st.session_state[f"{key}{PICKED}"] = given


def optional_text(text: Text, key: str, **holes: object) -> str:
    """Return a text that may be missing."""
    return text(key, **holes) if key in strings(text.lang) else ""


def draw_named(question: Question) -> None:
    """Explain the figure's short names of the options, if they need it."""
    if isinstance(question, Choice) and question.names and not question.words:
        st.code("\n".join(question.options), language=None)


def draw_by_hand(text: Text, question: Question) -> None:
    """Explain how to answer in the figure."""
    if isinstance(question, ShareQuestion):
        way = "paint"
    elif isinstance(question, Choice):
        way = "press"
    else:
        way = "pull" if is_pulled(question) else "cut" if question.uncut else "count"
    ways = text.each("lesson.*_figure", "paint", "press", "pull", "cut", "count")
    st.markdown(f"↓ {ways[way]}")


def draw_nothing(text: Text, step: Step, is_hidden: bool, is_last: bool) -> None:
    """Explain why a step has no question; `is_hidden`: a teacher hides its view."""
    st.info(text("lesson.nothing"), icon=":material/skip_next:")
    why = text("lesson.nothing_hidden") if is_hidden else optional_text(text, step.key("nothing"))
    on = text("lesson.nothing_finish") if is_last else text("lesson.nothing_go_on")
    st.markdown(f"{why} {'' if step.is_own else on}")


def draw_noted(text: Text, asked: Posed, given: Answer) -> None:
    """Draw the learner's unjudged prediction while answers are hidden."""
    with st.container(border=True, gap="xsmall", key="lesson_noted"):
        own = asked.question.told(text, given, asked.holes)
        st.text(text("lesson.own_answer", answer=own))
        st.caption(text("lesson.noted"))


def draw_verdict(text: Text, step: Step, asked: Posed, was_right: bool | None, key: str) -> None:
    """After the last word: both answers, the reason, and where the page shows it. `was_right` is
    None where nothing was answered.
    """
    known = asked.question
    given: Answer | None = st.session_state.get(f"{key}{GIVEN}")
    with st.container(border=True, gap="xsmall", key="lesson_told"):
        if was_right is None:
            st.markdown(text("lesson.solution"))
        else:
            later = "lesson.right_later" if is_right(known, given) else "lesson.not_first"
            st.markdown(text("lesson.right_first" if was_right else later))
        if is_pulled(known):
            draw_bar(text, known, key, shown=True)
        elif isinstance(known, ShareQuestion):
            if isinstance(given, tuple):
                shared = decimal(100 * overlap(given, known.shares), 0)
                st.text(text("lesson.overlap", share=shared))
        else:
            if given is not None and (own := known.told(text, given, asked.holes)):
                st.text(text("lesson.own_answer", answer=own))
            _draw_right(text, asked, known, was_right is None)
        st.text(explanation(text, step, asked))
        if see := optional_text(text, step.key("see")):
            st.markdown(f":material/location_searching: {see}")


def _draw_right(text: Text, asked: Posed, known: Choice | Number, is_solution: bool) -> None:
    """Say what is right; all options with the right one marked for those who gave no answer."""
    if isinstance(known, Choice) and is_solution:
        lines = (
            f"{SIGNS[place == known.right or None]} {known.told(text, place, asked.holes)}"
            for place in range(len(known.options))
        )
        st.text("\n".join(lines))
    else:
        st.text(text("lesson.answer", answer=known.told(text, known.right, asked.holes)))


def explanation(text: Text, step: Step, asked: Posed) -> str:
    """Return the explanation; some options have their own."""
    known, key = asked.question, step.key("tell")
    if isinstance(known, Choice) and known.words:
        own = f"{key}_{known.options[known.right].rpartition('_')[2]}"
        key = own if own in strings(text.lang) else key
    return text(key, **asked.holes)


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
