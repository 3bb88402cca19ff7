"""View that collects answers: paste many links, see who answered what."""

from __future__ import annotations

from functools import partial
from typing import Final

import streamlit as st

from explainer.chapters.classroom.answers import (
    LONGEST,
    MOST_LINES,
    Collected,
    Reason,
    TooManyLines,
    as_ranges,
    collect,
    format_prediction,
    to_csv,
)
from explainer.frame import chapter, downloads, teaching
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.lessons import find_lesson
from explainer.lessons.parts import Answer
from explainer.text import Text

FIELD: Final = "classroom_answers"
TYPED: Final = "classroom_answers_typed"  # session: what stands in the field; never in the address
NOTED: Final = "✎"


@chapter.panel
def draw_collect(view: View) -> None:
    """Draw the input field and the answers read from it."""
    text = view.text
    st.session_state.setdefault(FIELD, st.session_state.get(TYPED, ""))
    pasted = st.text_area(
        text("classroom.answers_field"),
        key=FIELD,
        height=180,
        max_chars=LONGEST,
        placeholder=text("classroom.answers_empty"),
        help=text("classroom.answers_help"),
    )
    st.session_state[TYPED] = pasted
    st.caption(text("classroom.answers_line", most=MOST_LINES))
    if not pasted.strip():
        return
    try:
        found = collect(pasted)
    except TooManyLines as problem:
        told = text("classroom.answers_many", found=problem.count, most=MOST_LINES)
        st.warning(told, icon=":material/edit:")
        return
    _left_out(text, found)
    _table(text, found)


def _left_out(text: Text, found: Collected) -> None:
    """List the rejected lines by number and reason."""
    names: dict[Reason, str] = text.each(
        "classroom.left_*", "no_link", "two_links", "no_lesson", "broken", "model", "lang", "v"
    )
    told = []
    for (reason, lesson), lines in found.left_out.items():
        name = lesson and text(find_lesson(lesson).key("name"))
        why = text("classroom.left_lesson", lesson=name) if name else names[reason]
        told.append(text("classroom.left", lines=as_ranges(lines), why=why))
    if told:
        listed = "\n".join(f"- {line}" for line in told)
        st.warning(f"{text('classroom.left_out')}\n\n{listed}", icon=":material/link_off:")


def _table(text: Text, found: Collected) -> None:
    if found.lesson is None:
        return
    name, steps = text(found.lesson.key("name")), found.lesson.steps
    st.subheader(text("classroom.answers_of", lesson=name, count=len(found.rows)), anchor=False)
    columns = {
        "line": Column(text("classroom.col_line"), [row.line for row in found.rows], width=60),
        "name": Column(text("classroom.col_name"), [row.name for row in found.rows]),
    }
    for at, step in enumerate(steps):
        cells = [_cell(row.progress.marks[at], row.progress.given[at]) for row in found.rows]
        columns[step.id] = Column(
            str(at + 1), cells, help=text(step.key("title")), alignment="center"
        )
    done = [f"{row.progress.right} / {row.progress.answered}" for row in found.rows]
    columns["right"] = Column(text("classroom.col_right"), done, width=90, alignment="center")
    show_table(text("classroom.answers_alt", lesson=name, count=len(found.rows)), columns)
    st.caption(text("classroom.answers_legend"))
    missed = max(range(len(steps)), key=found.wrong)
    if count := found.wrong(missed):
        title = text(steps[missed].key("title"))
        st.text(text("classroom.missed", step=missed + 1, title=title, count=count))
    if not teaching.hides("downloads"):
        downloads.button(
            text("classroom.answers_save"),
            partial(to_csv, found),
            file_name=f"answers-{found.lesson.id}.csv",
            mime="text/csv",
            key="classroom_answers_csv",
            icon=":material/download:",
        )


def _cell(mark: bool | None, given: Answer | None) -> str:
    if mark is None and given is not None:
        return f"{NOTED} {format_prediction(given)}"
    return "–" if mark is None else chapter.SIGNS[mark]
