"""The panel of a question above the real page: look, predict, check, go on.

Answers are compared with the numbers of the run on screen. Tokens and sentences are shown by
st.text, a list box or chips, never as Markdown.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final, Literal

import streamlit as st

from explainer.chapters.lessons import state
from explainer.chapters.lessons.questions import question_of
from explainer.drawings.asked import GHOST
from explainer.frame import address, chapter, questions, teaching
from explainer.frame.course import Chapter, chapter_of
from explainer.frame.page import page_of, render_figure
from explainer.frame.view import View
from explainer.lessons import find_lesson, first_question
from explainer.lessons.parts import Choice, Lesson, Posed, Step, is_right, step_params
from explainer.lessons.progress import LESSON, Progress, begin
from explainer.runs.gate import Busy, say_busy
from explainer.text import Text

HERE: Final = "●"
HOME: Final = "lessons"  # the page of all lessons


def _step(progress: Progress) -> Step:
    return find_lesson(progress.lesson).steps[progress.at]


def is_here(spec: Chapter) -> bool:
    """Return whether the panel of a lesson is on this page."""
    progress = state.current()[0]
    return progress is not None and not progress.is_over and _step(progress).page == spec.id


def panel(view: View, spec: Chapter) -> bool:
    """Draw the open lesson, if there is one; whether the page may be drawn below it.

    Until something is answered the figure that asks stands there alone.
    """
    progress, ignored = state.current()
    st.session_state.pop(GHOST, None)
    if ignored:
        address.say_ignored(view.text, *ignored)
    if progress is None or spec.id == HOME:
        return True
    lesson = find_lesson(progress.lesson)
    if not is_here(spec):
        if lesson.is_own:
            state.save_progress(None)
        else:
            _way_back(view.text, lesson, progress)
        return True
    step = _step(progress)
    try:
        question = _question_of(view, step)
    except Busy:
        say_busy(view.text, "lesson")
        return True
    if question is not None:
        progress = _judged(progress, question)
        _show(step, question, progress)
    _card(view, question)
    if question is None:
        return True
    if state.is_told(progress):
        _keep_ghost(view.text, step, question, progress)
        return True
    _asked_figure(view, spec, question)
    return False


def invite(view: View, spec: Chapter) -> None:
    """Draw a link to the chapter's first question, unless questions or answers are hidden."""
    step, shown = first_question(spec.id), teaching.current()
    if step is None or LESSON in st.query_params or shown.present or teaching.hides("answers"):
        return
    if not _can_ask(view, step):
        return
    text, lesson = view.text, find_lesson(step.lesson)
    told = f"**{text('chapter.predict')}.** {text(step.key('title'))}"
    if st.button(told, key="predict_open", icon=":material/edit:"):
        at = list(lesson.steps).index(step)
        state.forget_answers()
        progress = begin(lesson.id, len(lesson.steps)).at_step(at)
        state.go_to_page(text, progress, spec.id, step.params)


def _can_ask(view: View, step: Step) -> bool:
    """Whether there is a translation, where the question is about one, and no teacher hides it."""
    spec = chapter_of(step.page)
    if spec is None or state.is_hidden(step):
        return False
    page = page_of(spec)
    is_free = step.is_own and not page.needs_translation
    return view.maybe_translation is not None or is_free


def _question_of(view: View, step: Step) -> Posed | None:
    """None where there is nothing to predict. Raises Busy."""
    return question_of(view, step) if _can_ask(view, step) else None


def _keep_ghost(text: Text, step: Step, question: Posed, progress: Progress) -> None:
    """What the learner drew stays on the figure, while that shows what it was about."""
    key, place = _key(progress), step_params(step, question, True)
    is_given = f"{key}{questions.GIVEN}" in st.session_state
    if not is_given or not questions.is_by_hand(step, question.question):
        return

    def stands() -> bool:
        return all(address.value_of(name) in (value, None) for name, value in place.items())

    asks = questions.asks_of(step, question.question, key, text)
    st.session_state[GHOST] = replace(asks, stands=stands)


def _judged(progress: Progress, question: Posed) -> Progress:
    """What was noted while the answers were hidden gets its mark once they no longer are."""
    given = progress.noted_answer
    if given is None or teaching.hides("answers") or progress.marks[progress.at] is not None:
        return progress
    if not teaching.current().reveals("answers"):
        progress = progress.with_mark(is_right(question.question, given))
        state.save_progress(progress)
    return progress


