"""The lessons page: a card for each, the last result, the teacher's plan."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st

from explainer import installed
from explainer.chapters.lessons import state
from explainer.chapters.lessons.panel import DOTS, go_to_step
from explainer.chapters.lessons.questions import own_sentence
from explainer.chapters.lessons.sheet import worksheet
from explainer.chapters.lessons.thumbnails import thumbnail
from explainer.drawings import Choice, drawing
from explainer.frame import chapter, downloads, teaching
from explainer.frame.course import chapters
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.lessons import LESSONS, find_lesson
from explainer.lessons.parts import Lesson
from explainer.runs.gate import Busy, retry_when_busy, say_busy
from explainer.text import Text

PRESSED: Final = "lessons_pressed"  # session: the lesson that was pressed on the map


def lessons() -> list[Lesson]:
    """Return the lessons whose chapters are all installed."""
    there = {chapter.id for chapter in chapters()}
    return [lesson for lesson in LESSONS if {step.page for step in lesson.steps} <= there]


def view_of_chosen(view: View) -> View:
    """Return the view of the sidebar's model, whatever was translated last."""
    name = st.session_state.get("model", view.translator_name)
    known = installed.usable().get(name)
    return replace(view, translator_name=name, card=known.card) if known else view


def draw_result(view: View) -> None:
    """Draw the steps of the lesson just finished, and the next lesson."""
    text, progress = view.text, state.current()[0]
    if progress is None or not progress.is_over or find_lesson(progress.lesson).is_own:
        return
    lesson = find_lesson(progress.lesson)
    name, right, steps = text(lesson.key("name")), progress.right, lesson.steps
    with st.container(border=True, key="lessons_result"):
        if teaching.hides("answers"):
            st.markdown(text("lessons.done_hidden"))
        elif teaching.current().reveals("answers") and not progress.answered:
            st.markdown(text("lessons.done_shown", lesson=name))
        else:
            st.markdown(text("lessons.done", lesson=name, steps=len(steps), right=right))
            st.markdown(text("lessons.done_all" if right == len(steps) else "lessons.done_some"))
            st.caption(text("lessons.steps"))
            marks = zip(steps, progress.marks, strict=True)
            lines = (f"{DOTS[mark]} {text(step.key('title'))}" for step, mark in marks)
            st.markdown("  \n".join(lines))
        _next(view, lesson)


def _next(view: View, done: Lesson) -> None:
    """Draw the link to the next lesson; nothing after the last."""
    there = lessons()
    following = there[there.index(done) + 1 :]
    if following:
        label = view.text("lessons.next_lesson", lesson=view.text(following[0].key("name")))
        if st.button(label, key="lessons_next", icon=":material/arrow_forward:"):
            _start(view, following[0])


def first_open(there: list[Lesson], done: tuple[str, ...]) -> Lesson | None:
    """Return the next lesson to begin; None with one in progress or none left."""
    progress = state.current()[0]
    if progress is not None and not progress.is_over:
        return None
    return next((lesson for lesson in there if lesson.id not in done), None)


def draw_map(view: View, done: tuple[str, ...], first: Lesson | None) -> None:
    """Draw the model with each lesson at its part; a click starts or resumes it."""
    text, there = view.text, lessons()
    progress = state.current()[0]
    pressed = st.session_state.pop(PRESSED, None)
    if pressed is not None:
        lesson = find_lesson(pressed)
        if progress is not None and not progress.is_over and progress.lesson == pressed:
            go_to_step(text, progress)
        else:
            _start(view, lesson)
    stops = []
    for number, lesson in enumerate(there, start=1):
        under_way = progress is not None and progress.lesson == lesson.id
        steps, answered = len(lesson.steps), progress.answered if progress and under_way else 0
        if lesson.id in done:
            answered = steps
        is_next = lesson is first or bool(progress and under_way and not progress.is_over)
        walked = text("lessons.progress", done=answered, steps=steps)
        told = f"{text(lesson.key('name'))} · {walked}"
        stops.append(
            {
                "id": lesson.id,
                "number": number,
                "share": answered / steps,
                "is_next": is_next,
                "told": told,
            }
        )

    def go(choice: Choice) -> None:
        if (pressed := choice.get("go")) in [lesson.id for lesson in there]:
            st.session_state[PRESSED] = pressed

    drawing(
        "lessons/lessonmap",
        {"stops": stops},
        words=text.section("lessons.lessonmap"),
        key="lessons_map",
        on_choice=go,
    )


def _start(view: View, lesson: Lesson) -> None:
    """Start a lesson on the sentence suitable for the chosen model."""
    try:
        sentence = own_sentence(view_of_chosen(view), lesson)
    except Busy:
        say_busy(view.text, "lessons_start")
    else:
        state.start_lesson(view.text, lesson, sentence)


