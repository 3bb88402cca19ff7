"""What stands on one sheet of paper at once: no question may print what another one asks.

In the app an answer is told before it is worked on; on paper all questions lie side by side. There
a number that another task asks for is called by the number of that task, and a question whose
answer the sheet has to print is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from explainer.lessons.parts import Listed, Number, Painted, Question, solution
from explainer.lessons.printed import decimals, number
from explainer.lessons.sheet import Task
from explainer.text.numbers import decimal

LEAST_DIGITS: Final = 3  # of a number that nobody writes by chance
HIDDEN: Final = "…"  # in place of a number, where it is not yet known which task it belongs to

Holes = Mapping[str, str]


@dataclass(frozen=True)
class Posed:
    """A question for the sheet: its text with `holes` to fill, and the task it becomes."""

    question: Question
    ask: Callable[[Holes], str]
    holes: Holes
    task: Callable[[str], Task]


def says(printed: str, word: str) -> bool:
    """Whether a number or a token stands there for itself, Korean endings aside."""
    return re.search(rf"(?<![\w.▁]){re.escape(word)}(?![\d.]\d|[a-zA-Z\d])", printed) is not None


def fit(
    posed: Sequence[Posed],
    tables: Sequence[Task],
    translation: str,
    answer_of: Callable[[int], str],
) -> list[Task]:
    """The questions behind the `tables` of a sheet on which `translation` is printed.

    `answer_of` calls the answer of the task of a number.
    """
    printed = "\n".join((translation, *map(_printed, tables)))
    found = {
        blank: at
        for at, task in reversed(list(enumerate(tables, start=1)))
        for blank in _blanks(task)
        if _is_telling(blank) and not says(printed, blank)
    }
    kept = [one for one in posed if _names_all(one) or not _is_given(one.question, printed, tables)]
    asked = [one.ask(_without(one.holes, {**found, **_answers(kept, one)}, None)) for one in kept]
    kept = [
        one
        for at, one in enumerate(kept)
        if _names_all(one)
        or not any(_is_told(one.question, asked[i]) for i in range(len(kept)) if i != at)
    ]
    return [
        one.task(
            one.ask(_without(one.holes, {**_answers(kept, one, len(tables)), **found}, answer_of))
        )
        for one in kept
    ]


def _answers(posed: Sequence[Posed], but: Posed, before: int = 0) -> dict[str, int]:
    """What the other questions ask for, with the numbers they stand under."""
    return {
        answer: before + at
        for at, one in enumerate(posed, start=1)
        if one is not but
        for answer in _answer(one.question)
    }


def _answer(question: Question) -> tuple[str, ...]:
    """What is not to be read elsewhere; a count stands in many a sentence, whatever it counts."""
    if isinstance(question, Number):
        told = solution(question)
        return (told,) if question.digits and _is_telling(told) else ()
    if isinstance(question, Listed):
        right = question.options[question.right]
        return (right,) if _is_telling(right) else ()
    return ()


def _is_telling(word: str) -> bool:
    if word.startswith("▁"):
        return len(word) > 1
    return "." in word and sum(map(str.isdigit, word)) >= LEAST_DIGITS


def _without(
    holes: Holes, answers: Mapping[str, int], answer_of: Callable[[int], str] | None
) -> Holes:
    """The holes; what is an answer is called by its task, HIDDEN while no task has a number."""

    def told(value: str) -> str:
        task = next((at for answer, at in answers.items() if _is_same(value, answer)), None)
        if task is None:
            return value
        return answer_of(task) if answer_of else HIDDEN

    return {name: told(value) for name, value in holes.items()}


def _is_same(value: str, answer: str) -> bool:
    """Whether they are one token or, where one has more decimals, one number."""
    if value == answer:
        return True
    try:
        one, other = number(value), number(answer)
    except ValueError:
        return False
    if not decimals(value) > decimals(answer) > 0:
        return False
    return decimal(one, decimals(answer)) == decimal(other, decimals(answer))


def _is_told(question: Question, printed: str) -> bool:
    """Whether one can read the answer there: it stands there, and not all that is chosen from."""
    if isinstance(question, Listed):
        written = [_stands(option, printed) for option in question.options]
        return written[question.right] and not all(written)
    return any(says(printed, answer) for answer in _answer(question))


def _names_all(one: Posed) -> bool:
    """Whether the question itself names all there is to choose from: no name then tells."""
    if not isinstance(one.question, Listed):
        return False
    asked = one.ask(one.holes)
    return all(says(asked, option) for option in one.question.options)


def _stands(option: str, printed: str) -> bool:
    return says(printed, option) or (option.startswith("▁") and says(printed, option[1:]))


def _is_given(question: Question, printed: str, tables: Iterable[Task]) -> bool:
    """Whether the sheet has to print the answer: in its translation, or to be worked with."""
    if not isinstance(question, Painted):
        return _is_told(question, printed)
    shares = [decimal(share) for share in question.shares]
    rows = (row for task in tables if task.table for row in task.table.rows)
    return any(set(shares) <= {cell.text for cell in row if not cell.blank} for row in rows)


def _printed(task: Task) -> str:
    """What a student reads of a task."""
    if task.table is None:
        return task.text
    cells = (cell.text for row in task.table.rows for cell in row if not cell.blank)
    return "\n".join((task.text, *task.table.head, *cells))


def _blanks(task: Task) -> tuple[str, ...]:
    """What a student writes into a task."""
    cells = () if task.table is None else (cell for row in task.table.rows for cell in row)
    return (*(cell.text for cell in cells if cell.blank), *((task.value,) if task.value else ()))
