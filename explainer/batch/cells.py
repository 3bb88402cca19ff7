"""How the lines of a reader's file become cells: what parts them, and what cannot be told.

A comma in a sentence and a comma between two cells look alike. What the lines do not say is asked,
and a line that has more cells than the others is refused: its sentence would be cut off.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import Final, Literal

from explainer.data.columns import is_header
from explainer.data.encodings import Encoding

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
    "extra_cells",
]
Numbered = tuple[int, list[str]]  # number of the line a row ends on, and its cells

SEPARATORS: Final = (",", ";", "\t")  # of .csv: Excel writes what its language uses; first wins
SAID: Final = re.compile(r'"?sep=([^\w\s"]|\t)"?\s*', re.IGNORECASE)  # Excel's own first line


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


@dataclass(frozen=True)
class Layout:
    """What parts the cells of a line; "" where each is a sentence.

    In a `quoted` table a cell in quotation marks may hold separators and line ends. `said`: the
    first line names the separator, as Excel's "sep=;" does, and is no row. `asks` are the
    separators it may be as well, of which only the reader knows the right one.
    """

    separator: str
    quoted: bool = False
    said: bool = False
    asks: tuple[str, ...] = ()

    def taken(self, separator: str | None) -> Layout:
        """With the reader's answer."""
        if separator not in self.asks:
            return self
        return Layout(separator, self.quoted and bool(separator), self.said, self.asks)


def layout_of(kind: str, lines: Iterable[str]) -> Layout:
    """How the `lines` of a .csv, of a .tsv or of any other text are cut. Raises FileProblem."""
    rest = iter(lines)
    first = next(rest, "")
    if kind in (".csv", ".tsv"):
        if named := SAID.fullmatch(first):
            return Layout(named[1], quoted=kind == ".csv", said=True)
        return Layout("\t") if kind == ".tsv" else csv_layout(first, chain([first], rest))
    tabs = [bool("\t" in line.strip()) for line in chain([first], rest) if line.strip()]
    return Layout("", asks=("\t", "") if any(tabs) and 2 * sum(tabs) >= len(tabs) else ())


def csv_layout(first: str, lines: Iterable[str]) -> Layout:
    """A table, or sentences with commas in them and nothing to keep these from parting cells.

    A comma of a sentence has a space behind it, or stands in a number. Where all are such and the
    lines have differently many there is one column; where all have equally many it is asked.
    """
    separator = separator_of(first)
    table = Layout(separator, quoted=True)
    in_text = re.compile(rf"{separator}(?=[^\S\n]+\S)|(?<=\d){separator}(?=\d\d\d(?!\d))")
    counts: set[int] = set()
    texts: dict[int, int] = {}  # separators in a line with some of a sentence -> the first such
    alone = True
    for number, line in enumerate(lines, start=1):
        if line.startswith('"') or f'{separator}"' in line:
            return table
        if not line.strip():
            continue
        counts.add(line.count(separator))
        some = len(in_text.findall(line))
        alone = alone and some == line.count(separator)
        if some:
            texts.setdefault(line.count(separator), number)
    names = first.rstrip("\n").split(separator)
    header = is_header(names)
    if not texts or separator == "\t":
        return table
    if alone and not (header and len(names) > 1):
        one = header or len(counts) > 1
        return Layout("") if one else Layout(separator, quoted=True, asks=(separator, ""))
    fewest = len(names) - 1 if header else min(counts - {0})
    for count, number in sorted(texts.items(), key=lambda item: item[1]):
        if count > fewest:
            raise FileProblem("extra_cells", line=number, found=count + 1, limit=fewest + 1)
    return table


def separator_of(text: str) -> str:
    """What the first line of a .csv has most of, outside quotation marks."""
    first = re.sub(r'"[^"]*("|$)', "", text.partition("\n")[0])
    return max(SEPARATORS, key=first.count)


def rows_of(lines: Iterable[str], layout: Layout, first: int = 1) -> Iterator[Numbered]:
    """(line number, cells) of every row with something in it; `first` is the first line's number.

    The line that says the separator is none of `lines`. A quotation mark that is not closed, or
    goes on behind its end, is refused rather than read as something else; in a .tsv one is text.
    Raises FileProblem.
    """
    if layout.quoted:
        yield from quoted_rows(lines, layout.separator, first)
        return
    for number, line in enumerate(lines, start=first):
        text = line.rstrip("\n")
        cells = text.split(layout.separator) if layout.separator else [text]
        if any(cell.strip() for cell in cells):
            yield number, cells


def quoted_rows(lines: Iterable[str], separator: str, first: int) -> Iterator[Numbered]:
    taken: list[str] = []  # lines of the row

    def noted() -> Iterator[str]:
        for line in lines:
            taken.append(line)
            yield line

    rows = csv.reader(noted(), delimiter=separator, strict=True)
    while True:
        taken.clear()
        begins = first + rows.line_num
        try:
            cells = next(rows, None)
        except csv.Error as error:
            reason: Reason = "cell_too_long" if "limit" in str(error) else "bad_quotes"
            limit = csv.field_size_limit() if reason == "cell_too_long" else 0
            line = begins + last_opened(taken, separator)
            raise FileProblem(reason, line=line, limit=limit) from error
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            yield first + rows.line_num - 1, cells


def last_opened(lines: Sequence[str], separator: str) -> int:
    """In which of a row's lines, from 0, the last quotation mark stands that begins a cell."""
    text, between = "".join(lines), re.escape(separator)
    marks = re.finditer(rf'(?:\A|(?<={between}))"(?:[^"]|"")*+"?', text)
    places = [mark.start() for mark in marks] or [len(text.rstrip("\n"))]
    return text.count("\n", 0, places[-1])


def check_width(line: int, cells: Sequence[str], width: int) -> None:
    """Raises FileProblem for a row that has more cells than the first one."""
    if any(cell.strip() for cell in cells[width:]):
        raise FileProblem("extra_cells", line=line, found=len(cells), limit=width)
