"""Which half of the Transformer a family has: two stacks, one layout, what is left out pale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from explainer.charts.axes import tone
from explainer.charts.figure import Figure
from explainer.charts.plane import Row
from explainer.charts.stacks import Side, Words, box, heading, path, stacks

Tone = Literal["source", "target", "none"]
# Of a stack the colours of edges, grounds and names.
TONES: Final[dict[Tone, tuple[str, str, str]]] = {
    "source": ("source", "source_band", "source_text"),
    "target": ("target", "target_band", "target_text"),
    "none": ("line", "page", "third"),
}

ROWS: Final = 6  # reads, embedding, self-attention, cross-attention, FFN, answers
TALL, GAP = 38, 11  # pixels of a box, between two
SIDES: Final = ((2.0, 46.0), (54.0, 98.0))  # percent of the width
WORDS: Final = Words(12, 10.5, narrow=300, shrink=0.88, limit=43)


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
class Bridge:
    """An arrow from the left stack's box to the right one's, by their rows."""

    start: int
    end: int


def halves(*, left: Stack, right: Stack, bridge: Bridge | None, dark: bool) -> Figure:
    """Both stacks from the bottom up. Raises ValueError for a stack of another height."""
    if any(len(stack.boxes) != ROWS for stack in (left, right)):
        raise ValueError(f"a stack has {ROWS} rows")
    height = ROWS * (TALL + GAP) + 26
    sides = tuple(zip((left, right), SIDES, strict=True))
    lines = [line for stack, side in sides for line in _lines(stack, side, dark)]
    return stacks(
        boxes=[row for stack, side in sides for row in _boxes(stack, side, dark)],
        lines=[*lines, *(_bridge(bridge, dark) if bridge else ())],
        names=[
            heading(stack.name, sum(side) / 2, height - 12, tone(TONES[stack.tone][2], dark))
            for stack, side in sides
        ],
        titles=("", ""),
        words=WORDS,
        height=height,
        dark=dark,
    )


def _low(row: int) -> float:
    return 6.0 + row * (TALL + GAP)


def _boxes(stack: Stack, side: Side, dark: bool) -> list[Row]:
    """Boxes with a ground, those that read and answer without one."""
    edge, ground, _ = (tone(name, dark) for name in TONES[stack.tone])
    page, none = tone("page", dark), stack.tone == "none"
    return [
        box(side, _low(row), TALL, one.title, one.note, dashed=none)
        | {"fill": page if row in (0, ROWS - 1) else ground, "stroke": edge}
        for row, one in enumerate(stack.boxes)
        if one.title
    ]


def _lines(stack: Stack, side: Side, dark: bool) -> list[Row]:
    """From box to box, upwards."""
    if stack.tone == "none":
        return []
    x, colour = sum(side) / 2, tone("third", dark)
    there = [row for row, one in enumerate(stack.boxes) if one.title]
    found: list[Row] = []
    for a, b in zip(there, there[1:], strict=False):
        ends = ((x, _low(a) + TALL), (x, _low(b)))
        found += path("stream", colour, 1.5, *ends, head="triangle-up")
    return found


def _bridge(bridge: Bridge, dark: bool) -> list[Row]:
    y, y2 = (_low(row) + TALL / 2 for row in (bridge.start, bridge.end))
    corners = ((SIDES[0][1], y), (50, y), (50, y2), (SIDES[1][0], y2))
    return path("memory", tone("memory", dark), 3.5, *corners, head="triangle-right")
