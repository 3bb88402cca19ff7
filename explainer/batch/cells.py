"""Split the lines of a user's file into cells, detecting the separator or leaving the choice open.

A comma in a sentence looks like a comma between cells. If the lines are ambiguous the user is
asked; a line with more cells than the others is rejected, since its sentence would be cut off.
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

SEPARATORS: Final = (",", ";", "\t")  # of .csv: Excel's depends on its language; first wins a tie
SEPARATOR_LINE: Final = re.compile(r'"?sep=([^\w\s"]|\t)"?\s*', re.IGNORECASE)  # Excel's first line


class FileProblem(ValueError):
    """A file cannot be read.

    `facts` are the values for the error message, always all of: `line` (1-based, 0 for none),
    `found` and `limit` (0 for none), `kind` (the suffix as given). `readings` maps each possible
    encoding, if it is unknown, to the first line decoded with it.
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
    """The separator between cells; "" if each line is a sentence.

    In a `quoted` table, cells in quotation marks may contain separators and newlines. `declared`:
    the first line is Excel's "sep=;" and not a row. `asks` are possible separators between which
    the user has to choose.
    """

    separator: str
    quoted: bool = False
    declared: bool = False
    asks: tuple[str, ...] = ()

    def with_separator(self, separator: str | None) -> Layout:
        """Return the layout with the user's choice of separator."""
        if separator not in self.asks:
            return self
        return Layout(separator, self.quoted and bool(separator), self.declared, self.asks)


def layout_of(kind: str, lines: Iterable[str]) -> Layout:
    """Detect the layout of the `lines` of a .csv, .tsv or other text file. Raises FileProblem."""
    rest = iter(lines)
    first = next(rest, "")
    if kind in (".csv", ".tsv"):
        if named := SEPARATOR_LINE.fullmatch(first):
            return Layout(named[1], quoted=kind == ".csv", declared=True)
        return Layout("\t") if kind == ".tsv" else csv_layout(first, chain([first], rest))
    tabs = [bool("\t" in line.strip()) for line in chain([first], rest) if line.strip()]
    return Layout("", asks=("\t", "") if any(tabs) and 2 * sum(tabs) >= len(tabs) else ())


def csv_layout(first: str, lines: Iterable[str]) -> Layout:
    """Decide whether a .csv is a table or unquoted sentences that contain commas.

    A comma within a sentence is followed by a space or is part of a number. If all are such, there
    is one column if their number varies between lines; if it is constant, the user is asked.
    """
    separator = separator_of(first)
    table = Layout(separator, quoted=True)
    in_text = re.compile(rf"{separator}(?=[^\S\n]+\S)|(?<=\d){separator}(?=\d\d\d(?!\d))")
    counts: set[int] = set()
    texts: dict[int, int] = {}  # separators per line, some within a sentence -> first such line
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
    """Return the most frequent separator in the first line of a .csv, outside quotation marks."""
    first = re.sub(r'"[^"]*("|$)', "", text.partition("\n")[0])
    return max(SEPARATORS, key=first.count)


def rows_of(lines: Iterable[str], layout: Layout, first: int = 1) -> Iterator[Numbered]:
    """Yield (line number, cells) of every non-empty row; `first` is the first line's number.

    `lines` exclude a line that declares the separator. Unclosed quotation marks, and text after a
    closing one, are rejected; in a .tsv they are text. Raises FileProblem.
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
    """Yield rows of a table with quotation marks, with their line numbers. Raises FileProblem."""
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
    """Return the index of the row's line with the last opening quotation mark.

    Without such a mark, of the last line with text.
    """
    text, between = "".join(lines), re.escape(separator)
    marks = re.finditer(rf'(?:\A|(?<={between}))"(?:[^"]|"")*+"?', text)
    places = [mark.start() for mark in marks] or [len(text.rstrip("\n"))]
    return text.count("\n", 0, places[-1])


def check_width(line: int, cells: Sequence[str], width: int) -> None:
    """Raise FileProblem if a row has more cells than the first one."""
    if any(cell.strip() for cell in cells[width:]):
        raise FileProblem("extra_cells", line=line, found=len(cells), limit=width)
