"""Which lesson is open and where the learner is in it; and how to go to a step.

The address holds all of it (`explainer.lessons.progress`). Within one visit of a page the session
leads, for the address a browser sends may be older than its last change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Final

import streamlit as st

from explainer.frame import address, navigation, teaching
from explainer.frame.address import visit
from explainer.frame.course import chapter_of
from explainer.frame.page import is_hidden as is_view_hidden
from explainer.frame.page import page_of
from explainer.frame.params import DEFAULTS
from explainer.frame.view import View
from explainer.lessons import SIZES
from explainer.lessons.parts import Answer, Lesson, Step
from explainer.lessons.progress import (
    DONE,
    NAMES,
    SCORE,
    Progress,
    begin,
    parse_done,
    parse_progress,
    to_address,
    with_done,
)
from explainer.text import Text

NOW: Final = "lesson_now"  # session: visit of the page, progress, broken names in the address
AGAIN: Final = "lesson_again"  # session: lesson, step, and the answer that was wrong there
ANSWER: Final = "lesson_answer_"  # session: the answer fields begin like this
REDRAW: Final = "lesson_redraw"  # session: the page below the panel is to change, too
EMPTY: Final = "lesson_empty"  # session: a check with nothing entered
CHECKED: Final = "lesson_checked"  # session: an answer was checked; the panel is yet to say so
OPENED: Final = "lesson_opened"  # session: lesson and step that was told without an answer
# What several pages call their place, and the last drawing of the first page.
PLACES: Final = ("kind", "layer", "head", "row", "col", "step")


def current() -> tuple[Progress | None, tuple[str, ...]]:
    """Return the open lesson, and the URL parameters ignored in this visit."""
    known = st.session_state.get(NOW)
    if known is None or known[0] != visit() or address.went_back():
        known = (visit(), *parse_progress(st.query_params.to_dict(), SIZES))
        st.session_state[NOW] = known
    _, progress, ignored = known
    return progress, ignored


def save_progress(progress: Progress | None) -> None:
    """Remember the progress and write it into the address; None closes the lesson on its page."""
    st.session_state[NOW] = (visit(), progress, ())
    wanted = _written(progress) if progress else {}
    for name in NAMES:
        if name not in wanted:
            st.query_params.pop(name, None)
        elif st.query_params.get(name) != wanted[name]:
            st.query_params[name] = wanted[name]


def _written(progress: Progress) -> dict[str, str]:
    """The address of the progress: where the answers are hidden it does not say what was right."""
    wanted = to_address(progress)
    if teaching.hides("answers"):
        wanted.pop(SCORE, None)
    return wanted


def finished_lessons() -> tuple[str, ...]:
    """Return the finished lessons, including one just finished."""
    written, progress = st.query_params.get(DONE, ""), current()[0]
    wanted = written if progress is None else with_done(written, progress, SIZES)
    if wanted != written:
        st.query_params[DONE] = wanted
    return parse_done(wanted, SIZES)


def go_to_page(text: Text, progress: Progress, page: str, params: Mapping[str, str]) -> None:
    """Open a page with its controls as the step wants them; what the step does not name begins
    anew. Sentence, model and settings stay.
    """
    kept = st.session_state.get("kept", {})  # of `frame.address`: controls of other pages
    for name in [*map(str, st.session_state), *kept]:
        if name.startswith(f"{page}_") or name in PLACES:
            _forget(name)
    for name in params:
        _forget(name)
    st.session_state[NOW] = (visit(), progress, ())
    carried = {
        name: value
        for name, value in st.query_params.to_dict().items()
        if name in navigation.CARRIED and name not in NAMES  # a score is a lesson's own
    }
    chapter = chapter_of(page)
    if chapter is None:  # a link to a lesson whose chapter is not there
        save_progress(None)
        return
    target = {**carried, **_written(progress), **params}
    st.switch_page(navigation.pages(text)[chapter.id], query_params=target)


def start_lesson(view: View, lesson: Lesson) -> None:
    """Start a lesson on its sentence with default search settings; a teacher's locks are kept."""
    forget_answers()
    fixed, params = teaching.current(), dict(lesson.steps[0].params)
    if not fixed.locks("settings"):
        _reset([field.name for field in fields(DEFAULTS)])
    if not fixed.locks("sentence"):
        params |= sentence_params(lesson.sentence(view.card))
    go_to_page(view.text, begin(lesson.id, len(lesson.steps)), lesson.steps[0].page, params)


def forget_answers() -> None:
    """Forget the answers of earlier visits."""
    for name in map(str, list(st.session_state)):
        if name in (AGAIN, OPENED) or name.startswith(ANSWER):
            st.session_state.pop(name, None)


def sentence_params(sentence: str) -> dict[str, str]:
    """Return the URL parameters of the lesson's sentence, and forget the user's own."""
    _reset(["s"])
    return {"s": sentence} if sentence else {}


def _reset(names: Sequence[str]) -> None:
    for name in names:
        _forget(name)
        st.query_params.pop(name, None)


def _forget(name: str) -> None:
    """Of a control: its value in the session and the one kept for pages that have it not."""
    st.session_state.pop(name, None)
    address.forget(name)


def is_hidden(step: Step) -> bool:
    """Return whether a teacher hides the view that a step asks about."""
    chapter = chapter_of(step.page)
    if chapter is None:
        return False
    page = page_of(chapter)
    first = next(iter(page.draw)) if isinstance(page.draw, Mapping) else ""
    return is_view_hidden(page, step.params.get(f"{step.page}_view", first))


def wrong_answer(progress: Progress) -> Answer | None:
    """Return the last answer to this step if it was wrong and may be retried."""
    lesson, at, answer = st.session_state.get(AGAIN, ("", 0, None))
    return answer if (lesson, at) == (progress.lesson, progress.at) else None


def is_told(progress: Progress) -> bool:
    """Return whether this step's answer is shown: given, skipped, or shown by a teacher's link."""
    if teaching.hides("answers"):
        return False
    is_opened = st.session_state.get(OPENED) == (progress.lesson, progress.at)
    is_done = progress.marks[progress.at] is not None and wrong_answer(progress) is None
    return is_done or is_opened or teaching.current().reveals("answers")


def record_answer(progress: Progress, given: Answer, is_right: bool) -> None:
    """Record an answer; only the first one of a step makes a mark. Where the answers are hidden it
    is noted, as often as it is given, and not judged.
    """
    if teaching.hides("answers"):
        save_progress(progress.with_noted_answer(given))
        st.session_state[REDRAW] = True
        return
    save_progress(progress.with_mark(is_right))
    if is_right:
        reveal_answer()
    else:
        st.session_state[AGAIN] = (progress.lesson, progress.at, given)


def reveal_answer() -> None:
    """Show the answer without further tries."""
    st.session_state.pop(AGAIN, None)
    st.session_state[REDRAW] = True


def open_page(progress: Progress) -> None:
    """Show the answer of a step although nothing was answered."""
    st.session_state[OPENED] = (progress.lesson, progress.at)
    reveal_answer()
