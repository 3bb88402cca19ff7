"""Read sentence pairs from tab-separated files and clean them by explicit rules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from explainer.data.encodings import Encoding, Undecoded, decode

Pair = tuple[str, str]

HANGUL = re.compile(r"[\uac00-\ud7a3]")
SENTENCE_END = (".", "?", "!")


class CorpusError(ValueError):
    """A data file is missing or malformed; the message names file and line."""


def read_lines(path: Path, encoding: Encoding | None = None) -> list[str]:
    """Read the lines of a text file in the given or detected encoding (see encodings.decode).

    Raises CorpusError, also for an empty file.
    """
    try:
        text, _ = decode(path.read_bytes(), encoding)
    except FileNotFoundError as error:
        raise CorpusError(f"{path}: no such file") from error
    except OSError as error:
        raise CorpusError(f"{path}: {error.strerror}") from error
    except Undecoded as problem:
        where = f"{path}, line {problem.line}" if problem.line else str(path)
        raise CorpusError(f"{where}: {problem}") from problem
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    if lines == [""]:
        raise CorpusError(f"{path}: empty")
    return lines


def read_rows(path: Path, columns: int | None = None) -> list[tuple[str, ...]]:
    """Read a file of tab-separated rows; `columns` None: as many columns as in line 1.

    Raises CorpusError, also for fewer than two columns.
    """
    return [row for _, row in cut_lines(path, enumerate(read_lines(path), start=1), columns)]


def filled_rows(
    path: Path, columns: int | None = None, encoding: Encoding | None = None
) -> list[tuple[int, tuple[str, ...]]]:
    """Read tab-separated rows with their line numbers, skipping blank lines."""
    lines = enumerate(read_lines(path, encoding), start=1)
    return cut_lines(path, ((n, line) for n, line in lines if line.strip()), columns)


def cut_lines(
    path: Path, lines: Iterable[tuple[int, str]], columns: int | None
) -> list[tuple[int, tuple[str, ...]]]:
    """Split lines at tabs. Raises CorpusError for a line with another number of columns."""
    rows = [(number, tuple(line.split("\t"))) for number, line in lines]
    wanted = columns or max([2, *(len(row) for _, row in rows[:1])])
    for number, row in rows:
        if len(row) != wanted:
            raise CorpusError(f"{path}, line {number}: {len(row)} columns instead of {wanted}")
    return rows


def read_pairs(path: Path) -> list[Pair]:
    """Read a file with two tab-separated columns. Raises CorpusError."""
    return [(first, second) for first, second in read_rows(path, columns=2)]


@dataclass(frozen=True)
class Cleaning:
    """Rules that a training pair must pass. Ratios are in characters, second over first side.

    `same_end` adds a missing final punctuation mark, see `end_alike`.
    """

    min_ratio: float = 0.0
    max_ratio: float = float("inf")
    max_chars: int = 400
    first_is_korean: bool = False
    everyday_repeat: int = 1
    same_end: bool = False


def is_everyday(pair: Pair) -> bool:
    """Return whether both sides are short complete sentences, as a visitor is likely to type."""
    first, second = pair
    return (
        first.endswith(SENTENCE_END)
        and second.endswith(SENTENCE_END)
        and second[0].isupper()
        and len(second.split()) <= 12
    )


def end_alike(pair: Pair) -> Pair:
    """Give both sides a final punctuation mark if one has it, and the second side a capital.

    Parts of the corpus differ arbitrarily: in one the first side never has a final mark, in
    another the second side is all lower case.
    """
    first, second = pair
    if first.endswith(SENTENCE_END) and second[-1].isalnum():
        second += first[-1]
    elif second.endswith(SENTENCE_END) and first[-1].isalnum():
        first += second[-1]
    if second.endswith(SENTENCE_END):
        second = second[0].upper() + second[1:]
    return first, second


def passes(pair: Pair, rules: Cleaning) -> bool:
    """Return whether a pair passes the rules."""
    first, second = pair
    if not first or not second or first == second:
        return False
    if max(len(first), len(second)) > rules.max_chars:
        return False
    if not rules.min_ratio <= len(second) / len(first) <= rules.max_ratio:
        return False
    return not rules.first_is_korean or len(HANGUL.findall(first)) * 2 >= count_letters(first)


def count_letters(text: str) -> int:
    return sum(1 for char in text if char.isalpha())


def clean(pairs: Iterable[Pair], rules: Cleaning) -> list[Pair]:
    """Return the pairs that pass the rules, without exact duplicates, in order.

    Everyday pairs are repeated `everyday_repeat` times: commands, captions and headlines outnumber
    them.
    """
    seen: set[Pair] = set()
    kept: list[Pair] = []
    for pair in pairs:
        if pair in seen or not passes(pair, rules):
            continue
        seen.add(pair)
        times = rules.everyday_repeat if is_everyday(pair) else 1
        kept.extend([end_alike(pair) if rules.same_end else pair] * times)
    return kept
