"""First figure: the lines token by token around the chosen one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from explainer.batch.rows import Row
from explainer.chapters.sentences.problems import row_problem
from explainer.chapters.sentences.table import take_line
from explainer.drawings import Choice, drawing

if TYPE_CHECKING:
    from explainer.chapters.sentences.job import Job
    from explainer.frame.view import View
    from explainer.text import Text

SEEN: Final = 12  # lines at once
DIGITS: Final = 5


def draw_lines(view: View, job: Job, shown: Sequence[Row], chosen: Row) -> None:
    """Draw the lines around the chosen one; a click chooses another."""
    text, seen = view.text, lines_around(shown, chosen)
    if not seen:
        return
    drawing(
        "sentences/sureness",
        {"lines": [_line(text, row) for row in seen]},
        words=text.section("sentences.sureness"),
        key=f"sentences_lines_{job.number}",
        chosen={"line": chosen.number},
        on_choice=partial(take_seen, {row.number for row in seen}),
    )


def lines_around(shown: Sequence[Row], chosen: Row) -> Sequence[Row]:
    """Return SEEN lines around the chosen one; the first ones if it is filtered out."""
    place = shown.index(chosen) if chosen in shown else 0
    first = place - place % SEEN
    return shown[first : first + SEEN]


def _line(text: Text, row: Row) -> dict[str, Any]:
    is_whole = row.problem is None and row.log_prob_per_token is not None
    return {
        "number": row.number,
        "source": row.source,
        "tokens": [token for token, _ in row.tokens] if is_whole else [],
        "log_probs": [round(log_prob, DIGITS) for _, log_prob in row.tokens] if is_whole else [],
        "problem": "" if is_whole else row_problem(text, row),
    }


def take_seen(numbers: Collection[int], choice: Choice) -> None:
    """Choose the line that a browser sent; for callbacks."""
    number = choice.get("line")
    if type(number) is int and number in numbers:
        take_line(number)
