"""The whole model as boxes, encoder beside decoder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from explainer.charts.axes import tone
from explainer.charts.figure import Figure
from explainer.charts.plane import Pick, Row
from explainer.charts.stacks import Side, Words, box, heading, path, stacks

BOX_PICK: Final = "box"  # name of the click selection: event["selection"]["box"]
TALL, SLIM, GAP = 42, 26, 13  # pixels of a box, of a thin box, between two
LEFT, RIGHT = (5.0, 45.5), (54.5, 95.0)  # percent of the width the two columns take
WORDS: Final = Words(13, 11, narrow=380, shrink=0.8)
UP: Final = "triangle-up"
SKIP = 2.2  # percent beside a column where the residual runs


@dataclass(frozen=True)
class Block:
    """One box. `skip` > 0: a residual leaves the stream below the box `skip` places lower and
    comes back here. `layer`: inside the frame that is repeated. `tone` is a colour of the palette.
    """

    id: str
    title: str
    note: str
    tone: str
    slim: bool = False
    layer: bool = False
    skip: int = 0


@dataclass(frozen=True)
class Column:
    """Blocks from the bottom up; `times` is written beside the frame, "× 3"."""

    blocks: Sequence[Block]
    times: str


def architecture(
    *,
    encoder: Column,
    decoder: Column,
    memory: tuple[str, str],
    selected: str,
    name_title: str,
    note_title: str,
    dark: bool,
) -> Figure:
    """Both stacks from the bottom up as in figure 1 of the paper; a click picks `id`.

    `memory`: ids of the encoder box that hands its output over and of the box that takes it.
    Raises ValueError when an id of `memory` is missing.
    """
    sides = ((encoder, LEFT, "source"), (decoder, RIGHT, "target"))
    boxes = [row for column, side, _ in sides for row in _boxes(column, side, dark)]
    return stacks(
        boxes=boxes,
        lines=[
            *_lines(encoder, LEFT, LEFT[0] - SKIP, dark),
            *_lines(decoder, RIGHT, RIGHT[1] + SKIP, dark),
            *_bridge(boxes, memory, dark),
        ],
        names=[_times(*side, dark) for side in sides],
        frames=[_frame(*side, dark) for side in sides],
        titles=(name_title, note_title),
        words=WORDS,
        height=max(row["y2"] for row in boxes) + 24,
        dark=dark,
        pick=Pick(BOX_PICK, ("id",)),
        chosen=selected,
    )


def _tall(block: Block) -> int:
    return SLIM if block.slim else TALL


def _bottoms(blocks: Sequence[Block]) -> list[float]:
    found, y = [], 10.0
    for block in blocks:
        found.append(y)
        y += _tall(block) + GAP
    return found


def _boxes(column: Column, side: Side, dark: bool) -> list[Row]:
    page = tone("page", dark)
    return [
        box(side, low, _tall(block), block.title, block.note, id=block.id, slim=block.slim)
        | {"fill": page, "stroke": tone(block.tone, dark)}
        for block, low in zip(column.blocks, _bottoms(column.blocks), strict=True)
    ]


def _lines(column: Column, side: Side, outside: float, dark: bool) -> list[Row]:
    """The stream from box to box, and the residuals round the sub-layers."""
    lows = _bottoms(column.blocks)
    middle, edge = sum(side) / 2, side[0] if outside < side[0] else side[1]
    stream, residual = tone("third", dark), tone("residual", dark)
    lines: list[Row] = []
    for low in lows[1:]:
        lines += path("stream", stream, 1.6, (middle, low - GAP), (middle, low), head=UP)
    for index, block in enumerate(column.blocks):
        if block.skip:
            leaves = lows[index - block.skip] - GAP / 2
            comes = lows[index] + _tall(block) / 2
            corners = ((middle, leaves), (outside, leaves), (outside, comes), (edge, comes))
            lines += path("skip", residual, 1.6, *corners)
    return lines


def _bridge(boxes: Sequence[Row], memory: tuple[str, str], dark: bool) -> list[Row]:
    """Memory goes over to the decoder between the columns."""
    by_id = {row["id"]: row for row in boxes}
    missing = [name for name in memory if name not in by_id]
    if missing:
        raise ValueError(f"no box {', '.join(missing)}")
    gives, takes = (by_id[name] for name in memory)
    y, y2 = ((row["y"] + row["y2"]) / 2 for row in (gives, takes))
    corners = ((gives["x2"], y), (50, y), (50, y2), (takes["x"], y2))
    return path("memory", tone("memory", dark), 3, *corners)


def _repeated(column: Column) -> tuple[float, float]:
    """Bottom and top of the boxes of one layer."""
    inside = [i for i, block in enumerate(column.blocks) if block.layer]
    lows = _bottoms(column.blocks)
    return lows[inside[0]], lows[inside[-1]] + _tall(column.blocks[inside[-1]])


def _frame(column: Column, side: Side, own: str, dark: bool) -> Row:
    """Round the boxes of one layer."""
    low, top = _repeated(column)
    ends = {"x": side[0] - 4.2, "x2": side[1] + 4.2, "y": low - GAP + 1}
    return {**ends, "y2": top + GAP - 6, "fill": tone(f"{own}_band", dark)}


def _times(column: Column, side: Side, own: str, dark: bool) -> Row:
    """How often a layer is repeated, upwards along the inner side of its frame."""
    inner = side[1] + 2.3 if own == "source" else side[0] - 2.3
    low, _ = _repeated(column)
    return heading(column.times, inner, low, tone(f"{own}_text", dark), upright=True)
