"""The lessons page: the model with every lesson at its place, a card for each, the last result."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Final, Literal

import streamlit as st

from explainer import installed
from explainer.chapters.lessons import state
from explainer.chapters.lessons.panel import go_to_step
from explainer.chapters.lessons.sheet import worksheet
from explainer.charts.palette import PALETTE, theme
from explainer.drawings import Choice, drawing
from explainer.frame import beats, chapter, downloads, teaching
from explainer.frame.course import chapters
from explainer.frame.page import Page
from explainer.frame.sketch import svg
from explainer.frame.view import View
from explainer.lessons import LESSONS, find_lesson
from explainer.lessons.parts import Lesson
from explainer.lessons.progress import Progress
from explainer.runs.gate import retry_when_busy
from explainer.text import Text

PRESSED: Final = "lessons_pressed"  # session: the lesson that was pressed on the map
THUMBNAILS: Final = Path(__file__).with_name("thumbnails.toml")


def draw(view: View) -> None:
    """Draw the map and the cards, so that a newcomer sees where to begin."""
    if not view.card:
        st.info(view.text("lessons.no_model"))
        return
    view = _view_of_chosen(view)
    _result(view)
    beats.here()
    done = state.finished_lessons()
    start = _first_open(done)
    _map(view, done, start)
    with st.container(key="lesson_cards"):
        for lesson in lessons():
            _card(view, lesson, lesson.id in done, lesson is start)


def lessons() -> list[Lesson]:
    """Return the lessons whose chapters are all installed."""
    there = {chapter.id for chapter in chapters()}
    return [lesson for lesson in LESSONS if {step.page for step in lesson.steps} <= there]


def _view_of_chosen(view: View) -> View:
    """Return the view of the sidebar's model, whatever was translated last."""
    name = st.session_state.get("model", view.translator_name)
    known = installed.usable().get(name)
    return replace(view, translator_name=name, card=known.card) if known else view


def _result(view: View) -> None:
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
            lines = (f"{chapter.SIGNS[mark]} {text(step.key('title'))}" for step, mark in marks)
            st.markdown("  \n".join(lines))
        there = lessons()
        for following in there[there.index(lesson) + 1 :][:1]:
            label = text("lessons.next_lesson", lesson=text(following.key("name")))
            if st.button(label, key="lessons_next", icon=":material/arrow_forward:"):
                state.start_lesson(view, following)


def _first_open(done: tuple[str, ...]) -> Lesson | None:
    """Return the next lesson to begin; None with one in progress or none left."""
    progress = state.current()[0]
    if progress is not None and not progress.is_over:
        return None
    return next((lesson for lesson in lessons() if lesson.id not in done), None)


def _progress_in(lesson: Lesson, *, open_only: bool = False) -> Progress | None:
    """Return the progress in the lesson, None if another one or none is open."""
    progress = state.current()[0]
    if progress is None or progress.lesson != lesson.id or (open_only and progress.is_over):
        return None
    return progress


def _map(view: View, done: tuple[str, ...], first: Lesson | None) -> None:
    """Draw the model with each lesson at its part; a click starts or resumes it."""
    text, there = view.text, {lesson.id: lesson for lesson in lessons()}
    if (pressed := st.session_state.pop(PRESSED, None)) is not None:
        _go_on(view, there[pressed])
    stops = []
    for number, lesson in enumerate(there.values(), start=1):
        steps, progress = len(lesson.steps), _progress_in(lesson)
        answered = steps if lesson.id in done else progress.answered if progress else 0
        walked = text("lessons.progress", done=answered, steps=steps)
        told = f"{text(lesson.key('name'))} · {walked}"
        is_next = lesson is first or _progress_in(lesson, open_only=True) is not None
        stop = {"id": lesson.id, "number": number, "share": answered / steps}
        stops.append({**stop, "is_next": is_next, "told": told})

    def go(choice: Choice) -> None:
        if (pressed := choice.get("go")) in [*there]:
            st.session_state[PRESSED] = pressed

    words = text.section("lessons.lessonmap")
    drawing("lessons/lessonmap", {"stops": stops}, words=words, key="lessons_map", on_choice=go)


