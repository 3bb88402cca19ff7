"""Data types of lessons: steps, the kinds of question, and checking an answer.

Independent of models and pages: numbers and strings in, text keys and numbers out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Literal

from explainer.text import FALLBACK, Text, holes, strings
from explainer.text.numbers import decimal

SLACK: Final = 1e-9  # of a comparison at the very edge of the tolerance
MOST_OPTIONS: Final = 4

Part = Literal["title", "look", "ask", "tell", "see"]  # the texts of a step of a lesson
Whole = Literal["name", "goal", "error"]  # those of a lesson
Answer = float | tuple[float, ...]  # a number or the place of an option; shares that were painted
Values = Mapping[str, object]  # what a question and its texts need to know of a run, by name


@dataclass(frozen=True)
class Choice:
    """A multiple choice; `options` are text keys if they are `words`, else strings like tokens.

    `names` are the options' names in the figure, if it has others.
    """

    options: tuple[str, ...]
    right: int
    names: tuple[str, ...] = ()
    words: bool = False

    def told(self, text: Text, given: Answer, values: Mapping[str, str]) -> str:
        """Return the option that an answer means; "" for none."""
        if isinstance(given, tuple) or not 0 <= given < len(self.options):
            return ""
        option = self.options[int(given)]
        return text(option, **values) if self.words else option


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

    right: float
    tolerance: float
    digits: int = 0
    uncut: int = 0
    axis: Axis | None = None

    @property
    def solution(self) -> str:
        return decimal(self.right, self.digits)

    def told(self, _: Text, given: Answer, __: Mapping[str, str]) -> str:
        """Format a number as it is asked for."""
        return "" if isinstance(given, tuple) else decimal(given, self.digits)


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

    def told(self, _: Text, given: Answer, __: Mapping[str, str]) -> str:
        """Format the painted shares."""
        shares = given if isinstance(given, tuple) else ()
        pairs = zip(self.options, shares, strict=False)
        return ", ".join(f"{token} {decimal(100 * share, 0)}%" for token, share in pairs)


Question = Choice | Number | ShareQuestion


@dataclass(frozen=True)
class Posed:
    """A question about the current run, with its text values and the URL `params` to show it.

    `shown` are the parameters added once it is answered.
    """

    question: Question
    holes: Mapping[str, str]
    params: Mapping[str, str]
    shown: Mapping[str, str]


@dataclass(frozen=True)
class Step:
    """A step of a lesson, or a chapter's own question, as `steps.toml` declares it.

    Fields:
        page, state: page id and its URL parameters; a value may have a {hole} for one of the run.
        told: URL parameters added once the question is answered.
        mistake: the step demonstrates a common mistake.
        figure: key of the drawing that is shown with its answer blanked out; "" for none.
        answer: the name of the value that is right.
        number: that a number is asked for, and how, see `_number`.
        among: the name of the strings that one is chosen from; `names`, of those in the figure.
        shares: the name of the shares of `among` that are painted.
        options, names: keys of options in words, and their names in the figure.
        is_own: a chapter's own question, which is a lesson of one step with the page's id.
    """

    lesson: str
    id: str
    page: str
    state: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)
    mistake: bool = False
    figure: str = ""
    answer: str = "answer"
    number: Mapping[str, Any] = field(default_factory=dict)
    among: str = ""
    shares: str = ""
    options: Sequence[str] = ()
    names: Sequence[str] | str = ()
    is_own: bool = False

    def key(self, part: str) -> str:
        """Return the key of a text: a part, "look", "see", "small", "large", "nothing", option."""
        if "." in part:  # several steps have it
            return part
        return f"{self.page if self.is_own else f'lesson{self.lesson}'}.{self.id}_{part}"

    @property
    def params(self) -> dict[str, str]:
        """The part of `state` that is the same for every run."""
        return _fixed(self.state)

    @property
    def shown(self) -> dict[str, str]:
        """The part of `told` that is the same for every run."""
        return _fixed(self.told)

    def pose(self, value: Callable[[str], Any]) -> Posed | None:
        """Ask about one translation, whose values are looked up by name.

        None if it has no value that could be right, so that nothing can be asked.
        """
        if value(self.shares or self.answer) is None:
            return None
        question = self._question(value)
        if question is None:
            return None
        told = {name: format_value(value(name)) for name in _holes(self.key(""))}
        if isinstance(question, Number) and self.answer in told:
            told[self.answer] = question.solution

        def filled(written: Mapping[str, str]) -> dict[str, str]:
            return {
                name: one.format(**{hole: value(hole) for hole in holes(one)})
                for name, one in written.items()
            }

        return Posed(question, told, filled(self.state), filled(self.told))

    def _question(self, value: Callable[[str], Any]) -> Question | None:
        if self.shares:
            return ShareQuestion(tuple(value(self.among)), tuple(value(self.shares)))
        if self.among:
            options = pick_options(value(self.answer), value(self.among))
            names = tuple(value(self.names)) if isinstance(self.names, str) else ()
            return Choice(options, options.index(value(self.answer)), names) if options else None
        if self.options:
            keys = tuple(map(self.key, self.options))
            places = [key.rpartition("_")[2] for key in keys]
            return Choice(keys, places.index(value(self.answer)), tuple(self.names), words=True)
        return _number(value(self.answer), value, **self.number)


@dataclass(frozen=True)
class Lesson:
    """A lesson, with the sentence it stands on in each source language."""

    id: str
    minutes: int
    sentences: Mapping[str, str]
    steps: tuple[Step, ...]

    @property
    def is_own(self) -> bool:
        """Whether it is a chapter's own question and not a lesson."""
        return self.steps[0].is_own

    def sentence(self, card: Mapping[str, Any]) -> str:
        """Return the sentence for the model of a card; "" for a language without any."""
        return self.sentences.get(str(card.get("source", "")), "")

    def step(self, name: str) -> Step:
        """Return the step with this id. Raises KeyError for an unknown one."""
        return {step.id: step for step in self.steps}[name]

    def key(self, part: Whole) -> str:
        """Return the text key of its name, goal or mistake."""
        return f"{self.id}.{part}" if self.is_own else f"lesson{self.id}.{part}"