@chapter.panel
def _asked_figure(view: View, spec: Chapter, question: Posed) -> None:
    """What is answered stands in a frame; an answer given in it leaves the rest alone."""
    text, progress, known = view.text, state.current()[0], question.question
    assert progress is not None and not progress.is_over
    if state.CHECKED in st.session_state:
        # The press came while the field that it took the focus from was sent: of two fragments that
        # are due Streamlit may draw this one alone.
        st.rerun()
    step, key = _step(progress), _key(progress)
    if not step.figure and not questions.is_pulled(known):
        return
    with st.container(border=True, key="lesson_asked"):
        if questions.is_pulled(known):
            questions.draw_field(view, question, key)
        if step.figure:
            asks = questions.asks_of(step, known, key, text)
            render_figure(spec, view, step.figure, asks)


def _key(progress: Progress) -> str:
    """Of the answer to the step, in the session."""
    return f"{state.ANSWER}{progress.lesson}_{progress.at}"


def _show(step: Step, question: Posed, progress: Progress) -> None:
    """What the question is about is what the page opens on, however one came there, and until it is
    answered what it stays on. Afterwards a reader moves on freely; a link that shows the answer
    opens it on what follows the answer, also where it was copied from the view before.
    """
    is_covering = not state.is_told(progress)
    copied = step.params if teaching.current().reveals("answers") else {}
    for name, value in step_params(step, question, state.is_told(progress)).items():
        if is_covering and address.value_of(name) != value:
            address.give(name, value)
        is_unsaid = st.query_params.get(name) in (None, copied.get(name))
        if address.url_wins(name) and is_unsaid:
            st.query_params[name] = value


def _way_back(text: Text, lesson: Lesson, progress: Progress) -> None:
    """On another page: the lesson waits, in one line."""
    with st.container(
        border=True, horizontal=True, vertical_alignment="center", gap="small", key="lesson_away"
    ):
        line = "lesson.over_line" if progress.is_over else "lesson.away"
        st.markdown(text(line, **_place(text, lesson, progress)), width="stretch")
        label = text("lesson.result") if progress.is_over else text("lesson.back_to_it")
        if st.button(label, key="lesson_return", icon=":material/undo:"):
            go_to_step(text, progress)
        _leave(text, lesson)


def _place(text: Text, lesson: Lesson, progress: Progress) -> dict[str, object]:
    """Which step of which lesson, for the holes of a text."""
    name = text(lesson.key("name"))
    return {"lesson": name, "step": progress.at + 1, "steps": len(lesson.steps)}


@chapter.panel
def _card(view: View, question: Posed | None) -> None:
    text, progress = view.text, state.current()[0]
    assert progress is not None and not progress.is_over
    lesson, step = find_lesson(progress.lesson), _step(progress)
    st.session_state.pop(state.CHECKED, None)
    if st.session_state.pop(state.REDRAW, False):
        _redraw(text, step, question, progress)
    with st.container(border=True, key="lesson", gap="small"):
        _head(view, lesson, progress, question)
        about, asked = (None, st.container()) if lesson.is_own else st.columns([2, 3], gap="medium")
        if about is not None:
            with about:
                mark = f"{chapter.SIGNS[False]} {text('chapter.mistake')}: " if step.mistake else ""
                st.subheader(mark + text(step.key("title")), anchor=False)
                _own_sentence(view, lesson, progress)
                st.markdown(text(step.key("look")))
        with asked:
            if question is None:
                is_last = progress.at + 1 == len(lesson.steps)
                questions.draw_nothing(text, step, state.is_hidden(step), is_last)
            else:
                _question(view, step, question, progress)
            label, is_lesson = text("lesson.set_page"), not lesson.is_own
            is_offered = is_lesson and _is_over(progress, question)
            if is_offered and st.button(label, key="lesson_set", type="tertiary"):
                go_to_step(text, progress, view)


def _is_over(progress: Progress, question: Posed | None) -> bool:
    """Whether there is nothing more to try at the step."""
    return question is None or state.is_told(progress)


def _head(view: View, lesson: Lesson, progress: Progress, question: Posed | None) -> None:
    """Which lesson, how far, how many right; back, on and out, as in the line of a story."""
    text = view.text
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="lesson_head"):
        if lesson.is_own:
            title = text(_step(progress).key("title"))
            st.subheader(f"{text('chapter.predict')}: {title}", anchor=False)
        else:
            st.markdown(text("lesson.head", **_place(text, lesson, progress)), width="content")
            st.markdown(_score(text, progress) or " ", width="stretch")
            label, icon, is_first = text("lesson.back"), ":material/arrow_back:", progress.at == 0
            if st.button(label, key="lesson_back", icon=icon, disabled=is_first):
                go_to_step(text, progress.at_step(progress.at - 1), view)
            is_done = _is_over(progress, question) or progress.noted_answer is not None
            last = progress.at + 1 == len(lesson.steps)
            label, icon = text("lesson.finish" if last else "lesson.next"), "arrow_forward"
            kind: Literal["primary", "secondary"] = "primary" if is_done else "secondary"
            if st.button(label, key="lesson_next", icon=f":material/{icon}:", type=kind):
                go_to_step(text, progress.at_step(progress.at + 1), view)
        _leave(text, lesson)


