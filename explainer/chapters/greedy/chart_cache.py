"""Charts of the KV cache: which vectors a step computes or reuses, and cumulative costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from explainer.charts.axes import tone
from explainer.charts.curves import Axis, Curve, Rule, curves
from explainer.charts.figure import Figure
from explainer.charts.labels import check_lengths
from explainer.charts.palette import blend
from explainer.charts.tiles import Sides, State, Tile, tiles

ABSENT, KEPT, NEW = 0, 1, 2  # of a cell: not there yet, found in the cache, computed at this step
CELL: Final = 30
HEIGHT: Final = 260


@dataclass(frozen=True)
class Row:
    """A row of cells: its name, each cell's state, and the palette colour of NEW."""

    name: str
    states: Sequence[int]
    colour: str


def cells(
    *,
    rows: Sequence[Row],
    labels: Sequence[str],
    label_title: str,
    states: tuple[str, str, str],
    label_colour: str,
    dark: bool,
) -> Figure:
    """Draw a cell per row and position: NEW filled, KEPT outlined, ABSENT hatched.

    `states` name ABSENT, KEPT and NEW. Raises ValueError for a row of another length.
    """
    check_lengths("states", len(labels), *(row.states for row in rows))
    page, own = tone("page", dark), [tone(row.colour, dark) for row in rows]
    fills = [{ABSENT: page, KEPT: blend(page, ink, 0.14), NEW: ink} for ink in own]
    return tiles(
        rows=[
            [Tile(state, fill=fill[state]) for state in row.states]
            for row, fill in zip(rows, fills, strict=True)
        ],
        row_labels=[row.name for row in rows],
        key_labels=labels,
        sides=Sides(None, label_title, "ink", label_colour, CELL, label_limit=190),
        kinds=[
            State(states[ABSENT], "page", hatched=True),
            State(states[KEPT], "line", edge="second"),
            State(states[NEW], "ink", edge="second"),
        ],
        dark=dark,
    )


def growth(
    *,
    tokens: Sequence[str],
    without: Sequence[float],
    cached: Sequence[float],
    names: tuple[str, str],
    token_title: str,
    value_title: str,
    form: str,
    step: int,
    dark: bool,
) -> Figure:
    """Draw two cumulative costs by step as lines; `step` (from 0) is marked.

    `names` are those of `without` and `cached`. Raises ValueError when the lengths differ.
    """
    check_lengths("tokens", len(tokens), without, cached)
    return curves(
        lines=[
            Curve(names[0], without, "residual", dash=(5, 4)),
            Curve(names[1], cached, "target"),
        ],
        x=Axis(token_title, words=tokens, colour="target_text"),
        y=Axis(value_title, span=(0, 1.05 * max(*without, *cached)), form=form),
        form=form,
        dark=dark,
        rules=[Rule(step)],
        height=HEIGHT,
    )