def _go_on(view: View, lesson: Lesson) -> None:
    """Go on with the lesson where it is under way, else start it."""
    if progress := _progress_in(lesson, open_only=True):
        go_to_step(view.text, progress)
    else:
        state.start_lesson(view, lesson)


@cache
def thumbnail(lesson: str, dark: bool) -> str:
    """Return the SVG of a lesson's thumbnail."""
    shapes = tomllib.loads(THUMBNAILS.read_text("utf-8"))[lesson]
    return svg(360, 84, shapes.format_map(PALETTE[theme(dark)]))


def _card(view: View, lesson: Lesson, is_done: bool, is_first: bool) -> None:
    """Draw name, goal, mistake, start button and work sheets."""
    text, progress, steps = view.text, _progress_in(lesson), len(lesson.steps)
    card = st.container(
        border=True,
        key=f"lessons_{lesson.id}",
        height="stretch",
        vertical_alignment="distribute",  # the buttons of a row stand on one line
    )
    with card:
        with st.container(gap="xsmall"):
            if picture := thumbnail(lesson.id, view.dark):
                st.image(picture, width="stretch", alt=text(lesson.key("name")))
            name, goal = text(lesson.key("name")), text(lesson.key("goal"))
            chapter.heading(f"✓ {name}" if is_done else name, goal)
            if progress is not None:
                told = text("lessons.progress", done=progress.answered, steps=steps)
                st.progress(progress.answered / steps, told)
        with st.container(horizontal=True, gap="small"):
            _ways_in(view, lesson, is_done, is_first)
            key = f"lessons_more_{lesson.id}"
            more = st.popover(text("lessons.more"), type="tertiary", key=key, on_change="rerun")
        if more.open:  # twenty buttons that are seldom asked for
            with more:
                st.markdown(text("lessons.error", error=text(lesson.key("error"))))
                st.caption(text("lessons.pages", pages=_pages(text, lesson)))
                _sheets(view, lesson)


def _pages(text: Text, lesson: Lesson) -> str:
    """Return the names of the pages that a lesson opens."""
    names = {spec.id: text(spec.name) for spec in chapters()}
    return ", ".join(dict.fromkeys(names[step.page] for step in lesson.steps))


def _ways_in(view: View, lesson: Lesson, is_done: bool, is_first: bool) -> None:
    """Draw the start buttons, the suggested one emphasised."""
    text = view.text
    if progress := _progress_in(lesson, open_only=True):
        label = text("lessons.go_on", step=progress.at + 1)
        key, icon = f"lessons_go_{lesson.id}", ":material/play_arrow:"
        if st.button(label, key=key, icon=icon, type="primary"):
            go_to_step(text, progress)
    is_again = is_done or _progress_in(lesson)
    label = text("lessons.start_again") if is_again else text("lessons.start")
    kind: Literal["primary", "secondary"] = "primary" if is_first else "secondary"
    if st.button(label, key=f"lessons_start_{lesson.id}", type=kind):
        state.start_lesson(view, lesson)


def _sheets(view: View, lesson: Lesson) -> None:
    """Draw work sheet downloads, made on demand with the chosen model's numbers."""
    text, name = view.text, f"{lesson.id}-{view.lang}-{view.translator_name}"
    if view.card["source"] not in lesson.sentences or any(map(state.is_hidden, lesson.steps)):
        return
    kinds = [("sheet", text("lessons.sheet"), "print", name)]
    if not teaching.hides("answers"):
        kinds.append(("answers", text("lessons.sheet_answers"), "fact_check", f"{name}-answers"))
    for kind, label, icon, file in kinds:
        downloads.button(
            label,
            partial(_sheet, view, lesson, kind == "answers"),
            file_name=f"{file}.html",
            mime="text/html",
            key=f"lessons_{kind}_{lesson.id}",
            icon=f":material/{icon}:",
        )
    st.caption(text("lessons.sheets"))


def _sheet(view: View, lesson: Lesson, with_answers: bool) -> bytes:
    return retry_when_busy(lambda: worksheet(view, lesson, with_answers)).encode()


PAGE = Page(draw, needs_translation=False, fragment=False)
