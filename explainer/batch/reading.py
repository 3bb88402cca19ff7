"""A reader's file as a table: .txt (a sentence a line), .csv and .tsv, read with small limits.

Nothing is guessed that cannot be said: which encoding and which separator were found stands in the
`Sheet`, and a file that is not text, or too large, is refused with a `FileProblem` whose `reason`
the reader's language explains.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from types import MappingProxyType
from typing import Literal, NamedTuple

from explainer.batch import encodings
from explainer.batch.encodings import Encoding
from explainer.data.columns import HEADERS, LANGUAGES, REFERENCES, SOURCES

Reason = Literal[
    "unknown_kind",
    "empty",
    "too_big",
    "too_many_lines",
    "too_many_columns",
    "cell_too_long",
    "archive",
    "not_text",
    "not_utf8",
    "unknown_encoding",
    "line_too_long",
    "bad_quotes",
]
Numbered = tuple[int, list[str]]  # number of the line a row ends on, and its cells


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
SEPARATORS = (",", ";", "\t")  # of .csv: Excel writes what its language uses; the first wins a tie
ARCHIVES = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"7z\xbc\xaf", b"\xfd7zXZ", b"\xd0\xcf\x11\xe0")
BOM_BYTES = b"\xef\xbb\xbf"


class FileProblem(ValueError):
    """A file that cannot be taken.

    `facts` are numbers and names for the sentence that says so, always all of: `line` (1-based, 0
    where none is meant), `found` and `limit` (0 where none), `kind` (the suffix as given).
    `readings`, of an unknown encoding: those it may be, with the first line in each.
    """

    def __init__(
        self,
        reason: Reason,
        *,
        line: int = 0,
        found: int = 0,
        limit: int = 0,
        kind: str = "",
        readings: Mapping[Encoding, str] = MappingProxyType({}),
    ) -> None:
        self.reason, self.readings = reason, readings
        self.facts: dict[str, int | str] = {
            "line": line,
            "found": found,
            "limit": limit,
            "kind": kind,
        }
        super().__init__(f"{reason} {self.facts}")


class Pair(NamedTuple):
    """A sentence to translate and, where there is one, its reference."""

    source: str
    reference: str | None = None


@dataclass(frozen=True)
class Sheet:
    """A table of texts. `rows` all have as many cells as `columns` has names.

    `header`: the first line held the names; else `columns` are "1", "2", ... `encoding` and
    `separator` ("" for lines of text) are what the file was read with.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    header: bool
    encoding: Encoding = "utf-8"
    separator: str = ""

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
) -> Sheet:
    """The table in an uploaded file; its kind is the suffix of `name`.

    `encoding` is what the reader says it is in, see `decode_text`.
    `header` None: the first line is taken for names when a cell of it is a usual one ("source",
    "원문", "en", ...). Raises FileProblem.
    """
    kind = PurePath(name).suffix.lower()
    if kind not in KINDS:
        raise FileProblem("unknown_kind", kind=kind)
    if len(data) > limits.size:
        raise FileProblem("too_big", found=len(data), limit=limits.size)
    text, encoding = decode_text(data, encoding)
    if kind == ".txt":
        return _sheet(lines_of(text), limits, False, encoding, "")
    separator = separator_of(text) if kind == ".csv" else "\t"
    rows = table_rows(io.StringIO(text, newline=None), separator, quoted=kind == ".csv")
    return _sheet(rows, limits, header, encoding, separator)


def read_lines(text: str, limits: Limits = APP_LIMITS) -> Sheet:
    """Pasted lines, one sentence each; empty lines at the end are left out. Raises FileProblem."""
    if len(text) > limits.size:
        raise FileProblem("too_big", found=len(text), limit=limits.size)
    return _sheet(lines_of(text), limits, False, "utf-8", "")


