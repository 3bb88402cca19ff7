"""What makes a family: who sees whom in the pass on screen, and the halves that it uses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DOM, RESIZE, SVG, component, plain

FOLDER: Final = Path(__file__).parent
ROWS: Final = 6  # reads, embedding, self-attention, cross-attention, FFN, answers
SIDES: Final = ("source", "target")
COLOURS: Final = (
    *GREYS,
    *(f"{side}{part}" for side in SIDES for part in ("", "_band", "_text")),
    *("weight", "memory", "residual"),
)
Tone = Literal["source", "target", "none"]


@dataclass(frozen=True)
class Box:
    """`title` and a `note` below it; an empty title leaves the place free."""

    title: str
    note: str = ""


@dataclass(frozen=True)
class Stack:
    """Boxes from the bottom up, ROWS of them; `tone` "none": the family has no such stack."""

    name: str
    boxes: Sequence[Box]
    tone: Tone


@dataclass(frozen=True)
class Look:
    """A state of a cell, one character: its name in the legend and its colour; "line" is hidden."""

    state: str
    name: str
    tone: str


@dataclass(frozen=True)
class KinWords:
    """Finished words; the hole is filled by the browser."""

    who: str
    which: str
    mask: str
    direction: str
    map: str  # the map for who cannot see it
    halves: str  # the stacks for who cannot see them
    told: str  # of the lit row: {piece} {seen} {all}


def kin_payload(
    *,
    names: Sequence[str],
    states: Sequence[str],
    looks: Sequence[Look],
    row: int,
    stacks: tuple[Stack, Stack],
    over: tuple[int, int] | None,
    words: KinWords,
    dark: bool,
) -> dict[str, Any]:
    """Data of the component: a string of states for every name, of which `row` is lit; `over` are
    the rows of the left box and of the right one that an arrow leads from and to.

    Raises ValueError for a map that is not square and for a stack of another height.
    """
    if len(states) != len(names) or any(len(line) != len(names) for line in states):
        raise ValueError(f"{len(names)} names, {[len(line) for line in states]} states")
    if any(len(stack.boxes) != ROWS for stack in stacks):
        raise ValueError(f"a stack has {ROWS} rows")
    return {
        "names": list(names),
        "states": list(states),
        "looks": plain(list(looks)),
        "row": row,
        "stacks": plain(list(stacks)),
        "over": list(over) if over else None,
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def kin(data: dict[str, Any], *, key: str) -> None:
    """Draw it."""
    component(FOLDER, DOM, SVG, RESIZE)(key=key, data=data)
