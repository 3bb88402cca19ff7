"""A work sheet as plain text: tables, and questions of which none prints another one's answer.

In the app an answer is told before it is worked on; on paper all questions lie side by side. There
a number that another task asks for is called by the number of that task, and a question whose
answer the sheet has to print is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from explainer.lessons.parts import Choice, Number, Question, ShareQuestion
from explainer.lessons.printed import decimals, parse_number
from explainer.text.numbers import decimal

LEAST_DIGITS: Final = 3  # of a number that nobody writes by chance

Holes = Mapping[str, str]


@dataclass(frozen=True)
class Cell:
    """A table cell; a blank one is empty on the work sheet and filled in on the answer sheet."""

    text: str
    blank: bool = False
    wide: bool = False


@dataclass(frozen=True)
class Table:
    """A table; each row has as many cells as `head`; a `grid` has narrow, centred cells."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    grid: bool = False

    def __post_init__(self) -> None:
        assert all(len(row) == len(self.head) for row in self.rows), "a row does not fit its head"


@dataclass(frozen=True)
class Task:
    """A task: `options` with `right` index, a `value`, or a table; `told` is the explanation."""

    title: str
    text: str
    table: Table | None = None
    options: tuple[str, ...] = ()
    right: int = -1
    value: str = ""
    told: str = ""

    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        return self.table.rows if self.table else ()


def row(*texts: object, blank: Iterable[object] = (), wide: bool = False) -> tuple[Cell, ...]:
    """Make a row: printed cells, then blank ones with these answers, the first perhaps `wide`."""
    filled = (
        Cell(str(answer), blank=True, wide=wide and at == 0) for at, answer in enumerate(blank)
    )
    return (*(Cell(str(text)) for text in texts), *filled)


@dataclass(frozen=True)
class PaperQuestion:
    """A question for the work sheet, and its text with `holes` to fill."""

    question: Question
    ask: Callable[..., str]
    holes: Holes

    @property
    def strings(self) -> tuple[str, ...]:
        """The options of a choice among strings."""
        known = self.question
        return known.options if isinstance(known, Choice) and not known.words else ()

    @property
    def names_all(self) -> bool:
        """Whether the question itself names all options, so that no name gives it away."""
        asked = self.ask(**self.holes)
        return bool(self.strings) and all(contains_word(asked, one) for one in self.strings)

    @property
    def answer(self) -> str:
        """What gives the answer away; "" for a count, which many sentences have."""
        known = self.question
        if isinstance(known, Number):
            told = known.solution if known.digits else ""
        else:
            told = self.strings[known.right] if self.strings else ""
        return told if _is_telling(told) else ""

    def is_told(self, printed: str, tables: Sequence[Task]) -> bool:
        """Return whether a text gives the answer away, not all options, or a table all shares."""
        known = self.question
        if isinstance(known, ShareQuestion):
            shares = {decimal(share) for share in known.shares}
            rows = (row for task in tables for row in task.rows)
            return any(shares <= {cell.text for cell in row if not cell.blank} for row in rows)
        if isinstance(known, Choice) and self.strings:
            forms = ({one, one.removeprefix("▁") or one} for one in self.strings)
            written = [any(contains_word(printed, form) for form in each) for each in forms]
            return written[known.right] and not all(written) and not self.names_all
        return bool(self.answer) and contains_word(printed, self.answer)


def contains_word(printed: str, word: str) -> bool:
    """Return whether the text has this number or token as a whole word, ignoring Korean endings."""
    return re.search(rf"(?<![\w.▁]){re.escape(word)}(?![\d.]\d|[a-zA-Z\d])", printed) is not None


def fit_questions(
    posed: Sequence[PaperQuestion],
    tables: Sequence[Task],
    translation: str,
    answer_of: Callable[[int], str],
) -> dict[int, str]:
    """Return the texts of the questions, by place, that follow the `tables` on a sheet.

    `answer_of` formats a reference to the answer of the task with a number.
    """
    printed = "\n".join((translation, *map(_printed, tables)))
    blanks = {
        blank: at
        for at, task in reversed(list(enumerate(tables, start=1)))
        for blank in _blanks(task)
        if _is_telling(blank) and not contains_word(printed, blank)
    }
    kept = dict(enumerate(posed))
    while True:
        numbered = enumerate(kept.values(), start=len(tables) + 1)
        answers = {one.answer: number for number, one in numbered} | blanks
        asked = {at: one.ask(**_without(one, answers, answer_of)) for at, one in kept.items()}
        for at, one in kept.items():
            others = (printed, *(ask for place, ask in asked.items() if place != at))
            if any(one.is_told(text, tables) for text in others):
                del kept[at]
                break
        else:
            return asked


def _is_telling(word: str) -> bool:
    if word.startswith("▁"):
        return len(word) > 1
    return "." in word and sum(map(str.isdigit, word)) >= LEAST_DIGITS


def _without(
    one: PaperQuestion, answers: Mapping[str, int], answer_of: Callable[[int], str]
) -> Holes:
    """Replace other tasks' answers in the holes by a reference to their task."""
    places = {answer: at for answer, at in answers.items() if answer not in ("", one.answer)}

    def told(value: str) -> str:
        task = next((at for answer, at in places.items() if _is_same(value, answer)), None)
        return value if task is None else answer_of(task)

    return {name: told(value) for name, value in one.holes.items()}


def _is_same(value: str, answer: str) -> bool:
    """Return whether both are the same token, or the same number up to the coarser rounding."""
    if value == answer:
        return True
    try:
        one, other = parse_number(value), parse_number(answer)
    except ValueError:
        return False
    if not decimals(value) > decimals(answer) > 0:
        return False
    return decimal(one, decimals(answer)) == decimal(other, decimals(answer))


def _printed(task: Task) -> str:
    """Return the text of a task that a student sees."""
    cells = (cell.text for row in task.rows for cell in row if not cell.blank)
    return "\n".join((task.text, *(task.table.head if task.table else ()), *cells))


def _blanks(task: Task) -> tuple[str, ...]:
    """Return what a student has to write into a task."""
    cells = (cell.text for row in task.rows for cell in row if cell.blank)
    return (*cells, *((task.value,) if task.value else ()))
