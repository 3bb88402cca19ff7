"""A greedy search beside what chance would do: one row of attention, shares drawn, followers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explainer.charts.bars import Look, Marks, Series, bars
from explainer.charts.figure import Figure

Numbers = NDArray[np.floating]


def source_weights(
    *, weights: Numbers, pieces: Sequence[str], piece_title: str, value_title: str, dark: bool
) -> Figure:
    """One step's weights (S,) over the source pieces as bars, fixed domain 0..1.

    Raises ValueError when the lengths differ.
    """
    return bars(
        labels=pieces,
        series=[Series(value_title, weights, "weight")],
        label_title=piece_title,
        value_title=value_title,
        dark=dark,
        look=Look(True, span=(0, 1), label_colour="source_text", height=170),
    )


def drawn_shares(
    *,
    pieces: Sequence[str],
    probs: Numbers,
    low: Numbers,
    high: Numbers,
    counts: Sequence[int],
    draws: int,
    names: tuple[str, str, str],
    titles: tuple[str, str],
    dark: bool,
) -> Figure:
    """Bars of what the model says, a mark of what was drawn, and through it where it should lie.

    `names` are those of bar, range and mark, `titles` those of a piece and of the number drawn.
    Marks are left out where nothing was drawn. Raises ValueError when the lengths differ.
    """
    shares = np.asarray(counts, dtype=np.float64) / max(1, draws)
    marks = Marks(f"{names[2]} ◆, {names[1]} ━", shares, "ink", "diamond", low, high)
    return bars(
        labels=pieces,
        series=[Series(names[0], probs, "target", told=[str(count) for count in counts])],
        label_title=titles[0],
        value_title="",
        dark=dark,
        look=Look(
            axis=True,
            span=(0, 1),
            form=".1%",
            label_colour="target_text",
            series_title=" ",
            told_title=titles[1],
        ),
        marks=marks if draws else None,
    )


def followers(
    *,
    pieces: Sequence[str],
    counts: Sequence[int],
    expected: Numbers,
    names: tuple[str, str],
    piece_title: str,
    value_title: str,
    dark: bool,
) -> Figure:
    """How many draws agree with the greedy output so far: bars counted, a line expected.

    `names` are those of bars and line. Raises ValueError when the lengths differ.
    """
    return bars(
        labels=pieces,
        series=[Series(names[0], counts, "primary")],
        label_title=piece_title,
        value_title=value_title,
        dark=dark,
        look=Look(True, axis=True, form=",.4~g", label_colour="target_text", height=280),
        marks=Marks(names[1], expected, "target", "line"),
    )