def _score(text: Text, progress: Progress) -> str:
    """How many were right; "" where it is not told. What a teacher shows is nobody's mark."""
    marks = [chapter.SIGNS[mark] for mark in progress.marks]
    if progress.marks[progress.at] is None:
        marks[progress.at] = HERE
    dots = " ".join(marks)
    if teaching.hides("answers"):
        return ""
    if teaching.current().reveals("answers"):
        return text("lesson.no_mark", dots=dots)
    if not progress.answered:
        return dots
    return text("lesson.score", dots=dots, right=progress.right, answered=progress.answered)


def _leave(text: Text, lesson: Lesson) -> None:
    label = text("lesson.close" if lesson.is_own else "lesson.leave")
    if st.button(label, key="lesson_leave", icon=":material/close:"):
        state.save_progress(None)
        st.rerun()


def _own_sentence(view: View, lesson: Lesson, progress: Progress) -> None:
    """A reader with another sentence is asked about that one; the lesson's is one click away."""
    known, done = lesson.sentence(view.card), view.maybe_translation
    fixed = teaching.current().locks("sentence")
    if fixed or not known or done is None or done.original.strip() == known:
        return
    text = view.text
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(text("lesson.other_sentence"), width="content")
        if st.button(text("lesson.take_sentence"), key="lesson_sentence"):
            step = _step(progress)
            params = {**step.params, **state.sentence_params(known)}
            state.go_to_page(text, progress, step.page, params)


def _question(view: View, step: Step, question: Posed, progress: Progress) -> None:
    """The question with its answer field, or what is said after it."""
    text, key = view.text, _key(progress)
    with st.container(key="lesson_ask"):
        st.text(text(step.key("ask"), **question.holes))
    if progress.noted_answer is not None:
        questions.restore(key, progress.noted_answer)
    if state.is_told(progress):
        questions.draw_verdict(text, step, question, progress.marks[progress.at], key)
        return
    known = question.question
    by_hand = questions.is_by_hand(step, known) or questions.is_pulled(known)
    if progress.noted_answer is not None:
        questions.draw_noted(text, question, progress.noted_answer)
    questions.draw_named(known)
    side_by_side = by_hand or isinstance(known, Choice)
    with st.container(horizontal=side_by_side, vertical_alignment="center", gap="small"):
        if by_hand:
            questions.draw_by_hand(text, known)
        else:
            questions.draw_field(view, question, key)
        with st.container(horizontal=True, gap="small", width="content"):
            _check_buttons(text, question, progress)
    wrong = state.wrong_answer(progress)
    if st.session_state.pop(state.EMPTY, False):
        st.warning(text("lesson.empty"), icon=":material/edit:")
    elif wrong is not None:
        st.warning(questions.reply(text, step, question, wrong), icon=":material/replay:")


def _check_buttons(text: Text, question: Posed, progress: Progress) -> None:
    """Callbacks: what was typed arrives with the click."""
    noted = teaching.hides("answers")
    label = "lesson.note" if noted else "lesson.check"
    label = text(label if progress.noted_answer is None else "lesson.change")
    check, given, done = "lesson_check", (question, _key(progress)), ":material/done:"
    st.button(label, key=check, on_click=_check, args=given, icon=done, type="primary")
    if not noted:
        label, show = text("lesson.reveal"), state.open_page
        st.button(label, key="lesson_reveal", on_click=show, args=(progress,), type="tertiary")


def _check(question: Posed, key: str) -> None:
    progress, given = state.current()[0], questions.answer_of(key)
    st.session_state[state.EMPTY] = given is None
    if progress is not None and given is not None:
        st.session_state[f"{key}{questions.GIVEN}"] = given
        st.session_state[state.CHECKED] = True
        right = is_right(question.question, given)
        state.record_answer(progress, given, right)
        questions.tell_class(_step(progress), question.question, given, right)


def _redraw(text: Text, step: Step, question: Posed | None, progress: Progress) -> None:
    """After the answer the page shows what the step is about."""
    before, after = (step_params(step, question, is_told) for is_told in (False, True))
    if after != before and not teaching.hides("answers"):
        state.go_to_page(text, progress, step.page, after)
    else:
        st.rerun()


def go_to_step(text: Text, progress: Progress, view: View | None = None) -> None:
    """Go to a step, or to the final result; with `view`, show what its question is about."""
    if progress.is_over:
        state.go_to_page(text, progress, HOME, {})
        return
    step, question = _step(progress), None
    with suppress(Busy):  # the panel says what is missing
        question = _question_of(view, step) if view else None
    state.go_to_page(
        text, progress, step.page, step_params(step, question, state.is_told(progress))
    )
