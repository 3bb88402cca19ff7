"""Ten guided lessons: which page a step stands on, what it asks, and whether an answer is right."""

from __future__ import annotations

from typing import Final

from explainer.lessons import (
    bleu,
    cell,
    flow,
    heads,
    layers,
    masks,
    pieces,
    positions,
    search,
    training,
)
from explainer.lessons.parts import Lesson

LESSONS: Final[tuple[Lesson, ...]] = (
    flow.LESSON,
    pieces.LESSON,
    positions.LESSON,
    cell.LESSON,
    masks.LESSON,
    heads.LESSON,
    layers.LESSON,
    search.LESSON,
    training.LESSON,
    bleu.LESSON,
)

# Every lesson id with its number of steps: what an address may name.
SIZES: Final = {lesson.id: len(lesson.steps) for lesson in LESSONS}


def lesson_of(name: str) -> Lesson:
    """The lesson of an id. Raises KeyError for an unknown one."""
    for lesson in LESSONS:
        if lesson.id == name:
            return lesson
    raise KeyError(name)
