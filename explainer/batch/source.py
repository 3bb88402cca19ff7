"""Streaming reader of input files of any length, in parts and in constant memory.

The file is scanned once before anything is translated, so that an error in its last line is
reported at the start, not after a night of work. The scan records the offset of every PART rows,
so that work can be resumed, or distributed, from any part.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from explainer.batch.cells import (
    FileProblem,
    Layout,
    Numbered,
    check_width,
    layout_of,
    rows_of,
)
from explainer.batch.reading import Pair, numbered_names, pair_of, suggested_columns
from explainer.batch.rows import GROUP
from explainer.data.columns import is_header
from explainer.data.encodings import (
    MARK,
    NO_TEXT,
    WIDE,
    Encoding,
    Undecoded,
    decode,
    decode_line,
    marked,
    of_lines,
)

PART = 8 * GROUP
MAX_LINE = 1_000_000  # bytes; a line is held in memory
ALL = "all"  # instead of a column: the whole line
BLOCK = 1 << 20  # bytes per chunk when detecting the encoding


class SourceError(ValueError):
    """An input file cannot be read; the message names file and line."""


class Lines:
    """Iterates over the lines of a text file from offset `start`, counting bytes and lines.

    All line ends become \\n, also single carriage returns; a byte-order mark is dropped. Without an
    `encoding`, as for standard input, the first non-ASCII line determines it. Iterating raises
    SourceError for a line that cannot be decoded, contains NUL or is longer than MAX_LINE bytes.
    """

    def __init__(self, path: Path, encoding: Encoding | None = None, start: int = 0) -> None:
        self.path, self.end, self.number = path, start, 0
        self.encoding = encoding and of_lines(encoding)
        self.digest = hashlib.sha256()

    def __iter__(self) -> Iterator[str]:
        with self.path.open("rb") as file:
            file.seek(self.end)
            yield from self.read(file)

    def read(self, file: BinaryIO) -> Iterator[str]:
        """Yield the remaining lines of `file`, which may be a pipe."""
        while raw := self.take(file):
            for part in self.cut(raw):
                line = self.text(part)
                self.number += 1
                self.end += len(part)
                yield re.sub("[\r\n]+$", "\n", line)

    def take(self, file: BinaryIO) -> bytes:
        """Read bytes up to a newline, which has two or four bytes in UTF-16 or UTF-32."""
        raw = file.readline(MAX_LINE + 1)
        if self.end == 0:
            self.encoding = marked(raw) or self.encoding
        if self.encoding in WIDE:
            newline = "\n".encode(self.encoding)
            width = len(newline)
            while len(raw) <= MAX_LINE and (len(raw) % width or not raw.endswith(newline)):
                more = file.read(-len(raw) % width) or file.readline(MAX_LINE + 1)
                raw += more
                if not more:
                    break
        self.digest.update(raw)
        return raw

    def cut(self, raw: bytes) -> list[bytes]:
        """Split a raw line at carriage returns. Raises SourceError if it is too long."""
        if len(raw) > MAX_LINE:
            raise SourceError(f"{self.location}: longer than {MAX_LINE:,} bytes")
        if b"\r" not in raw:
            return [raw]
        if (encoding := self.encoding) not in WIDE:
            return re.findall(rb"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+", raw)
        self.text(raw)  # raises if it cannot be decoded
        lines = re.findall(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+", decode_line(raw, encoding))
        return [line.encode(encoding) for line in lines]

    @property
    def location(self) -> str:
        """File and line number for error messages."""
        return f"{self.path}, line {self.number + 1}"

    def text(self, raw: bytes) -> str:
        """Decode a line. Raises SourceError."""
        try:
            text = self.decoded(raw)
        except UnicodeDecodeError as error:
            name = (self.encoding or "").upper()
            raise SourceError(f"{self.location}: not {name} (byte {error.start + 1})") from error
        except Undecoded as problem:
            raise SourceError(f"{self.location}: {problem}") from problem
        if "\0" in text:
            raise SourceError(f"{self.location}: {NO_TEXT}")
        return text.removeprefix(MARK) if self.end == 0 else text

    def decoded(self, raw: bytes) -> str:
        """Decode a line, detecting an unknown encoding; raises UnicodeDecodeError, Undecoded."""
        if self.encoding is not None:
            return decode_line(raw, self.encoding)
        text, encoding = decode(raw)
        if encoding != "utf-8" or not raw.isascii():
            self.encoding = encoding
        return text


def encoding_of(path: Path, declared: Encoding | None = None) -> Encoding:
    """Find the encoding of a file's lines by byte-order mark, `declared`, or first non-ASCII chunk.

    Damaged UTF-8 counts as UTF-8; reading then reports the line. Raises SourceError if the file is
    not text or its encoding cannot be detected.
    """
    with path.open("rb") as file:
        for number, block in enumerate(iter(partial(file.read, BLOCK), b"")):
            if number == 0 and (encoding := marked(block)):
                return encoding
            if declared is not None:
                return of_lines(declared)
            whole = len(block) < BLOCK or b"\0" in block
            lines = block if whole else block[: block.rfind(b"\n") + 1] or block
            try:
                detected = decode(lines)[1]
            except Undecoded as problem:
                if problem.reason == "not_utf8":
                    return "utf-8"
                where = f"{path}, line {problem.line}" if problem.line else path
                raise SourceError(f"{where}: {problem}") from problem
            if detected != "utf-8" or not block.isascii():
                return detected
    return "utf-8"


def cut_up(lines: Iterable[str], path: Path, layout: Layout, first: int = 1) -> Iterator[Numbered]:
    """Yield rows of cells; plain text keeps its empty lines, so that line n stays row n.

    Raises SourceError.
    """
    if not layout.separator and is_text(path):
        yield from ((n, [line.rstrip("\n")]) for n, line in enumerate(lines, start=first))
        return
    try:
        yield from rows_of(lines, layout, first)
    except FileProblem as problem:
        raise SourceError(describe(path, problem)) from problem


def describe(path: Path, problem: FileProblem) -> str:
    """Describe what is wrong with a line of the file."""
    facts = problem.facts
    texts = {
        "bad_quotes": "a quotation mark too many or too few",
        "cell_too_long": f"a cell of more than {facts['limit']} characters",
        "extra_cells": f"{facts['found']} cells, and others have {facts['limit']};"
        " a text with a separator in it needs quotation marks",
    }
    return f"{path}, line {facts['line']}: {texts[problem.reason]}"


@dataclass(frozen=True)
class Source:
    """A scanned input file; `encoding` is that of each line.

    `header`: the first line has column names and is not a row. `rows` is the number to translate,
    `offsets[i]` the byte offset of row i x PART; `source` and `reference` are column indices;
    `sha256` is that of the whole file.
    """

    path: Path
    encoding: Encoding
    layout: Layout
    header: bool
    source: int
    reference: int | None
    rows: int
    offsets: tuple[int, ...]
    sha256: str

    def pairs(self, part: int) -> list[Pair]:
        """Read the rows of one part. Raises SourceError and OSError."""
        lines = Lines(self.path, self.encoding, self.offsets[part])
        rows = islice(cut_up(lines, self.path, self.layout), PART)
        return [pair_of(cells, self.source, self.reference) for _, cells in rows]


def scan_source(
    path: Path,
    languages: tuple[str, str],
    source_column: str | None = None,
    reference_column: str | None = None,
    encoding: Encoding | None = None,
) -> Source:
    """Check every line of a file and record the offsets of its parts.

    A suffix other than .csv and .tsv means one sentence per line. A column is a header name, a
    number from 1, or ALL for whole lines; None guesses by column name for these `languages`, see
    suggested_columns. Raises SourceError and OSError.
    """
    check_file(path)
    encoding = encoding_of(path, encoding)
    layout = chosen_layout(path, encoding, source_column, reference_column)
    source_column = None if source_column == ALL and not layout.separator else source_column
    named = any(c is not None and not c.isdecimal() for c in (source_column, reference_column))
    lines = Lines(path, encoding)
    rest = iter(lines)
    if layout.declared:
        next(rest)
    names: tuple[str, ...] = ()
    header = False
    offsets, rows, before = [], 0, lines.end
    for number, cells in cut_up(rest, path, layout, first=1 + layout.declared):
        if not names:
            sentences = not layout.separator and is_text(path)
            header = not sentences and (named or is_header(cells))
            names = tuple(cells) if header else numbered_names(len(cells))
            if header:
                before = lines.end
                continue
        try:
            check_width(number, cells, len(names))
        except FileProblem as problem:
            raise SourceError(describe(path, problem)) from problem
        if rows % PART == 0:
            offsets.append(before)
        rows += 1
        before = lines.end
    if not rows:
        raise SourceError(f"{path}: no line to translate")
    source, reference = suggested_columns(names, *languages)
    return Source(
        path=path,
        encoding=encoding,
        layout=layout,
        header=header,
        source=source if source_column is None else column(path, names, source_column),
        reference=(
            reference if reference_column is None else column(path, names, reference_column)
        ),
        rows=rows,
        offsets=tuple(offsets),
        sha256=lines.digest.hexdigest(),
    )


def chosen_layout(
    path: Path, encoding: Encoding, source_column: str | None, reference_column: str | None
) -> Layout:
    """Detect the layout; if it is ambiguous, the column options decide.

    Raises SourceError if they are missing.
    """
    try:
        layout = layout_of(path.suffix.lower(), Lines(path, encoding))
    except FileProblem as problem:
        raise SourceError(describe(path, problem)) from problem
    if not layout.asks:
        return layout
    if source_column is None and reference_column is None:
        parted = {"\t": "tabs", ",": "commas", ";": "semicolons"}[layout.asks[0]]
        raise SourceError(
            f"{path}: sentences with {parted} in them, or columns? --source-column {ALL} takes"
            " whole lines, --source-column 1 the first column"
        )
    return layout.with_separator("" if source_column == ALL else layout.asks[0])


def check_file(path: Path) -> None:
    """Raise SourceError if the path does not exist or is not a file."""
    if not path.exists():
        raise SourceError(f"{path}: no such file")
    if not path.is_file():
        raise SourceError(f"{path}: not a file")


def is_text(path: Path) -> bool:
    """Return whether the suffix is not that of a table."""
    return path.suffix.lower() not in (".csv", ".tsv")


def column(path: Path, names: tuple[str, ...], wanted: str) -> int:
    """Return the index of a column given by name or number. Raises SourceError."""
    if wanted in names:
        return names.index(wanted)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    raise SourceError(f"{path}: no column {wanted!r}; there are: {', '.join(names)}")
