"""A work sheet as data: tasks with tables to fill in and questions to answer, all as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """A cell of a table; a blank one is an empty box on the sheet and filled among the answers."""

    text: str
    blank: bool = False
    wide: bool = False


@dataclass(frozen=True)
class Table:
    """Every row has as many cells as `head`; a `grid` has narrow, centred cells."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    grid: bool = False

    def __post_init__(self) -> None:
        assert all(len(row) == len(self.head) for row in self.rows), "a row does not fit its head"


@dataclass(frozen=True)
class Task:
    """`options` with the place of the `right` one, or a `value` to write, or a table; `told` is
    said among the answers.
    """

    title: str
    text: str
    table: Table | None = None
    options: tuple[str, ...] = ()
    right: int = -1
    value: str = ""
    told: str = ""


def printed_cells(*texts: object) -> tuple[Cell, ...]:
    """Printed cells."""
    return tuple(Cell(str(text)) for text in texts)


def blanks(texts: Sequence[object], wide: bool = False) -> tuple[Cell, ...]:
    """Boxes to fill in."""
    return tuple(Cell(str(text), blank=True, wide=wide) for text in texts)
