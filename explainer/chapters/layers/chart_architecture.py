"""The whole model as boxes, encoder beside decoder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from explainer.charts.axes import tone
from explainer.charts.figure import Figure
from explainer.charts.plane import Pick, Row
from explainer.charts.stacks import (
    Side,
    Words,
    box,
    bridge,
    heading,
    middle,
    path,
    stacks,
    stream,
)

BOX_PICK: Final = "box"  # name of the click selection: event["selection"]["box"]
TALL, SLIM, GAP = 42, 26, 13  # pixels of a box, of a thin box, between two
TIMES: Final = 20  # pixels at the bottom of a frame, where it says how often it is repeated
LEFT, RIGHT = (5.0, 45.5), (54.5, 95.0)  # percent of the width the two columns take
WORDS: Final = Words(13, 11, narrow=380, shrink=0.8)
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
    """Blocks from the bottom up; `times` is written in the frame, "× 3"."""

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
    boxes = [_boxes(column, side, dark) for column, side, _ in sides]
    by_id = {row["id"]: row for rows in boxes for row in rows}
    if missing := [name for name in memory if name not in by_id]:
        raise ValueError(f"no box {', '.join(missing)}")
    lines: list[Row] = []
    names, frames = [], []
    for (column, side, own), rows in zip(sides, boxes, strict=True):
        lines += [*stream(rows, 1.6, dark), *_skips(column, rows, own, dark)]
        inside = [row for row, block in zip(rows, column.blocks, strict=True) if block.layer]
        low, top = inside[0]["y"], inside[-1]["y2"]
        ends = {"y": low - GAP - TIMES + 4, "y2": top + GAP - 6}
        ends |= {"x": side[0] - 4.2, "x2": side[1] + 4.2}
        frames.append(ends | {"fill": tone(f"{own}_band", dark)})
        outer, align = (side[0] - SKIP, "left") if own == "source" else (side[1] + SKIP, "right")
        ink = tone(f"{own}_text", dark)
        names.append(heading(column.times, outer, low - GAP - TIMES / 2 + 3, ink, align))
    return stacks(
        boxes=[*boxes[0], *boxes[1]],
        lines=[*lines, *bridge(by_id[memory[0]], by_id[memory[1]], 3, dark)],
        names=names,
        frames=frames,
        titles=(name_title, note_title),
        words=WORDS,
        height=max(row["y2"] for row in by_id.values()) + 24,
        dark=dark,
        pick=Pick(BOX_PICK, ("id",)),
        chosen=selected,
    )


def _boxes(column: Column, side: Side, dark: bool) -> list[Row]:
    rows, y = [], 10.0
    first = next((block for block in column.blocks if block.layer), None)
    for block in column.blocks:
        y += TIMES if block is first else 0
        tall = SLIM if block.slim else TALL
        row = box(side, y, tall, block.title, block.note, id=block.id, slim=block.slim)
        rows.append(row | {"fill": tone("page", dark), "stroke": tone(block.tone, dark)})
        y += tall + GAP
    return rows


def _skips(column: Column, rows: Sequence[Row], own: str, dark: bool) -> list[Row]:
    """The residuals round the sub-layers, on the outer side of a column."""
    lines: list[Row] = []
    for index, (block, row) in enumerate(zip(column.blocks, rows, strict=True)):
        if block.skip:
            edge, away = (row["x"], -SKIP) if own == "source" else (row["x2"], SKIP)
            x, leaves = (row["x"] + row["x2"]) / 2, rows[index - block.skip]["y"] - GAP / 2
            corners = ((x, leaves), (edge + away, leaves), (edge + away, middle(row)))
            lines += path("skip", tone("residual", dark), 1.6, *corners, (edge, middle(row)))
    return lines
