"""Pieces in aligned columns: one column a position, one lane for each thing told about it.

A column is a button; the lanes keep one height, so that what belongs together stands together.
Wider than their place they wrap into lines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from explainer.charts.palette import colours_of
from explainer.components.shared import DOM, component

HERE = Path(__file__).parent
Kind = Literal["text", "fill", "die"]
COLOURS = ("target", "panel", "ink")


@dataclass(frozen=True)
class Cell:
    """`share` 0..1 is of a "die" the part of the disc that is one face: the disc is cut into
    1 / share of them. `fill` and `ink` colour a cell of the kind "fill".
    """

    text: str = ""
    kind: Kind = "text"
    share: float = 0.0
    fill: str = ""
    ink: str = ""


EMPTY = Cell()


UNTOLD = {"share": 0, "fill": "", "ink": ""}


def _veil(data: Mapping[str, Any]) -> dict[str, Any]:
    """Rows with as many places, what stands in them is not told."""
    columns = [
        [{**cell, **UNTOLD, "text": "?"} if cell.get("text") else {} for cell in column]
        for column in data["columns"]
    ]
    spoken = [str(place) for place, _ in enumerate(columns, 1)]
    return {**data, "columns": columns, "spoken": spoken}


COMPONENT = component(HERE, DOM, veil=_veil)


def lanes(
    *,
    rows: Sequence[Sequence[Cell]],
    spoken: Sequence[str],
    title: str,
    dark: bool,
    key: str,
    chosen: int,
    on_pick: Callable[[int], None],
) -> None:
    """Draw the columns; a click on one calls `on_pick` with its position before the next run.

    `spoken` is what a screen reader says of each column.
    """
    count = len(spoken)
    data = {
        "title": title,
        "columns": [[_cell_payload(row[at]) for row in rows] for at in range(count)],
        "spoken": list(spoken),
        "chosen": chosen,
        "colours": colours_of(dark, COLOURS),
    }

    def clicked() -> None:
        place = picked_column(st.session_state[key]["pick"], count)
        if place is not None:
            on_pick(place)

    COMPONENT(key=key, data=data, on_pick_change=clicked)


def _cell_payload(cell: Cell) -> dict[str, str | float]:
    """What differs from an empty cell: a long sentence has a thousand of them."""
    return {name: value for name, value in vars(cell).items() if value != getattr(EMPTY, name)}


def picked_column(value: object, count: int) -> int | None:
    """What the browser sent as a column; None for anything else."""
    return value if type(value) is int and 0 <= value < count else None
