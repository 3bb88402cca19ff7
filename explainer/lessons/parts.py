"""Data types of lessons: steps, the kinds of question, and checking an answer.

Independent of models and pages: numbers and strings in, text keys and numbers out.
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
class WordChoice:
    """A multiple choice in words, as text keys; `names` are the options' names in the figure."""

    options: tuple[str, ...]
    right: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class StringChoice:
    """A multiple choice of strings such as tokens; `names` are their names in the figure."""

    options: tuple[str, ...]
    right: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Axis:
    """The axis `low`..`high` on which a bar is dragged; `given` are fixed bars (key, value)."""

    low: float
    high: float
    given: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Number:
    """A number question, right within `tolerance`; `digits` decimals, 0 for a count.

    `uncut`: number of parts before any cut, if the answer is made by cutting. With an `axis` it is
    drawn as a bar.
    """

    value: float
    tolerance: float
    digits: int = 0
    uncut: int = 0
    axis: Axis | None = None


@dataclass(frozen=True)
class ShareQuestion:
    """A distribution over `options` to be painted; `shares` sum to 1.

    Right if the largest painted share is that of the largest of `shares`.
    """

    options: tuple[str, ...]
    shares: tuple[float, ...]

    @property
    def right(self) -> int:
        return self.shares.index(max(self.shares))


Question = WordChoice | StringChoice | Number | ShareQuestion
Answer = float | tuple[float, ...]  # a number or the place of an option; shares that were painted


@dataclass(frozen=True)
class Posed:
    """A question about the current run, with its text values and the URL `params` to show it.

    `shown` are the parameters added once it is answered.
    """

    question: Question
    holes: Mapping[str, str]
    params: Mapping[str, str] = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """A step of a lesson, or a chapter's own question.

    Fields:
        page, params: page id and its URL parameters.
        shown: URL parameters added once the question is answered.
        mistake: the step demonstrates a common mistake.
        figure: key of the drawing that is shown with its answer blanked out; "" for none.
        options, names: keys of the options' texts, and their names in the figure.
        is_own: a chapter's own question, which is a lesson of one step with the page's id.
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
        """Return the key of a text: a part, "look", "see", "small", "large", "nothing", option."""
        if "." in part:  # several steps have it
            return part
        return f"{self.page if self.is_own else f'lesson{self.lesson}'}.{self.id}_{part}"

    def with_options(self, found: Posed) -> Posed:
        """Complete a question that names only the right option with all options of the step."""
        if not isinstance(found.question, WordChoice):
            return found
        options = tuple(map(self.key, self.options))
        right = [key.rpartition("_")[2] for key in options].index(found.question.options[0])
        return replace(found, question=WordChoice(options, right, tuple(self.names)))


@dataclass(frozen=True)
class Lesson:
    """A lesson; `choices` lists suitable sentences by source language, the preferred one first."""

    id: str
    minutes: int
    choices: Mapping[str, tuple[str, ...]]
    steps: tuple[Step, ...]

    @property
    def is_own(self) -> bool:
        """Whether it is a chapter's own question and not a lesson."""
        return self.steps[0].is_own

    @property
    def sentences(self) -> Mapping[str, str]:
        """The preferred sentence for each source language."""
        return {source: listed[0] for source, listed in self.choices.items()}

    def step(self, name: str) -> Step:
        """Return the step with this id. Raises KeyError for an unknown one."""
        return {step.id: step for step in self.steps}[name]

    def key(self, part: Whole) -> str:
        """Return the text key of its name, goal or mistake."""
        return f"{self.id}.{part}" if self.is_own else f"lesson{self.id}.{part}"


def format_values(**values: object) -> dict[str, str]:
    """Format values for a text: floats with two decimals, everything else with str()."""
    return {
        name: decimal(value) if isinstance(value, float) else str(value)
        for name, value in values.items()
    }


def pose(
    question: Question | str,
    params: Mapping[str, str] | None = None,
    shown: Mapping[str, str] | None = None,
    **holes: object,
) -> Posed:
    """Make a question with formatted text values; a string is the id of the right option."""
    known = WordChoice((question,), 0) if isinstance(question, str) else question
    return Posed(known, format_values(**holes), params or {}, shown or {})


def step_params(step: Step, question: Posed | None, is_told: bool) -> dict[str, str]:
    """Return the URL parameters of a step, before or after its answer is shown."""
    asked = {**step.params, **(question.params if question else {})}
    return {**asked, **step.shown, **(question.shown if question else {})} if is_told else asked


def axis_for(*given: tuple[str, float], reach: float, signed: bool = True) -> Axis:
    """Make an axis for the `given` bars that ends at 1, 2, 5 or 10 times a power of ten."""
    far = max(reach, *(abs(value) for _, value in given), 1e-9)
    power = 10.0 ** math.floor(math.log10(far))
    high = next(times * power for times in (1, 2, 5, 10) if times * power >= far)
    return Axis(-high if signed else 0.0, high, given)


def is_right(question: Question, answer: Answer | None) -> bool:
    """Return whether an answer is right; False for None and for an answer of another kind."""
    if answer is None:
        return False
    if isinstance(question, ShareQuestion):
        return isinstance(answer, tuple) and answer.index(max(answer)) == question.right
    if isinstance(answer, tuple):
        return False
    if isinstance(question, Number):
        return abs(answer - question.value) <= question.tolerance * (1 + SLACK) + SLACK
    return answer == question.right


def overlap(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the overlap of two distributions, 0..1: the sum of the smaller shares."""
    return sum(min(pair) for pair in zip(one, other, strict=True))


def format_solution(question: Number) -> str:
    """Format the right number."""
    return decimal(question.value, question.digits)


def pick_options(right: str, others: Sequence[str]) -> tuple[str, ...]:
    """Return the right string and up to three wrong ones, spread over `others`, in their order.

    `others` includes the right one; duplicates are offered once. () if there is no wrong one.
    """
    known = list(dict.fromkeys(others))
    wrong = [one for one in known if one != right]
    if right not in known or not wrong:
        return ()
    count = min(MOST_OPTIONS - 1, len(wrong))
    chosen = {wrong[i * len(wrong) // count] for i in range(count)} | {right}
    return tuple(one for one in known if one in chosen)


def string_choice(right: str, others: Sequence[str]) -> StringChoice | None:
    """Make a multiple choice with `pick_options`; None if there is nothing to choose."""
    options = pick_options(right, others)
    return StringChoice(options, options.index(right)) if options else None
