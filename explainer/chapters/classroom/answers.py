"""Parse pasted links of students into a table of answers.

Links are never opened and nothing is stored. A line has one link and anything that names the
sender, such as a form's export. The lesson, model, language and version of most links count; lines
that differ are listed, not counted.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal
from urllib.parse import parse_qsl, urlsplit

from explainer.chapters.classroom import link
from explainer.lessons import SIZES, find_lesson, progress
from explainer.lessons.parts import Answer, Lesson
from explainer.lessons.progress import Progress
from explainer.text.spreadsheet import safe_cell

MOST_LINES: Final = 500
# A session's message may have 1 MB, and a Korean letter has three bytes.
LONGEST: Final = 300_000
LONGEST_NAME: Final = 60
# A browser writes none of the closing signs into an address, mails and tables put them behind it.
LINK: Final = re.compile(r"https?://[^\s\"'<>,;|)\]]+", re.IGNORECASE)
BETWEEN: Final = re.compile(r"[\t,;|\"<>]+")
# What a form's export puts first: "2026/03/02 9:30:05 ...", "3/2/2026 9:30:05".
DATED: Final = re.compile(r"\d{4}[-/.] ?\d{1,2}[-/.]|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}")

Setting = Literal["model", "lang", "v"]  # by their names in the address
SETTINGS: Final[tuple[Setting, ...]] = ("model", "lang", "v")
Reason = Literal["no_link", "two_links", "no_lesson", "broken", "lesson", "model", "lang", "v"]


class TooManyLines(ValueError):
    """More than MOST_LINES lines were pasted: `count`."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


@dataclass(frozen=True)
class Row:
    """One student's answers; `settings` are those of the link."""

    line: int
    name: str
    progress: Progress
    settings: Mapping[Setting, str]


@dataclass(frozen=True)
class Collected:
    """Parsed lines: `rows` of one lesson (None if no line has any), and rejected lines by reason.

    Those of other lessons are also grouped by lesson.
    """

    lesson: Lesson | None
    rows: tuple[Row, ...]
    left_out: Mapping[tuple[Reason, str], tuple[int, ...]]

    def wrong(self, at: int) -> int:
        """Return how many answered step `at` wrong."""
        return sum(row.progress.marks[at] is False for row in self.rows)


def collect(pasted: str) -> Collected:
    """Parse pasted lines. Raises TooManyLines. Empty lines are skipped but numbered."""
    lines = [(number, line) for number, line in enumerate(pasted.splitlines(), 1) if line.strip()]
    if len(lines) > MOST_LINES:
        raise TooManyLines(len(lines))
    read, bad = list[Row](), list[tuple[Reason, str, int]]()
    for number, line in lines:
        row = _read(number, line)
        if isinstance(row, Row):
            read.append(row)
        else:
            bad.append((row, "", number))
    lesson = _most(row.progress.lesson for row in read)
    same = [row for row in read if row.progress.lesson == lesson]
    meant = {name: _most(row.settings.get(name, "") for row in same) for name in SETTINGS}
    rows = list[Row]()
    for row in read:
        if row.progress.lesson != lesson:
            bad.append(("lesson", row.progress.lesson, row.line))
        elif others := [n for n in SETTINGS if row.settings.get(n, meant[n]) != meant[n]]:
            bad.append((others[0], "", row.line))
        else:
            rows.append(row)
    left_out = dict[tuple[Reason, str], tuple[int, ...]]()
    for reason, of, number in sorted(bad, key=lambda each: each[2]):
        left_out[reason, of] = (*left_out.get((reason, of), ()), number)
    return Collected(find_lesson(lesson) if lesson else None, tuple(rows), left_out)


def _read(number: int, line: str) -> Row | Reason:
    """Parse a line to a row, or return why it is invalid."""
    line = line.replace("&amp;", "&")  # from the source of a mail
    links = LINK.findall(line)
    if len(links) != 1:
        return "two_links" if links else "no_link"
    if link.read_link(links[0]) is None:
        return "no_lesson"
    params = dict(parse_qsl(urlsplit(links[0]).query))
    found, ignored = progress.parse_progress(params, SIZES)
    if found is None:
        return "no_lesson"
    if ignored:
        return "broken"
    return Row(number, _name(line), found, {n: params[n] for n in SETTINGS if n in params})


def _name(line: str) -> str:
    """Return the text beside the link, without a form's timestamp."""
    cells = (cell.strip(" :") for cell in BETWEEN.split(LINK.sub("\t", line)))
    return " ".join(cell for cell in cells if cell and not DATED.match(cell))[:LONGEST_NAME]


def _most(values: Iterable[str]) -> str:
    """Return the most frequent value, the first of several; "" if there is none."""
    counted = Counter(value for value in values if value)
    return counted.most_common(1)[0][0] if counted else ""


def as_ranges(numbers: Sequence[int]) -> str:
    """Format line numbers as ranges: "2–4, 9"."""
    runs = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    ends = ([number for _, number in run] for _, run in runs)
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in ends)


def format_prediction(given: Answer | None) -> str:
    """Format an unjudged prediction as in the URL."""
    if isinstance(given, tuple):
        return " ".join(f"{100 * share:.0f}%" for share in given)
    return "" if given is None else f"{given:g}"


def to_csv(found: Collected) -> bytes:
    """Write CSV, a row per student, a column per question: right, wrong, "noted: 7" or empty.

    UTF-8 with a byte-order mark, which Excel needs.
    """
    if found.lesson is None:
        return b""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    steps = [f"{at}_{step.id}" for at, step in enumerate(found.lesson.steps, 1)]
    writer.writerow(["line", "name", "lesson", "right", "answered", *steps])
    for row in found.rows:
        done = row.progress
        cells = [_cell(*pair) for pair in zip(done.marks, done.given, strict=True)]
        facts = [row.line, safe_cell(row.name), done.lesson, done.right, done.answered]
        writer.writerow([*facts, *cells])
    return out.getvalue().encode("utf-8-sig")


def _cell(mark: bool | None, given: Answer | None) -> str:
    if mark is not None:
        return "right" if mark else "wrong"
    return f"noted: {format_prediction(given)}" if given is not None else ""
