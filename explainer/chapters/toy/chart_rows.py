"""Held-out rows as tiles: what was written, a right token or a wrong one in each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.figure import Figure
from explainer.charts.tiles import NOTHING, Sides, State, tiles

WRONG: Final = "✗"
PAD: Final = 0


def states_of(written: NDArray[np.integer], wanted: NDArray[np.integer]) -> NDArray[np.int8]:
    """0 right, 1 wrong (missing or too much, too), NOTHING where nothing belongs or is."""
    states = np.where(written == wanted, 0, 1)
    return np.where((written == PAD) & (wanted == PAD), NOTHING, states).astype(np.int8)


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
    token carries a cross besides its colour.
    """
    states = states_of(written, wanted)
    words = [
        [_word(names, token, state) for token, state in zip(*row, strict=True)]
        for row in zip(written, states, strict=True)
    ]
    return tiles(
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
        states=states,
        kinds=[
            State(right, "source_band", edge="correct"),
            State(wrong, "target_band", edge="error"),
        ],
        words=words,
        told=[[names[token] for token in row] for row in wanted],
        dark=dark,
    )


def _word(names: Sequence[str], token: int, state: int) -> str:
    word = names[token] if token != PAD else ""
    return f"{WRONG}{word}" if state == 1 else word  # first: what is too long is cut
