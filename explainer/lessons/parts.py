"""What a lesson is made of: steps on real pages, questions, and whether an answer is right.

Nothing here knows a model or a page: numbers and strings come in, text keys and numbers go out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from explainer.text.numbers import decimal

SLACK: Final = 1e-9  # of a comparison at the very edge of the tolerance
MOST_OPTIONS: Final = 4

Part = Literal["title", "look", "ask", "tell", "see"]  # the texts of a step of a lesson
Whole = Literal["name", "goal", "error"]  # those of a lesson


@dataclass(frozen=True)
class Words:
    """One of a few things said in words: text keys; `names` are what a figure calls them that takes
    the answer.
    """

    options: tuple[str, ...]
    right: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Listed:
    """One of strings that stand for themselves, such as tokens; `names` are what a figure calls
    them, where that is something else.
    """

    options: tuple[str, ...]
    right: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Axis:
    """Where a number is pulled to its length, between `low` and `high`; 0 is on it. `given` are
    bars that stand there from the start: a symbol, or the key of a text, and its value.
    """

    low: float
    high: float
    given: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Number:
    """A number; an answer within `tolerance` is right. `digits` after the point, 0 for a count.

    `uncut` are parts that are there before anything is cut, where they are made by cutting. With an
    `axis` it is drawn as a bar.
    """

    value: float
    tolerance: float
    digits: int = 0
    uncut: int = 0
    axis: Axis | None = None


@dataclass(frozen=True)
class Painted:
    """How a whole is shared out among `options`: `shares` sum to 1.

    What is painted is right when its largest share lies where the largest of `shares` does.
    """

    options: tuple[str, ...]
    shares: tuple[float, ...]

    @property
    def right(self) -> int:
        return self.shares.index(max(self.shares))


Question = Words | Listed | Number | Painted
Answer = float | tuple[float, ...]  # a number or the place of an option; shares that were painted


@dataclass(frozen=True)
class Asked:
    """A question about this run: the holes of its texts, and what the address needs to show it.

    `shown` is what the address says once it is answered, beside `params`.
    """

    question: Question
    holes: Mapping[str, str]
    params: Mapping[str, str] = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """One stop of a lesson, or a question that is a chapter's own and no part of any.

    Fields:
        page: id of the page the step stands on, `params` what its address says there.
        shown: what the address says once the question is answered, beside `params`.
        mistake: the step lets a common mistake go wrong.
        figure: the drawing, by its key, that stands there with a blank; "" for a step without.
        options: what can be chosen, in words, and what the figure calls them (`names`).
        is_own: the lesson is this question alone, and has the id of the page.
    """

    lesson: str
    id: str
    page: str
    params: Mapping[str, str] = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)
    mistake: bool = False
    figure: str = ""
    options: Sequence[str] = ()
    names: Sequence[str] = ()
    is_own: bool = False

    def key(self, part: str) -> str:
        """Of the text that is its title, says what it is about (`look`, Markdown), asks, tells the
        explanation with the numbers, or says where the page shows it (`see`); of one of its
        `options`; of what is said to a number that is too `small` or too `large`; of why a sentence
        leaves `nothing` to ask.
        """
        if "." in part:  # several steps have it
            return part
        return f"{self.page if self.is_own else f'lesson{self.lesson}'}.{self.id}_{part}"

    def with_options(self, found: Asked) -> Asked:
        """A question that names the right one of the options, with all of them."""
        if not isinstance(found.question, Words):
            return found
        options = tuple(map(self.key, self.options))
        right = [key.rpartition("_")[2] for key in options].index(found.question.options[0])
        return replace(found, question=Words(options, right, tuple(self.names)))


@dataclass(frozen=True)
class Lesson:
    """`choices` maps a source language to the sentences it may stand on, the first choice first."""

    id: str
    minutes: int
    choices: Mapping[str, tuple[str, ...]]
    steps: tuple[Step, ...]

    @property
    def is_own(self) -> bool:
        """Whether it is no lesson, but what a chapter asks."""
        return self.steps[0].is_own

    @property
    def sentences(self) -> Mapping[str, str]:
        """The first choice of each source language."""
        return {source: listed[0] for source, listed in self.choices.items()}

    def step(self, name: str) -> Step:
        """The one of an id. Raises KeyError for an unknown one."""
        return {step.id: step for step in self.steps}[name]

    def key(self, part: Whole) -> str:
        """Of the text that is its name, its goal, or the error it is about."""
        return f"{self.id}.{part}" if self.is_own else f"lesson{self.id}.{part}"


def told(**values: object) -> dict[str, str]:
    """Holes of a text; a number that is no count with two decimals."""
    return {
        name: decimal(value) if isinstance(value, float) else str(value)
        for name, value in values.items()
    }


def asked(
    question: Question | str,
    params: Mapping[str, str] | None = None,
    shown: Mapping[str, str] | None = None,
    **holes: object,
) -> Asked:
    """A question with the holes of its texts, `told`; a string is the right one of the step's
    options.
    """
    known = Words((question,), 0) if isinstance(question, str) else question
    return Asked(known, told(**holes), params or {}, shown or {})


def address_of(step: Step, question: Asked | None, is_told: bool) -> dict[str, str]:
    """What the address says of a step, before and after its answer is told."""
    asked = {**step.params, **(question.params if question else {})}
    return {**asked, **step.shown, **(question.shown if question else {})} if is_told else asked


def axis_round(*given: tuple[str, float], reach: float, signed: bool = True) -> Axis:
    """From 0, or both ways, to the first of 1, 2, 5, 10, ... that `reach` and the bars fit in."""
    far = max(reach, *(abs(value) for _, value in given), 1e-9)
    power = 10.0 ** math.floor(math.log10(far))
    high = next(times * power for times in (1, 2, 5, 10) if times * power >= far)
    return Axis(-high if signed else 0.0, high, given)


def is_right(question: Question, answer: Answer | None) -> bool:
    """Whether an answer is right; no answer is not, nor one of another kind."""
    if answer is None:
        return False
    if isinstance(question, Painted):
        return isinstance(answer, tuple) and answer.index(max(answer)) == question.right
    if isinstance(answer, tuple):
        return False
    if isinstance(question, Number):
        return abs(answer - question.value) <= question.tolerance * (1 + SLACK) + SLACK
    return answer == question.right


def overlap(one: Sequence[float], other: Sequence[float]) -> float:
    """What two ways to share out a whole have in common, 0..1: the sum of the smaller shares."""
    return sum(min(pair) for pair in zip(one, other, strict=True))


def solution(question: Number) -> str:
    """The right number as it is told."""
    return decimal(question.value, question.digits)


def few(right: str, others: Sequence[str]) -> tuple[str, ...]:
    """The right string and up to three of the others, spread over them, in their old order.

    `others` holds the right one too; equal strings are offered once. () where nothing is wrong.
    """
    known = list(dict.fromkeys(others))
    wrong = [one for one in known if one != right]
    if right not in known or not wrong:
        return ()
    count = min(MOST_OPTIONS - 1, len(wrong))
    chosen = {wrong[i * len(wrong) // count] for i in range(count)} | {right}
    return tuple(one for one in known if one in chosen)


def listed_choice(right: str, others: Sequence[str]) -> Listed | None:
    """A choice among `few`; None where there is nothing to choose."""
    options = few(right, others)
    return Listed(options, options.index(right)) if options else None
