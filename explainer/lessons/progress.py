"""A learner's progress, kept in URL parameters: the open lesson, its step and the score.

In the address and nowhere else: `lesson=cell&at=3&score=1.0.1`. `at` counts from 1; one more than
the steps means that the lesson is over. `score` has a mark a step, in order: 1 right at the first
try, 0 not, - not answered; what follows the last answer is left out. Where a teacher hides the
answers nothing is marked: `given=7__30.70.` has the learner's own predictions, one a step.
`done=flow.cell` are lessons that were walked to their end.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from explainer.lessons.parts import Answer

LESSON: Final = "lesson"
AT: Final = "at"
SCORE: Final = "score"
GIVEN: Final = "given"
NUMBER: Final = "{:.7g}"
DONE: Final = "done"
NAMES: Final = (LESSON, AT, SCORE, GIVEN)
MARKS: Final[Mapping[str, bool | None]] = {"1": True, "0": False, "-": None}
LONGEST: Final = 3  # digits of a step: no int() of a million of them
LONGEST_GIVEN: Final = 120  # characters of one prediction: shares of many tokens
STEP: Final = "_"  # between the predictions of two steps
SHARE: Final = "."  # between the painted shares, whole percents; at their end, too

Given = tuple[Answer | None, ...]
Marks = tuple[bool | None, ...]


@dataclass(frozen=True)
class Progress:
    """Progress in a lesson: step `at` from 0 (the number of steps at the end), a mark per step.

    `given`: the answers to each step that were noted but not judged.
    """

    lesson: str
    at: int
    marks: Marks
    given: Given

    @property
    def is_over(self) -> bool:
        return self.at >= len(self.marks)

    @property
    def right(self) -> int:
        """Number of steps answered right at the first try."""
        return sum(mark is True for mark in self.marks)

    @property
    def answered(self) -> int:
        """Number of steps with a mark or a noted answer."""
        pairs = zip(self.marks, self.given, strict=True)
        return sum(mark is not None or given is not None for mark, given in pairs)

    @property
    def noted_answer(self) -> Answer | None:
        """The answer to this step that was noted but not judged."""
        return None if self.is_over else self.given[self.at]

    def at_step(self, at: int) -> Progress:
        """Return the progress moved to step `at`, clipped to the lesson."""
        return replace(self, at=min(max(at, 0), len(self.marks)))

    def with_mark(self, is_right: bool) -> Progress:
        """Mark this step right or wrong; later answers to it change nothing."""
        if self.is_over or self.marks[self.at] is not None:
            return self
        return replace(self, marks=(*self.marks[: self.at], is_right, *self.marks[self.at + 1 :]))

    def with_noted_answer(self, given: Answer) -> Progress:
        """Note an unjudged answer to this step, replacing an earlier one."""
        if self.is_over:
            return self
        return replace(self, given=(*self.given[: self.at], given, *self.given[self.at + 1 :]))


def begin(lesson: str, steps: int) -> Progress:
    """Return the progress at the first step of a lesson, nothing answered."""
    return Progress(lesson, 0, (None,) * steps, (None,) * steps)


def parse_progress(
    written: Mapping[str, str], lessons: Mapping[str, int]
) -> tuple[Progress | None, tuple[str, ...]]:
    """Parse URL parameters; also return the names of invalid ones.

    `lessons` maps each id to its number of steps. Without a known lesson there is no progress; a
    broken step is the first one, a broken score an empty one.
    """
    name = written.get(LESSON)
    if name is None:
        return None, ()
    if name not in lessons:
        return None, (LESSON,)
    steps = lessons[name]
    at = _step(written.get(AT, "1"), steps)
    marks = _marks(written.get(SCORE, ""), steps)
    given = _given(written.get(GIVEN, ""), steps)
    found = {AT: at, SCORE: marks, GIVEN: given}
    empty = (None,) * steps
    progress = Progress(name, 0, marks or empty, given or empty).at_step(at or 0)
    return progress, tuple(name for name, value in found.items() if value is None)


def to_address(progress: Progress) -> dict[str, str]:
    """Return the URL parameters of a progress, the inverse of `parse_progress`."""
    params = {LESSON: progress.lesson, AT: str(progress.at + 1)}
    signs = {mark: sign for sign, mark in MARKS.items()}
    score = ".".join(signs[mark] for mark in progress.marks)
    while score.endswith("-"):
        score = score[:-1].removesuffix(".")
    params |= {SCORE: score} if score else {}
    given = STEP.join(map(_write, progress.given)).rstrip(STEP)
    return {**params, GIVEN: given} if given else params


def _write(given: Answer | None) -> str:
    if given is None:
        return ""
    if isinstance(given, tuple):
        return "".join(f"{round(100 * share)}{SHARE}" for share in given)
    return NUMBER.format(given)


def parse_done(written: str, lessons: Mapping[str, int]) -> tuple[str, ...]:
    """Parse the ids of finished lessons from a URL parameter, each once, in the lessons' order."""
    named = set(written.split("."))
    return tuple(name for name in lessons if name in named)


def with_done(written: str, progress: Progress, lessons: Mapping[str, int]) -> str:
    """Add the lesson to the finished ones if its last step is passed and something was answered."""
    ended = f".{progress.lesson}" if progress.is_over and progress.answered else ""
    return ".".join(parse_done(f"{written}{ended}", lessons))


def _step(value: str, steps: int) -> int | None:
    if not (value.isascii() and value.isdigit() and len(value) <= LONGEST):
        return None
    return int(value) - 1 if 1 <= int(value) <= steps + 1 else None


def _marks(value: str, steps: int) -> Marks | None:
    """Parse the marks, one per step; None if invalid."""
    if len(value) > 2 * steps:
        return None
    signs = value.split(".") if value else []
    if len(signs) > steps or not set(signs) <= set(MARKS):
        return None
    return (*(MARKS[sign] for sign in signs), *(None,) * (steps - len(signs)))


def _given(value: str, steps: int) -> Given | None:
    """Parse the noted answers, one per step; None if invalid."""
    written = value.split(STEP) if value else []
    if len(written) > steps or any(len(one) > LONGEST_GIVEN for one in written):
        return None
    try:
        return (*map(_read, written), *(None,) * (steps - len(written)))
    except ValueError:
        return None


def _read(written: str) -> Answer | None:
    """Parse an answer written by `_write`. Raises ValueError for anything else."""
    if not written:
        return None
    if not written.isascii():
        raise ValueError(written)
    if written.endswith(SHARE):
        shares = tuple(int(one) / 100 for one in written[:-1].split(SHARE))
        if any(not 0 <= share <= 1 for share in shares):
            raise ValueError(written)
        return shares
    number = float(NUMBER.format(float(written)))  # as it is written again
    if not math.isfinite(number):
        raise ValueError(written)
    return number
