"""A reader's file as a table: .txt (a sentence a line), .csv and .tsv, read with small limits.

Nothing is guessed that cannot be said: which encoding and which separator were found stands in the
`Sheet`, and a file that is not text, or too large, is refused with a `FileProblem` whose `reason`
the reader's language explains.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import NamedTuple

from explainer.batch.cells import (
    FileProblem,
    Numbered,
    Reason,
    check_width,
    layout_of,
    rows_of,
)
from explainer.data import encodings
from explainer.data.columns import LANGUAGES, REFERENCES, SOURCES, is_header
from explainer.data.encodings import Encoding


@dataclass(frozen=True)
class Limits:
    """What a file may be at most: bytes, lines (rows of a table), columns, characters a cell.

    In lines of text a line is a cell.
    """

    size: int = 1_000_000
    lines: int = 2_000
    columns: int = 64
    cell: int = 1_000


APP_LIMITS = Limits()
KINDS = (".txt", ".csv", ".tsv")


class Pair(NamedTuple):
    """A sentence to translate and, where there is one, its reference."""

    source: str
    reference: str | None = None


@dataclass(frozen=True)
class Sheet:
    """A table of texts. `rows` all have as many cells as `columns` has names.

    `header`: the first line held the names; else `columns` are "1", "2", ... `encoding` and
    `separator` ("" for lines of text) are what the file was read with; `asks` are the separators
    that only the reader can choose between.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    header: bool
    encoding: Encoding = "utf-8"
    separator: str = ""
    asks: tuple[str, ...] = ()

    def pairs(self, source: int, reference: int | None = None) -> tuple[Pair, ...]:
        """The rows by two column indices; an empty reference cell is no reference."""
        return tuple(pair_of(row, source, reference) for row in self.rows)

    def suggested(self, source: str, target: str) -> tuple[int, int | None]:
        """Columns that look like source and reference, for a model from language to language."""
        return suggested_columns(self.columns, source, target)


def pair_of(cells: Sequence[str], source: int, reference: int | None) -> Pair:
    """A row that is too short has empty cells; an empty reference is none."""
    given = "" if reference is None or reference >= len(cells) else cells[reference].strip()
    return Pair(cells[source] if source < len(cells) else "", given or None)


def suggested_columns(columns: Sequence[str], source: str, target: str) -> tuple[int, int | None]:
    """By name: a language first, then a usual name. Without names the first two columns."""
    names = [name.strip().casefold() for name in columns]

    def first(*wanted: set[str]) -> int | None:
        places = (i for known in wanted for i, name in enumerate(names) if name in known)
        return next(places, None)

    if tuple(columns) == numbered_names(len(columns)):
        return 0, 1 if len(columns) > 1 else None
    reference = first(LANGUAGES.get(target, {target}), REFERENCES)
    source_column = first(LANGUAGES.get(source, {source}), SOURCES)
    if source_column is None:
        source_column = 1 if reference == 0 and len(columns) > 1 else 0
    return source_column, None if reference == source_column else reference


def read_file(
    name: str,
    data: bytes,
    limits: Limits = APP_LIMITS,
    header: bool | None = None,
    encoding: Encoding | None = None,
    separator: str | None = None,
) -> Sheet:
    """The table in an uploaded file; its kind is the suffix of `name`.

    `encoding` is what the reader says it is in, see `decode_text`, and `separator` the answer to
    what the sheet `asks`. `header` None: the first line is taken for names when a cell of it is a
    usual one ("source", "원문", "en", ...). Raises FileProblem.
    """
    kind = PurePath(name).suffix.lower()
    if kind not in KINDS:
        raise FileProblem("unknown_kind", kind=kind)
    if len(data) > limits.size:
        raise FileProblem("too_big", found=len(data), limit=limits.size)
    text, encoding = decode_text(data, encoding)
    return _sheet(text, kind, limits, header, encoding, separator)


def read_lines(text: str, limits: Limits = APP_LIMITS, separator: str | None = None) -> Sheet:
    """Pasted lines, one sentence each, or cells of a spreadsheet. Raises FileProblem."""
    if len(text) > limits.size:
        raise FileProblem("too_big", found=len(text), limit=limits.size)
    return _sheet(text, ".txt", limits, None, "utf-8", separator)


def decode_text(data: bytes, encoding: Encoding | None = None) -> tuple[str, Encoding]:
    """Text and its encoding, given or else detected. Raises FileProblem."""
    try:
        return encodings.decode(data, encoding)
    except encodings.Undecoded as problem:
        raise FileProblem(problem.reason, line=problem.line, readings=problem.readings) from problem


def numbered_names(count: int) -> tuple[str, ...]:
    """Names of columns that have none: "1", "2", ..."""
    return tuple(str(number) for number in range(1, count + 1))


def within_limits(rows: Iterable[Numbered], limits: Limits, is_table: bool) -> Iterator[list[str]]:
    """Rows while they keep to the limits. Raises FileProblem."""
    too_long: Reason = "cell_too_long" if is_table else "line_too_long"
    width = 0
    for count, (line, cells) in enumerate(rows, start=1):
        if count > limits.lines + 1:  # one may be a header
            raise FileProblem("too_many_lines", limit=limits.lines)
        if len(cells) > limits.columns:
            raise FileProblem("too_many_columns", line=line, found=len(cells), limit=limits.columns)
        width = width or len(cells)
        check_width(line, cells, width)
        longest = max(map(len, cells))
        if longest > limits.cell:
            raise FileProblem(too_long, line=line, found=longest, limit=limits.cell)
        yield cells


def _sheet(
    text: str,
    kind: str,
    limits: Limits,
    header: bool | None,
    encoding: Encoding,
    answer: str | None,
) -> Sheet:
    lines = io.StringIO(text, newline=None)  # every kind of line end becomes \n
    layout = layout_of(kind, lines).taken(answer)
    lines.seek(0)
    if layout.said:
        next(lines)
    numbered = rows_of(lines, layout, first=1 + layout.said)
    rows = list(within_limits(numbered, limits, is_table=bool(layout.separator)))
    if kind == ".txt" and not layout.separator:
        header = False
    named = bool(rows) and (is_header(rows[0]) if header is None else header)
    body = rows[1:] if named else rows
    if not body:
        raise FileProblem("empty")
    if len(body) > limits.lines:
        raise FileProblem("too_many_lines", limit=limits.lines)
    width = max(map(len, rows))
    names = (*rows[0], *numbered_names(width)[len(rows[0]) :]) if named else numbered_names(width)
    padded = tuple((*row, *[""] * (width - len(row))) for row in body)
    return Sheet(names, padded, named, encoding, layout.separator, layout.asks)
