"""Whole outputs side by side: a number for every step, and where samples leave the greedy path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Unpack

import numpy as np
from numpy.typing import NDArray

from explainer.charts.axes import tone
from explainer.charts.bars import Chosen, Look, Series, Words, bars
from explainer.charts.curves import Axis, Dots, scatter
from explainer.charts.figure import Figure
from explainer.charts.tiles import NOTHING, Sides, State, tiles

GRID_ROW: Final = 31
PRINT_LIMIT: Final = 24
EVERY: Final = 5  # of a longer output the number of every fifth step
NAMED_CELL: Final = 46  # pixels a cell needs for its piece
LETTERS: Final = 9


def step_bars(
    *,
    pieces: Sequence[str],
    values: NDArray[np.floating],
    form: str,
    selected: int,
    **words: Unpack[Words],
) -> Figure:
    """One bar for each step with its number above; a click picks a step."""
    look = Look(True, form=form, label_colour="target_text")
    series = [Series(words["value_title"], values, "target")]
    chosen = Chosen(selected, click=True)
    return bars(labels=pieces, series=series, look=look, chosen=chosen, **words)


def step_dots(
    *,
    pieces: Sequence[str],
    values: NDArray[np.floating],
    piece_title: str,
    value_title: str,
    form: str,
    top: float,
    dark: bool,
) -> Figure:
    """The same on a log axis from below 1 up to `top`: dots, for a length would say nothing."""
    numbers = [f"{value:{form}}" for value in values]
    places = list(map(float, range(len(pieces))))
    shown = numbers if len(pieces) <= PRINT_LIMIT else [""] * len(numbers)
    return scatter(
        dots=[Dots(value_title, places, values, "target", numbers, shown)],
        x=Axis(piece_title, words=pieces, colour="target_text"),
        y=Axis(value_title, log=True, span=(0.6, 3 * top)),
        name_title=value_title,
        form=form,
        dark=dark,
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
    if not len(rows) == len(row_labels) == len(leaves):
        raise ValueError(f"{len(rows)} rows, {len(row_labels)} labels, {len(leaves)} places")
    longest = max(map(len, rows))
    every = 1 if longest <= PRINT_LIMIT else EVERY
    states = np.full((len(rows), longest), NOTHING)
    for r, row in enumerate(rows):
        states[r, : len(row)] = [_kind(t, leaves[r]) for t in range(len(row))]
    whole = [[*row, *[""] * (longest - len(row))] for row in rows]
    ink, page = tone("ink", dark), tone("page", dark)
    return tiles(
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
        states=states,
        kinds=[
            State(name, colour)
            for name, colour in zip(names, ("line", "target", "target_band"), strict=True)
        ],
        words=[[_short(piece) for piece in row] for row in whole],
        told=whole,
        inks=[[page if state == 1 else ink for state in row] for row in states],
        dark=dark,
    )


def _kind(step: int, leaves: int | None) -> int:
    if leaves is None or step < leaves:
        return 0
    return 1 if step == leaves else 2


def _short(piece: str) -> str:
    return piece if len(piece) <= LETTERS else f"{piece[: LETTERS - 1]}…"
