"""Streaming reader of an input file of any length, in parts and in constant memory.

The file is looked through once before anything is translated: what is wrong with its last line is
said at the start and not after a night of work. That pass notes where every PART rows begin, so
that work can go on, or be shared out, from any part.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from explainer.batch.reading import (
    BOM_BYTES,
    FileProblem,
    Numbered,
    Pair,
    is_header,
    numbered_names,
    pair_of,
    separator_of,
    suggested_columns,
    table_rows,
)
from explainer.batch.rows import GROUP

PART = 8 * GROUP
MAX_LINE = 1_000_000  # bytes; a line is held in memory


class SourceError(ValueError):
    """An input file that cannot be translated; the message names file and line."""


@dataclass(frozen=True)
class Table:
    """How a file is cut into cells: ".txt" has one a line."""

    kind: str
    separator: str = ""


class Lines:
    """The lines of a UTF-8 file from `start` on, with ends as \\n; counts bytes and lines.

    Iterating raises SourceError for a line that is not UTF-8 or longer than MAX_LINE. A byte-order
    mark before the first line is left out.
    """

    def __init__(self, path: Path, start: int = 0) -> None:
        self.path, self.end, self.number = path, start, 0
        self.digest = hashlib.sha256()

    def __iter__(self) -> Iterator[str]:
        with self.path.open("rb") as file:
            file.seek(self.end)
            yield from self.read(file)

    def read(self, file: BinaryIO) -> Iterator[str]:
        """The lines that are left in `file`, which may be a pipe."""
        while raw := file.readline(MAX_LINE + 1):
            self.number += 1
            if len(raw) > MAX_LINE:
                raise SourceError(f"{self.here}: longer than {MAX_LINE:,} bytes")
            first = self.end == 0
            self.end += len(raw)
            self.digest.update(raw)
            yield self.text(raw.removeprefix(BOM_BYTES) if first else raw)

    @property
    def here(self) -> str:
        return f"{self.path}, line {self.number}"

    def text(self, raw: bytes) -> str:
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise SourceError(f"{self.here}: not UTF-8 (byte {error.start + 1})") from error
        return text[:-2] + "\n" if text.endswith("\r\n") else text


def cut_up(lines: Lines, table: Table) -> Iterator[Numbered]:
    """Rows of cells. Raises SourceError."""
    if table.kind == ".txt":
        yield from ((n, [line.rstrip("\n")]) for n, line in enumerate(lines, start=1))
        return
    try:
        yield from table_rows(lines, table.separator, quoted=table.kind == ".csv")
    except FileProblem as problem:
        said = {
            "bad_quotes": "a quotation mark too many or too few",
            "cell_too_long": f"a cell of more than {problem.facts['limit']} characters",
        }
        raise SourceError(f"{lines.here}: {said[problem.reason]}") from problem


@dataclass(frozen=True)
class Source:
    """A file that has been looked through.

    `header`: the first line holds names and is no row. `rows` to translate; `offsets[i]` is the
    byte where row i x PART begins; `source` and `reference` are column indices; `sha256` is that
    of the whole file.
    """

    path: Path
    table: Table
    header: bool
    source: int
    reference: int | None
    rows: int
    offsets: tuple[int, ...]
    sha256: str

    def pairs(self, part: int) -> list[Pair]:
        """The rows of one part. Raises SourceError and OSError."""
        rows = islice(cut_up(Lines(self.path, self.offsets[part]), self.table), PART)
        return [pair_of(cells, self.source, self.reference) for _, cells in rows]


def look_through(
    path: Path,
    languages: tuple[str, str],
    source_column: str | None = None,
    reference_column: str | None = None,
) -> Source:
    """Check every line. A suffix other than .csv and .tsv means a sentence a line.

    A column is a name of the header or a number from 1; without one it is chosen by the name of
    the column, see suggested_columns, for a model of these `languages`. Raises SourceError and
    OSError.
    """
    table = table_of(path)
    named = any(c is not None and not c.isdecimal() for c in (source_column, reference_column))
    lines = Lines(path)
    names: tuple[str, ...] = ()
    header = False
    offsets, rows, before = [], 0, 0
    for _, cells in cut_up(lines, table):
        if not names:
            header = table.kind != ".txt" and (named or is_header(cells))
            names = tuple(cells) if header else numbered_names(len(cells))
            if header:
                before = lines.end
                continue
        if rows % PART == 0:
            offsets.append(before)
        rows += 1
        before = lines.end
    if not rows:
        raise SourceError(f"{path}: no line to translate")
    source, reference = suggested_columns(names, *languages)
    return Source(
        path=path,
        table=table,
        header=header,
        source=source if source_column is None else column(path, names, source_column),
        reference=(
            reference if reference_column is None else column(path, names, reference_column)
        ),
        rows=rows,
        offsets=tuple(offsets),
        sha256=lines.digest.hexdigest(),
    )


def table_of(path: Path) -> Table:
    """Raises SourceError for a file that is missing or no file."""
    if not path.exists():
        raise SourceError(f"{path}: no such file")
    if not path.is_file():
        raise SourceError(f"{path}: not a file")
    kind = path.suffix.lower()
    if kind == ".csv":
        return Table(kind, separator_of(next(iter(Lines(path)), "")))
    return Table(kind, "\t") if kind == ".tsv" else Table(".txt")


def column(path: Path, names: tuple[str, ...], wanted: str) -> int:
    """Raises SourceError."""
    if wanted in names:
        return names.index(wanted)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    raise SourceError(f"{path}: no column {wanted!r}; there are: {', '.join(names)}")
