"""Read a user's upload as a table: .txt (one sentence per line), .csv and .tsv, within limits.

The detected encoding and separator are recorded in the `Sheet`. A file that is not text or too
large raises a `FileProblem`, whose `reason` is explained in the user's language.
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
    """Maximum bytes, lines (rows of a table), columns and characters per cell (or line of text)."""

    size: int = 1_000_000
    lines: int = 2_000
    columns: int = 64
    cell: int = 1_000


APP_LIMITS = Limits()
KINDS = (".txt", ".csv", ".tsv")


class Pair(NamedTuple):
    """A sentence to translate with its reference, if any."""

    source: str
    reference: str | None = None


@dataclass(frozen=True)
class Sheet:
    """A table of texts; all `rows` have a cell for each of the `columns`.

    `header`: the first line had the names; otherwise `columns` are "1", "2", ... `encoding` and
    `separator` ("" for lines of text) are those used; `asks` are possible separators between which
    the user has to choose.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    header: bool
    encoding: Encoding = "utf-8"
    separator: str = ""
    asks: tuple[str, ...] = ()

    def pairs(self, source: int, reference: int | None = None) -> tuple[Pair, ...]:
        """Return the rows as pairs by column indices; an empty reference cell is None."""
        return tuple(pair_of(row, source, reference) for row in self.rows)

    def suggested(self, source: str, target: str) -> tuple[int, int | None]:
        """Guess the source and reference columns for a model with these languages."""
        return suggested_columns(self.columns, source, target)


def pair_of(cells: Sequence[str], source: int, reference: int | None) -> Pair:
    """Make a pair of a row; missing cells count as empty, an empty reference is None."""
    given = "" if reference is None or reference >= len(cells) else cells[reference].strip()
    return Pair(cells[source] if source < len(cells) else "", given or None)


def suggested_columns(columns: Sequence[str], source: str, target: str) -> tuple[int, int | None]:
    """Guess source and reference columns by name: first by language, then by common names.

    Without names they are the first two columns.
    """
    names = [name.strip().casefold() for name in columns]

    def first(*wanted: set[str]) -> int | None:
        matches = (i for group in wanted for i, name in enumerate(names) if name in group)
        return next(matches, None)

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
    """Read the table in an uploaded file; its kind is the suffix of `name`.

    `encoding` and `separator` are the user's choices, if asked. `header` None: the first line is a
    header if one of its cells is a common name ("source", "원문", "en", ...). Raises FileProblem.
    """
    kind = PurePath(name).suffix.lower()
    if kind not in KINDS:
        raise FileProblem("unknown_kind", kind=kind)
    if len(data) > limits.size:
        raise FileProblem("too_big", found=len(data), limit=limits.size)
    text, encoding = decode_text(data, encoding)
    return _sheet(text, kind, limits, header, encoding, separator)


def read_lines(text: str, limits: Limits = APP_LIMITS, separator: str | None = None) -> Sheet:
    """Read pasted text: one sentence per line, or spreadsheet cells. Raises FileProblem."""
    if len(text) > limits.size:
        raise FileProblem("too_big", found=len(text), limit=limits.size)
    return _sheet(text, ".txt", limits, None, "utf-8", separator)


def decode_text(data: bytes, encoding: Encoding | None = None) -> tuple[str, Encoding]:
    """Decode bytes in the given or detected encoding; return both. Raises FileProblem."""
    try:
        return encodings.decode(data, encoding)
    except encodings.Undecoded as problem:
        raise FileProblem(problem.reason, line=problem.line, readings=problem.readings) from problem


def numbered_names(count: int) -> tuple[str, ...]:
    """Return default column names: "1", "2", ..."""
    return tuple(str(number) for number in range(1, count + 1))


def within_limits(rows: Iterable[Numbered], limits: Limits, is_table: bool) -> Iterator[list[str]]:
    """Yield the rows' cells, checking the limits. Raises FileProblem."""
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
    layout = layout_of(kind, lines).with_separator(answer)
    lines.seek(0)
    if layout.declared:
        next(lines)
    numbered = rows_of(lines, layout, first=1 + layout.declared)
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
