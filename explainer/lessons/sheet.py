"""A work sheet as data: tasks with tables to complete and questions, all plain text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """A table cell; a blank one is empty on the work sheet and filled in on the answer sheet."""

    text: str
    blank: bool = False
    wide: bool = False


@dataclass(frozen=True)
class Table:
    """A table; each row has as many cells as `head`; a `grid` has narrow, centred cells."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    grid: bool = False

    def __post_init__(self) -> None:
        assert all(len(row) == len(self.head) for row in self.rows), "a row does not fit its head"


@dataclass(frozen=True)
class Task:
    """A task: `options` with `right` index, a `value`, or a table; `told` is the explanation."""

    title: str
    text: str
    table: Table | None = None
    options: tuple[str, ...] = ()
    right: int = -1
    value: str = ""
    told: str = ""


def text_cells(*texts: object) -> tuple[Cell, ...]:
    """Make printed (not blank) cells."""
    return tuple(Cell(str(text)) for text in texts)


def blank_cells(texts: Sequence[object], wide: bool = False) -> tuple[Cell, ...]:
    """Make blank cells with these answers."""
    return tuple(Cell(str(text), blank=True, wide=wide) for text in texts)