def _fixed(written: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in written.items() if not holes(value)}


@cache
def _holes(prefix: str) -> frozenset[str]:
    """Return the names of the placeholders of all texts whose keys begin like this."""
    written = (text for key, text in strings(FALLBACK).items() if key.startswith(prefix))
    return frozenset(name for text in written for name in holes(text))


def _number(
    right: float,
    value: Callable[[str], Any],
    *,
    near: float | str = 0,
    within: float = 0,
    digits: int | str = 0,
    uncut: str = "",
    low: float = 0,
    high: float | str = 0,
    reach: float | str = 0,
    signed: bool = False,
    bars: Mapping[str, str] | str = MappingProxyType({}),
) -> Number:
    """Make a number question as `steps.toml` declares it; a string is the name of a value.

    It may be off by `near`, or `within` a part of it. Its bar goes from `low` to `high`, or to a
    round end for `reach`: a value or times the answer; `bars` are the given ones, names and values.
    """

    def resolve(told: float | str) -> Any:
        return value(told) if isinstance(told, str) else told

    named = value(bars) if isinstance(bars, str) else {name: value(bars[name]) for name in bars}
    given, axis = tuple(named.items()), None
    if high:
        axis = Axis(low, resolve(high), given)
    elif reach:
        far = resolve(reach) if isinstance(reach, str) else reach * abs(right)
        axis = axis_for(*given, reach=far, signed=signed)
    tolerance = max(resolve(near), within * abs(right))
    return Number(right, tolerance, resolve(digits), resolve(uncut) if uncut else 0, axis)


def format_value(value: object) -> str:
    """Format a value for a text: a float with two decimals, everything else with str()."""
    return decimal(value) if isinstance(value, float) else str(value)


def step_params(step: Step, question: Posed | None, is_told: bool) -> dict[str, str]:
    """Return the URL parameters of a step, before or after its answer is shown."""
    known = question or step
    return {**known.params, **known.shown} if is_told else {**known.params}


def axis_for(*given: tuple[str, float], reach: float, signed: bool = False) -> Axis:
    """Make an axis for the `given` bars that ends at 1, 2, 5 or 10 times a power of ten."""
    far = max(reach, *(abs(value) for _, value in given), 1e-9)
    power = 10.0 ** math.floor(math.log10(far))
    high = next(times * power for times in (1, 2, 5, 10) if times * power >= far)
    return Axis(-high if signed else 0.0, high, given)


def is_right(question: Question, answer: Answer | None) -> bool:
    """Return whether an answer is right; False for None and for an answer of another kind."""
    if answer is None or isinstance(answer, tuple) != isinstance(question, ShareQuestion):
        return False
    if isinstance(answer, tuple):
        return answer.index(max(answer)) == question.right
    tolerance = question.tolerance if isinstance(question, Number) else 0
    return abs(answer - question.right) <= tolerance * (1 + SLACK) + SLACK


def overlap(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the overlap of two distributions, 0..1: the sum of the smaller shares."""
    return sum(min(pair) for pair in zip(one, other, strict=True))


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