def decode_text(data: bytes, encoding: Encoding | None = None) -> tuple[str, Encoding]:
    """Text and its encoding, given or else detected. Raises FileProblem.

    What can be neither told nor refused is "unknown_encoding": the reader has to say what it is.
    """
    if data.startswith(ARCHIVES):
        raise FileProblem("archive")
    if encoding is not None:
        text = encodings.try_decode(data, encoding)
        if text is None:
            raise FileProblem("not_utf8")
        return text, encoding
    if result := encodings.detect_encoding(data):
        return result
    readings = {} if encodings.is_damaged_utf8(data) else encodings.possible(data)
    if readings:
        raise FileProblem("unknown_encoding", readings=readings)
    if b"\0" in data:
        raise FileProblem("not_text")
    wrong = encodings.first_wrong_byte(data)
    raise FileProblem("not_utf8", line=data.count(b"\n", 0, wrong) + 1)


def lines_of(text: str) -> Iterator[Numbered]:
    """One cell a line, numbered; empty lines count, except at the end."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    return ((number, [line]) for number, line in enumerate(lines, start=1))


def separator_of(text: str) -> str:
    """What the first line of a .csv has most of, outside quotation marks."""
    first = re.sub(r'"[^"]*("|$)', "", text.partition("\n")[0])
    return max(SEPARATORS, key=first.count)


def table_rows(lines: Iterable[str], separator: str, quoted: bool) -> Iterator[Numbered]:
    """(line number, cells) of every row that is not empty. Raises FileProblem.

    A .csv is `quoted`: a cell in quotation marks may hold separators and line ends, and one that
    is not closed, or goes on behind its end, is refused rather than read as something else. In a
    .tsv a quotation mark is text.
    """
    if not quoted:
        split = (line.rstrip("\n").split(separator) for line in lines)
        yield from ((n, cells) for n, cells in enumerate(split, start=1) if any(cells))
        return
    rows = csv.reader(lines, delimiter=separator, strict=True)
    while True:
        try:
            cells = next(rows, None)
        except csv.Error as error:
            reason: Reason = "cell_too_long" if "limit" in str(error) else "bad_quotes"
            limit = csv.field_size_limit() if reason == "cell_too_long" else 0
            raise FileProblem(reason, line=rows.line_num, limit=limit) from error
        if cells is None:
            return
        if any(cells):
            yield rows.line_num, cells


def is_header(cells: Sequence[str]) -> bool:
    """Whether a first line holds names: one of its cells is what people call a column."""
    return any(cell.strip().casefold() in HEADERS for cell in cells)


def numbered_names(count: int) -> tuple[str, ...]:
    """Names of columns that have none: "1", "2", ..."""
    return tuple(str(number) for number in range(1, count + 1))


def within_limits(rows: Iterable[Numbered], limits: Limits, is_table: bool) -> Iterator[list[str]]:
    """Rows while they keep to the limits. Raises FileProblem."""
    too_long: Reason = "cell_too_long" if is_table else "line_too_long"
    for count, (line, cells) in enumerate(rows, start=1):
        if count > limits.lines + 1:  # one may be a header
            raise FileProblem("too_many_lines", limit=limits.lines)
        if len(cells) > limits.columns:
            raise FileProblem("too_many_columns", line=line, found=len(cells), limit=limits.columns)
        longest = max(map(len, cells))
        if longest > limits.cell:
            raise FileProblem(too_long, line=line, found=longest, limit=limits.cell)
        yield cells


def _sheet(
    numbered: Iterable[Numbered],
    limits: Limits,
    header: bool | None,
    encoding: Encoding,
    separator: str,
) -> Sheet:
    rows = list(within_limits(numbered, limits, is_table=bool(separator)))
    named = bool(rows) and (is_header(rows[0]) if header is None else header)
    body = rows[1:] if named else rows
    if not any(cell.strip() for row in body for cell in row):
        raise FileProblem("empty")
    if len(body) > limits.lines:
        raise FileProblem("too_many_lines", limit=limits.lines)
    width = max(map(len, rows))
    names = (*rows[0], *numbered_names(width)[len(rows[0]) :]) if named else numbered_names(width)
    padded = tuple((*row, *[""] * (width - len(row))) for row in body)
    return Sheet(names, padded, named, encoding, separator)