def draw_card(view: View, lesson: Lesson, done: tuple[str, ...], first: Lesson | None) -> None:
    """Draw name, goal, mistake, start button and work sheets."""
    text, progress = view.text, state.current()[0]
    with st.container(border=True, key=f"lessons_{lesson.id}", height="stretch"):
        if picture := thumbnail(lesson.id, view.dark):
            st.image(picture, width="stretch", alt=text(lesson.key("name")))
        mark = "✓ " if lesson.id in done else ""
        minutes = text("lessons.minutes", minutes=lesson.minutes, steps=len(lesson.steps))
        goal = text(lesson.key("goal"))
        chapter.heading(mark + text(lesson.key("name")), f":small[{minutes}]", goal)
        if progress is not None and progress.lesson == lesson.id:
            answered, steps = progress.answered, len(lesson.steps)
            told = text("lessons.progress", done=answered, steps=steps)
            st.progress(answered / steps, told)
        with st.container(horizontal=True, gap="small"):
            _ways_in(view, lesson, lesson.id in done, lesson is first)
            key = f"lessons_more_{lesson.id}"
            more = st.popover(text("lessons.more"), type="tertiary", key=key, on_change="rerun")
        if more.open:  # twenty buttons that are seldom asked for
            with more:
                st.markdown(text("lessons.error", error=text(lesson.key("error"))))
                _sheets(view, lesson)


def _ways_in(view: View, lesson: Lesson, is_done: bool, is_first: bool) -> None:
    """Draw the start buttons, the suggested one emphasised."""
    text, progress = view.text, state.current()[0]
    here = progress is not None and progress.lesson == lesson.id
    if progress is not None and here and not progress.is_over:
        label = text("lessons.go_on", step=progress.at + 1)
        key, icon = f"lessons_go_{lesson.id}", ":material/play_arrow:"
        if st.button(label, key=key, icon=icon, type="primary"):
            go_to_step(text, progress)
    label = text("lessons.start_here") if is_first else text("lessons.start")
    if here or is_done:
        label = text("lessons.start_again")
    key, icon = f"lessons_start_{lesson.id}", ":material/school:"
    if st.button(label, key=key, icon=icon, type="primary" if is_first else "secondary"):
        _start(view, lesson)


def _sheets(view: View, lesson: Lesson) -> None:
    """Draw work sheet downloads, made on demand with the chosen model's numbers."""
    text, name = view.text, f"{lesson.id}-{view.lang}-{view.translator_name}"
    if view.card["source"] not in lesson.sentences or any(map(state.is_hidden, lesson.steps)):
        return
    kinds = [("sheet", "", False, "print")]
    if not teaching.hides("answers"):
        kinds.append(("answers", "-answers", True, "fact_check"))
    for kind, end, with_answers, icon in kinds:
        downloads.button(
            text("lessons.sheet_answers" if with_answers else "lessons.sheet"),
            partial(_sheet, view, lesson, with_answers),
            file_name=f"{name}{end}.html",
            mime="text/html",
            key=f"lessons_{kind}_{lesson.id}",
            icon=f":material/{icon}:",
        )
    st.caption(text("lessons.sheets"))


def _sheet(view: View, lesson: Lesson, with_answers: bool) -> bytes:
    return retry_when_busy(lambda: worksheet(view, lesson, with_answers)).encode()


def draw_plan(text: Text) -> None:
    """Draw all lessons in one table."""
    fold = chapter.fold(text("lessons.plan"), "lessons_plan_fold")
    if fold.open:
        with fold:
            _plan(text)


def _plan(text: Text) -> None:
    names = {spec.id: text(spec.name) for spec in chapters()}
    st.caption(text("lessons.plan_line"))
    rows = [
        {
            "lesson": text(lesson.key("name")),
            "minutes": lesson.minutes,
            "steps": len(lesson.steps),
            "pages": ", ".join(dict.fromkeys(names[step.page] for step in lesson.steps)),
            "error": text(lesson.key("error")),
        }
        for lesson in lessons()
    ]
    show_table(
        text("lessons.plan_alt", count=len(rows)),
        {
            "lesson": Column(text("lessons.col_lesson"), width="medium"),
            "minutes": Column(text("lessons.col_minutes"), width=70),
            "steps": Column(text("lessons.col_steps"), width=70),
            "pages": Column(text("lessons.col_pages"), width="medium"),
            "error": Column(text("lessons.col_error"), width="large"),
        },
        rows,
        key="lessons_plan",
    )
