"""How far a learner is: the open lesson, its step, and what was right at the first try.

In the address and nowhere else: `lesson=cell&at=3&score=1.0.1`. `at` counts from 1; one more than
the steps means that the lesson is over. `score` has a mark a step, in order: 1 right at the first
try, 0 not, - not answered; what follows the last answer is left out. `done=flow.cell` are lessons
that were walked to their end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

LESSON: Final = "lesson"
AT: Final = "at"
SCORE: Final = "score"
DONE: Final = "done"
NAMES: Final = (LESSON, AT, SCORE)
MARKS: Final[Mapping[str, bool | None]] = {"1": True, "0": False, "-": None}
LONGEST: Final = 3  # digits of a step: no int() of a million of them

Marks = tuple[bool | None, ...]


@dataclass(frozen=True)
class Progress:
    """`at` counts from 0 and is the number of steps at the end; `marks` has one entry a step."""

    lesson: str
    at: int
    marks: Marks

    @property
    def is_over(self) -> bool:
        return self.at >= len(self.marks)

    @property
    def right(self) -> int:
        """Steps answered right at the first try."""
        return sum(mark is True for mark in self.marks)

    @property
    def answered(self) -> int:
        return sum(mark is not None for mark in self.marks)

    def moved(self, at: int) -> Progress:
        """At another step, not before the first and not behind the end."""
        return replace(self, at=min(max(at, 0), len(self.marks)))

    def marked(self, is_right: bool) -> Progress:
        """With a mark for the step; only the first one counts."""
        if self.is_over or self.marks[self.at] is not None:
            return self
        marks = (*self.marks[: self.at], is_right, *self.marks[self.at + 1 :])
        return replace(self, marks=marks)


def begin(lesson: str, steps: int) -> Progress:
    """The first step, nothing answered."""
    return Progress(lesson, 0, (None,) * steps)


def read(
    written: Mapping[str, str], lessons: Mapping[str, int]
) -> tuple[Progress | None, tuple[str, ...]]:
    """What an address says, and the names of values that cannot be used.

    `lessons` maps each id to its number of steps. Without a known lesson there is no progress; a
    broken step is the first one, a broken score an empty one.
    """
    name = written.get(LESSON)
    if name is None:
        return None, ()
    if name not in lessons:
        return None, (LESSON,)
    ignored = []
    progress = begin(name, lessons[name])
    at = _step(written.get(AT, "1"), lessons[name])
    if at is None:
        ignored.append(AT)
    marks = _marks(written.get(SCORE, ""), lessons[name])
    if marks is None:
        ignored.append(SCORE)
    progress = replace(progress.moved(at or 0), marks=marks or progress.marks)
    return progress, tuple(ignored)


def to_address(progress: Progress) -> dict[str, str]:
    """The address that `read` reads as `progress`."""
    params = {LESSON: progress.lesson, AT: str(progress.at + 1)}
    signs = {mark: sign for sign, mark in MARKS.items()}
    score = ".".join(signs[mark] for mark in progress.marks)
    while score.endswith("-"):
        score = score[:-1].removesuffix(".")
    return {**params, SCORE: score} if score else params


def read_done(written: str, lessons: Mapping[str, int]) -> tuple[str, ...]:
    """The lessons an address calls done, each once, in their own order."""
    named = set(written.split("."))
    return tuple(name for name in lessons if name in named)


def with_done(written: str, progress: Progress, lessons: Mapping[str, int]) -> str:
    """What an address says when `progress` is over and something of it was answered."""
    ended = f".{progress.lesson}" if progress.is_over and progress.answered else ""
    return ".".join(read_done(f"{written}{ended}", lessons))


def _step(value: str, steps: int) -> int | None:
    if not (value.isascii() and value.isdigit() and len(value) <= LONGEST):
        return None
    return int(value) - 1 if 1 <= int(value) <= steps + 1 else None


def _marks(value: str, steps: int) -> Marks | None:
    """One mark a step; None for what cannot be meant."""
    if len(value) > 2 * steps:
        return None
    signs = value.split(".") if value else []
    if len(signs) > steps or not set(signs) <= set(MARKS):
        return None
    return (*(MARKS[sign] for sign in signs), *(None,) * (steps - len(signs)))
