"""One distribution after temperature and filters: its sums, and the tail that is cut. Whole outputs
side by side: where samples leave the greedy path.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from explainer.charts.axes import Floats, tone
from explainer.charts.curves import Axis, Curve, Rule, curves
from explainer.charts.figure import Figure
from explainer.charts.labels import check_lengths
from explainer.charts.tiles import Sides, State, Tile, tiles

TAIL_HEIGHT: Final = 400
POINTS: Final = 160  # of the tail's curve

GRID_ROW: Final = 31
PRINT_LIMIT: Final = 24
EVERY: Final = 5  # of a longer output the number of every fifth step
NAMED_CELL: Final = 46  # pixels a cell needs for its piece
LETTERS: Final = 9


def tail(
    *,
    shares: Floats,
    left: int,
    limits: Sequence[tuple[int, str]],
    rank_title: str,
    sum_title: str,
    names: tuple[str, str],
    dark: bool,
) -> Figure:
    """The probabilities added up from the most probable piece on, ranks on a log axis.

    `shares` (N,) fall and sum to 1; the first `left` are kept, the rest is the cut tail; `names`
    of both. `limits` are the filters: after which rank each cuts, and what it is called. Raises
    ValueError unless at least one piece is left.
    """
    if not 1 <= left <= len(shares):
        raise ValueError(f"{left} pieces left of {len(shares)}")
    count, sums = len(shares), np.cumsum(shares)
    few = np.unique(np.rint(np.geomspace(1, count, POINTS)).astype(np.int64))
    kept, cut = np.union1d(few[few <= left], [left]), np.union1d(few[few >= left], [left])
    return curves(
        lines=[
            Curve(names[0], sums[kept - 1], "target", kept.astype(np.float64)),
            *(
                [Curve(names[1], sums[cut - 1], "residual", cut.astype(np.float64), dash=(4, 4))]
                if left < count
                else []
            ),
        ],
        x=Axis(rank_title, log=True, span=(0.93, max(count, 2) * 1.07)),
        y=Axis(sum_title, span=(0, 1.02), form=".0%"),
        form=".2%",
        dark=dark,
        rules=[Rule(min(max(rank, 1), count), name, "error") for rank, name in limits],
        height=TAIL_HEIGHT,
    )


def path_grid(
    *,
    rows: Sequence[Sequence[str]],
    row_labels: Sequence[str],
    leaves: Sequence[int | None],
    step_title: str,
    piece_title: str,
    names: tuple[str, str, str],
    dark: bool,
) -> Figure:
    """Outputs piece by piece, the first row is the one to compare with.

    `leaves[i]` is the step (from 0) at which row i first differs from it, None if never; `names`
    of the three kinds of cells: as the first row, the first other piece, after it. Raises
    ValueError when the lengths differ.
    """
    check_lengths("rows", len(rows), row_labels, leaves)
    longest = max(map(len, rows))
    every = 1 if longest <= PRINT_LIMIT else EVERY
    inks = [tone(name, dark) for name in ("ink", "page", "ink")]
    return tiles(
        rows=[
            [
                Tile(kind := _kind(t, left), _short(piece), piece, ink=inks[kind])
                for t, piece in enumerate(row)
            ]
            for row, left in zip(rows, leaves, strict=True)
        ],
        row_labels=row_labels,
        key_labels=[str(t + 1) if (t + 1) % every == 0 else "" for t in range(longest)],
        sides=Sides(
            None,
            step_title,
            "target_text",
            row=GRID_ROW,
            room=NAMED_CELL,
            legend=True,
            key_angle=0,
            told_title=piece_title,
        ),
        kinds=[
            State(name, colour)
            for name, colour in zip(names, ("line", "target", "target_band"), strict=True)
        ],
        dark=dark,
    )


def _kind(step: int, leaves: int | None) -> int:
    if leaves is None or step < leaves:
        return 0
    return 1 if step == leaves else 2


def _short(piece: str) -> str:
    return piece if len(piece) <= LETTERS else f"{piece[: LETTERS - 1]}…"
