"""Partition the rows of a file, translate the parts independently, merge them in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from explainer.batch.rows import Row, translate_rows
from explainer.batch.source import PART, Source
from explainer.decoding import DecodeOptions
from explainer.engine import Translator


@dataclass(frozen=True, order=True)
class Part:
    """Part `index` of a source without its first `skip` rows, which are already done."""

    index: int
    skip: int = 0


def parts_from(done: int, rows: int) -> list[Part]:
    """Return the remaining parts, in order, if the first `done` of `rows` rows are done."""
    if done >= rows:
        return []
    first, skip = divmod(done, PART)
    return [Part(first, skip), *(Part(index) for index in range(first + 1, -(-rows // PART)))]


def translate_part(
    translator: Translator, source: Source, part: Part, options: DecodeOptions
) -> Iterator[tuple[Row, ...]]:
    """Translate one part in blocks; the result does not depend on where or when."""
    pairs = source.pairs(part.index)[part.skip :]
    first = part.index * PART + part.skip + 1
    return translate_rows(translator, pairs, options, first=first)


def translate_serially(
    translator: Translator, source: Source, options: DecodeOptions, done: int
) -> Iterator[tuple[Row, ...]]:
    """Translate all remaining parts in this process."""
    parts = parts_from(done, source.rows)
    return chain.from_iterable(translate_part(translator, source, p, options) for p in parts)


def reorder(blocks: Iterable[tuple[int, tuple[Row, ...]]], first: int) -> Iterator[tuple[Row, ...]]:
    """Reorder blocks (number of their first row, rows) that arrive in any order, from row `first`.

    Buffers early blocks. Raises ValueError if a block is missing or arrives twice.
    """
    waiting: dict[int, tuple[Row, ...]] = {}
    wanted = first
    for number, rows in blocks:
        if number < wanted or number in waiting:
            raise ValueError(f"rows from {number} on came twice")
        waiting[number] = rows
        while wanted in waiting:
            ready = waiting.pop(wanted)
            wanted += len(ready)
            yield ready
    if waiting:
        raise ValueError(f"rows from {wanted} on are missing")
