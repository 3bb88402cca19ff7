"""Held-out rows as tiles: what was written, a right token or a wrong one in each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.figure import Figure
from explainer.charts.palette import PALETTE, blend, theme
from explainer.charts.tiles import Sides, State, Tile, tiles

WRONG: Final = "✗"
PAD: Final = 0
TINT: Final = 0.28  # of the colour of right and wrong in a tile


def rows_chart(
    *,
    sources: Sequence[str],
    written: NDArray[np.integer],
    wanted: NDArray[np.integer],
    names: Sequence[str],
    row_title: str,
    place_title: str,
    right: str,
    wrong: str,
    wanted_title: str,
    dark: bool,
) -> Figure:
    """One row a source; `written` and `wanted` are ids (N, T), `names` the tokens by id. A wrong
    token (missing or too much, too) carries a cross besides its colour; where nothing belongs and
    nothing is, there is no tile.
    """
    pairs, colours = zip(written.tolist(), wanted.tolist(), strict=True), PALETTE[theme(dark)]
    return tiles(
        rows=[[_tile(names, *pair) for pair in zip(*row, strict=True)] for row in pairs],
        row_labels=sources,
        key_labels=[str(at + 1) for at in range(written.shape[1])],
        sides=Sides(
            row_title,
            place_title,
            "source_text",
            "target_text",
            row=28,
            room=22,
            legend=True,
            key_angle=0,
            told_title=wanted_title,
        ),
        kinds=[
            State(name, blend(colours["page"], colours[edge], TINT), edge=edge)
            for name, edge in ((right, "correct"), (wrong, "error"))
        ],
        dark=dark,
    )


def _tile(names: Sequence[str], token: int, wanted: int) -> Tile | None:
    if token == wanted == PAD:
        return None
    word, wrong = "" if token == PAD else names[token], token != wanted
    # The cross is first: what is too long is cut.
    return Tile(int(wrong), f"{WRONG}{word}" if wrong else word, names[wanted])
