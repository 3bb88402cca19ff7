"""The last courses over each other, each listed by what differs from the one before."""

from __future__ import annotations

from typing import Final

import numpy as np

from explainer.chapters.toy import settings, shown
from explainer.charts.curves import Axis, Curve, Rule, curves
from explainer.frame import chapter, choices
from explainer.frame.tables import columns_by_title, show_table
from explainer.frame.view import View
from explainer.runs.toy import Course, Snapshot
from explainer.text.numbers import percent

TONES: Final = ("source", "target", "weight", "k", "q")
DASHES: Final = ((), (6, 3), (2, 2), (8, 3, 2, 3), (4, 6))
EACH: Final = 50  # steps from one place of the cursor to the next
MEASURES: Final = ("tokens", "rows", "loss")


def draw_compare(view: View) -> None:
    """One measure of all, a cursor across, and the list."""
    text = view.text
    shown.own_run()
    courses = [course for course in shown.seen_courses() if course.snapshots]
    names = [f"{at}. {course_name(view, courses, at - 1)}" for at in range(1, len(courses) + 1)]
    with chapter.figure(text("toy.compare"), text("toy.compare_line")):
        measures = {
            "tokens": text("toy.tokens"),
            "rows": text("toy.rows"),
            "loss": text("toy.held_loss"),
        }
        measure = choices.segments(text, "toy_measure", text("toy.measure"), measures, MEASURES[0])
        last = max(course.snapshots[-1].step for course in courses)
        places = list(range(0, last + 1, EACH)) or [0]
        at = choices.stops(text, "toy_cursor", text("toy.cursor"), places, places[-1])
        _curves(view, courses, measure, measures[measure], at)
        here = [at_step(course, at) for course in courses]
        show_table(
            text("toy.compare"),
            columns_by_title(
                {
                    text("toy.differs"): names,
                    text("toy.step"): [now.step for now in here],
                    text("toy.tokens"): [percent(now.tokens) for now in here],
                    text("toy.rows"): [percent(now.rows, 0) for now in here],
                    text("toy.train_loss"): [_loss(now.train) for now in here],
                    text("toy.held_loss"): [_loss(now.loss) for now in here],
                }
            ),
        )


def course_name(view: View, courses: list[Course], at: int) -> str:
    """A course by what differs from the one before; the first by what it is."""
    before = courses[at - 1].settings if at else None
    return settings.run_name(view.text, courses[at].settings, before)


def at_step(course: Course, step: int) -> Snapshot:
    """The last state up to a step; the first is that before any step."""
    return [one for one in course.snapshots if one.step <= step][-1]


def _loss(value: float) -> str:
    return f"{value:.3f}" if np.isfinite(value) else "–"


def _curves(view: View, courses: list[Course], measure: str, title: str, at: int) -> None:
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
        rules=[Rule(at)],
        form=".1%" if share else ".3f",
        dark=view.dark,
        height=300,
    )
    chapter.chart(figure, text("toy.compare_alt"), "toy_overlaid")
