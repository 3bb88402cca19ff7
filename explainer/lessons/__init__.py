"""The guided lessons and the chapters' own questions, read from steps.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from explainer.lessons.parts import Lesson, Step

FILE: Final = Path(__file__).with_name("steps.toml")


def _lesson(id: str, minutes: int, steps: list[Mapping[str, Any]], **sentences: str) -> Lesson:
    return Lesson(id, minutes, sentences, tuple(Step(lesson=id, **step) for step in steps))


def _own(page: str, **written: Any) -> Lesson:
    step = Step(lesson=page, id="predict", page=page, is_own=True, **written)
    return Lesson(page, 0, {}, (step,))


_written: Final = tomllib.loads(FILE.read_text("utf-8"))
LESSONS: Final = tuple(_lesson(id, **told) for id, told in _written["lessons"].items())
# By its id each of them, and what a chapter asks that is in none as a lesson of one step.
ALL: Final = {
    lesson.id: lesson
    for lesson in (*LESSONS, *(_own(id, **told) for id, told in _written["own"].items()))
}
SIZES: Final = {id: len(lesson.steps) for id, lesson in ALL.items()}  # what an address may name


def find_lesson(name: str) -> Lesson:
    """Return the lesson with this id. Raises KeyError for an unknown one."""
    return ALL[name]


def first_question(page: str) -> Step | None:
    """Return the first question that a chapter asks; None if it asks none."""
    steps = (step for lesson in ALL.values() for step in lesson.steps)
    return next((step for step in steps if step.page == page), None)
