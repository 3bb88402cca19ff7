"""Compare the last training runs by what differs in their settings."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.chapters.toy import settings, shown
from explainer.charts.curves import Axis, Curve, curves
from explainer.frame import chapter
from explainer.frame.choices import OneOf
from explainer.frame.view import View
from explainer.runs.toy import Course

TONES: Final = ("source", "target", "weight", "k", "q")
DASHES: Final = ((), (6, 3), (2, 2), (8, 3, 2, 3), (4, 6))


MEASURE = OneOf("toy_measure", ("tokens", "rows", "loss"))


def draw_compare(view: View) -> None:
    """Draw one measure of all runs, and the list of their settings."""
    text = view.text
    shown.own_run()
    courses = [course for course in shown.seen_courses() if course.snapshots]
    with chapter.figure(text("toy.compare"), text("toy.compare_line")):
        measure = MEASURE.draw(text)
        _curves(view, courses, measure, MEASURE.names(text)[measure])
        listed = (f"{at + 1}. {course_name(view, courses, at)}" for at in range(len(courses)))
        st.markdown("\n".join(listed))


def course_name(view: View, courses: list[Course], at: int) -> str:
    """Name a run by what differs from the previous one; the first by its settings."""
    before = courses[at - 1].settings if at else None
    return settings.run_name(view.text, courses[at].settings, before)


def _curves(view: View, courses: list[Course], measure: str, title: str) -> None:
    text = view.text
    lines = [
        Curve(
            str(number + 1),
            [getattr(one, measure) for one in course.snapshots],
            TONES[number],
            x=[one.step for one in course.snapshots],
            dash=DASHES[number],
        )
        for number, course in enumerate(courses)
    ]
    share = measure != "loss"
    figure = curves(
        lines=lines,
        x=Axis(text("toy.step"), form=",d"),
        y=Axis(title, span=(0, 1.02) if share else None, form=".0%" if share else ""),
        name_title=text("toy.differs"),
        form=".1%" if share else ".3f",
        dark=view.dark,
        height=220,
    )
    chapter.chart(figure, text("toy.compare_alt"), "toy_overlaid")
