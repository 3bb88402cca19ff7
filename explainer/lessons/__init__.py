"""Ten guided lessons: which page a step stands on, and what an address may say of them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from explainer.lessons.parts import Lesson, Step

FILE: Final = Path(__file__).with_name("steps.toml")


def _lesson(id: str, minutes: int, steps: list[Mapping[str, Any]], **choices: list[str]) -> Lesson:
    told = {source: tuple(sentences) for source, sentences in choices.items()}
    return Lesson(id, minutes, told, tuple(Step(lesson=id, **step) for step in steps))


LESSONS: Final = tuple(
    _lesson(id, **written) for id, written in tomllib.loads(FILE.read_text("utf-8")).items()
)

# Every lesson id with its number of steps: what an address may name.
SIZES: Final = {lesson.id: len(lesson.steps) for lesson in LESSONS}


def lesson_of(name: str) -> Lesson:
    """The lesson of an id. Raises KeyError for an unknown one."""
    for lesson in LESSONS:
        if lesson.id == name:
            return lesson
    raise KeyError(name)
