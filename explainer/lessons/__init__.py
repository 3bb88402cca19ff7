"""Ten guided lessons: which page a step stands on, what it asks, and whether an answer is right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Final, get_args, get_type_hints

from explainer.lessons import (
    bleu,
    cell,
    flow,
    heads,
    layers,
    masks,
    positions,
    search,
    tokens,
    training,
)
from explainer.lessons.parts import Asked, Lesson

_MODULES: Final[tuple[ModuleType, ...]] = (
    flow,
    tokens,
    positions,
    cell,
    masks,
    heads,
    layers,
    search,
    training,
    bleu,
)
LESSONS: Final[tuple[Lesson, ...]] = tuple(module.LESSON for module in _MODULES)

# Every lesson id with its number of steps: what an address may name.
SIZES: Final = {lesson.id: len(lesson.steps) for lesson in LESSONS}


def lesson_of(name: str) -> Lesson:
    """The lesson of an id. Raises KeyError for an unknown one."""
    for lesson in LESSONS:
        if lesson.id == name:
            return lesson
    raise KeyError(name)


def can_be_empty(lesson: str, step: str) -> bool:
    """Whether a sentence may leave a step nothing to ask: then a text of the step says why."""
    module = next(module for module in _MODULES if module.LESSON.id == lesson)
    questions: Mapping[str, Callable[..., Asked | None]] = module.QUESTIONS
    return type(None) in get_args(get_type_hints(questions[step])["return"])
