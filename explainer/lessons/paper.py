"""Choose the questions of a printed work sheet so that none prints another one's answer.

In the app an answer is told before it is worked on; on paper all questions lie side by side. There
a number that another task asks for is called by the number of that task, and a question whose
answer the sheet has to print is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from explainer.lessons.parts import Number, Question, ShareQuestion, StringChoice, format_solution
from explainer.lessons.printed import decimals, parse_number
from explainer.lessons.sheet import Task
from explainer.text.numbers import decimal

LEAST_DIGITS: Final = 3  # of a number that nobody writes by chance
HIDDEN: Final = "…"  # in place of a number, where it is not yet known which task it belongs to

Holes = Mapping[str, str]


@dataclass(frozen=True)
class PaperQuestion:
    """A question for the work sheet: its text with `holes` to fill, and how it becomes a task."""

    question: Question
    ask: Callable[[Holes], str]
    holes: Holes
    task: Callable[[str], Task]


def contains_word(printed: str, word: str) -> bool:
    """Return whether the text has this number or token as a whole word, ignoring Korean endings."""
    return re.search(rf"(?<![\w.▁]){re.escape(word)}(?![\d.]\d|[a-zA-Z\d])", printed) is not None


def fit_questions(
    posed: Sequence[PaperQuestion],
    tables: Sequence[Task],
    translation: str,
    answer_of: Callable[[int], str],
) -> list[Task]:
    """Return the questions as tasks to follow the `tables` on a sheet with this translation.

    `answer_of` formats a reference to the answer of the task with a number.
    """
    printed = "\n".join((translation, *map(_printed, tables)))
    found = {
        blank: at
        for at, task in reversed(list(enumerate(tables, start=1)))
        for blank in _blanks(task)
        if _is_telling(blank) and not contains_word(printed, blank)
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


def _answers(posed: Sequence[PaperQuestion], but: PaperQuestion, before: int = 0) -> dict[str, int]:
    """Map the other questions' answers to their task numbers."""
    return {
        answer: before + at
        for at, one in enumerate(posed, start=1)
        if one is not but
        for answer in _answer(one.question)
    }


def _answer(question: Question) -> tuple[str, ...]:
    """Return the strings that give the answer away; none for a count, which many sentences have."""
    if isinstance(question, Number):
        told = format_solution(question)
        return (told,) if question.digits and _is_telling(told) else ()
    if isinstance(question, StringChoice):
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
    """Replace answers in the holes by a reference to their task, or by HIDDEN without one."""

    def told(value: str) -> str:
        task = next((at for answer, at in answers.items() if _is_same(value, answer)), None)
        if task is None:
            return value
        return answer_of(task) if answer_of else HIDDEN

    return {name: told(value) for name, value in holes.items()}


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


def _is_told(question: Question, printed: str) -> bool:
    """Return whether the printed text gives it away: it has the answer but not all options."""
    if isinstance(question, StringChoice):
        written = [_stands(option, printed) for option in question.options]
        return written[question.right] and not all(written)
    return any(contains_word(printed, answer) for answer in _answer(question))


def _names_all(one: PaperQuestion) -> bool:
    """Return whether the question itself names all options, so that no name gives it away."""
    if not isinstance(one.question, StringChoice):
        return False
    asked = one.ask(one.holes)
    return all(contains_word(asked, option) for option in one.question.options)


def _stands(option: str, printed: str) -> bool:
    return contains_word(printed, option) or (
        option.startswith("▁") and contains_word(printed, option[1:])
    )


def _is_given(question: Question, printed: str, tables: Iterable[Task]) -> bool:
    """Return whether the sheet must print the answer, in its translation or as an input."""
    if not isinstance(question, ShareQuestion):
        return _is_told(question, printed)
    shares = [decimal(share) for share in question.shares]
    rows = (row for task in tables if task.table for row in task.table.rows)
    return any(set(shares) <= {cell.text for cell in row if not cell.blank} for row in rows)


def _printed(task: Task) -> str:
    """Return the text of a task that a student sees."""
    if task.table is None:
        return task.text
    cells = (cell.text for row in task.table.rows for cell in row if not cell.blank)
    return "\n".join((task.text, *task.table.head, *cells))


def _blanks(task: Task) -> tuple[str, ...]:
    """Return what a student has to write into a task."""
    cells = () if task.table is None else (cell for row in task.table.rows for cell in row)
    return (*(cell.text for cell in cells if cell.blank), *((task.value,) if task.value else ()))
