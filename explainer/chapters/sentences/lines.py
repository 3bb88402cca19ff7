"""The lines of the table as they were written, token by token: the lead figure of the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from explainer.batch.rows import Row
from explainer.chapters.sentences.problems import row_problem
from explainer.chapters.sentences.sureness import Line, SurenessWords, sureness, sureness_payload
from explainer.chapters.sentences.table import take_line
from explainer.text.numbers import percent

if TYPE_CHECKING:
    from explainer.chapters.sentences.job import Job
    from explainer.frame.view import View
    from explainer.text import Text

SEEN: Final = 12  # lines at once


def draw_lines(view: View, job: Job, shown: Sequence[Row], chosen: Row) -> None:
    """Of the lines in their order those around the chosen one; a press chooses another."""
    text, seen = view.text, around(shown, chosen)
    if not seen:
        return
    words = SurenessWords(
        title=text("sentences.lines_alt", lines=len(seen)),
        sure=text("sentences.sure"),
        unsure=text("sentences.unsure"),
        mean=text("sentences.mean"),
    )
    data = sureness_payload([_line(text, row) for row in seen], chosen.number, words, view.dark)
    numbers = [row.number for row in seen]
    sureness(data, key=f"sentences_lines_{job.number}", on_pick=partial(_take, numbers))


def around(shown: Sequence[Row], chosen: Row) -> Sequence[Row]:
    """The SEEN lines among which the chosen one is; the first where it is not shown at all."""
    place = shown.index(chosen) if chosen in shown else 0
    first = place - place % SEEN
    return shown[first : first + SEEN]


def _line(text: Text, row: Row) -> Line:
    if row.problem is not None or row.log_prob_per_piece is None:
        return Line(row.number, row.source, [], "", row_problem(text, row))
    tokens = [(token, min(1.0, math.exp(log_prob))) for token, log_prob in row.tokens]
    return Line(row.number, row.source, tokens, percent(math.exp(row.log_prob_per_piece), 0))


def _take(numbers: Sequence[int], place: int) -> None:
    take_line(numbers[place])
