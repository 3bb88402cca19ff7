"""Which half of the Transformer a family has: two stacks, one layout, what is left out pale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from explainer.charts.axes import tone
from explainer.charts.figure import Figure
from explainer.charts.plane import Row
from explainer.charts.stacks import Side, Words, box, bridge, heading, stacks, stream

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


def halves(*, left: Stack, right: Stack, over: tuple[int, int] | None, dark: bool) -> Figure:
    """Both stacks from the bottom up; `over` are the rows of the left box and of the right one that
    an arrow leads from and to. Raises ValueError for a stack of another height.
    """
    if any(len(stack.boxes) != ROWS for stack in (left, right)):
        raise ValueError(f"a stack has {ROWS} rows")
    height = ROWS * (TALL + GAP) + 26
    sides = tuple(zip((left, right), SIDES, strict=True))
    boxes = [[_box(stack, row, side, dark) for row in range(ROWS)] for stack, side in sides]
    there = [[row for row in rows if row["title"]] for rows in boxes]
    lines = [
        line
        for (stack, _), rows in zip(sides, there, strict=True)
        if stack.tone != "none"  # nothing flows through it
        for line in stream(rows, 1.5, dark)
    ]
    if over:
        gives, takes = boxes[0][over[0]], boxes[1][over[1]]
        lines += bridge(gives, takes, 3.5, dark, head="triangle-right")
    return stacks(
        boxes=[*there[0], *there[1]],
        lines=lines,
        names=[
            heading(stack.name, sum(side) / 2, height - 12, tone(TONES[stack.tone][2], dark))
            for stack, side in sides
        ],
        titles=("", ""),
        words=WORDS,
        height=height,
        dark=dark,
    )


def _box(stack: Stack, row: int, side: Side, dark: bool) -> Row:
    """With a ground, unless it is one of those that read and answer."""
    edge, ground, _ = (tone(name, dark) for name in TONES[stack.tone])
    one, low = stack.boxes[row], 6.0 + row * (TALL + GAP)
    looks = {"fill": tone("page", dark) if row in (0, ROWS - 1) else ground, "stroke": edge}
    return box(side, low, TALL, one.title, one.note, dashed=stack.tone == "none", **looks)
