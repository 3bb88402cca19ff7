"""Pieces as chips in a line that wraps: words stay together, numbers stand below each piece."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from explainer.charts.palette import colours_of
from explainer.components.answers import answer
from explainer.components.shared import DOM, component
from explainer.tokenizer.tokenizer import EOS, UNK

HERE = Path(__file__).parent
Kind = Literal["source", "target", "special", "unknown"]
COLOURS = (
    "source_text",
    "source_band",
    "target_text",
    "target_band",
    "residual_text",
    "panel",
    "error_text",
    "ink",
    "third",
    "page",
)


@dataclass(frozen=True)
class Chip:
    """One piece. `lines` stand below it; `begins` says that a word begins here."""

    piece: str
    kind: Kind
    lines: tuple[str, ...] = ()
    begins: bool = True
    tip: str = ""


@dataclass(frozen=True)
class ChipRow:
    """A line of chips with its name; `name` may be empty."""

    name: str
    chips: Sequence[Chip]


COMPONENT = component(HERE, DOM)


def chips(
    *,
    rows: Sequence[ChipRow],
    title: str,
    dark: bool,
    key: str,
    chosen: tuple[int, int] | None = None,
    on_pick: Callable[[tuple[int, int]], None] | None = None,
    beside: bool = False,
) -> None:
    """Draw the rows; `beside` each other where there is room. With `on_pick` a chip is a button;
    it gets (row, place) before the next run.

    `title` tells a screen reader what the chips are.
    """
    data = {
        "title": title,
        "rows": [
            {"name": row.name, "chips": [_chip_payload(chip) for chip in row.chips]} for row in rows
        ],
        "chosen": list(chosen) if chosen else None,
        "buttons": on_pick is not None,
        "beside": beside,
        "colours": colours_of(dark, COLOURS),
    }
    if on_pick is None:
        COMPONENT(key=key, data=data)
        return

    def clicked() -> None:
        place = picked_chip(answer(key, "pick"), rows)
        if place is not None:
            on_pick(place)

    COMPONENT(key=key, data=data, on_pick_change=clicked)


def _chip_payload(chip: Chip) -> dict[str, Any]:
    return {
        "piece": chip.piece,
        "kind": chip.kind,
        "lines": list(chip.lines),
        "begins": chip.begins,
        "tip": chip.tip,
    }


def picked_chip(value: object, rows: Sequence[ChipRow]) -> tuple[int, int] | None:
    """What the browser sent as (row, place) of a chip; None for anything else."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    row, place = value
    if not all(isinstance(n, int) and not isinstance(n, bool) for n in (row, place)):
        return None
    if not 0 <= row < len(rows) or not 0 <= place < len(rows[row].chips):
        return None
    return row, place


def kind_of(index: int, side: Kind) -> Kind:
    """How a chip looks: unknown and special pieces are not of a side."""
    if index == UNK:
        return "unknown"
    return "special" if index <= EOS else side
