"""A greedy search beside what chance would do: shares drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Unpack

import numpy as np
from numpy.typing import NDArray

from explainer.charts.bars import Look, Marks, Series, Words, bars
from explainer.charts.figure import Figure

SHARES: Final = Look(axis=True, span=(0, 1), form=".1%", label_colour="target_text")

Numbers = NDArray[np.floating]


def drawn_shares(
    *,
    pieces: Sequence[str],
    probs: Numbers,
    ends: tuple[Numbers, Numbers],
    counts: Sequence[int],
    draws: int,
    names: tuple[str, str, str],
    drawn_title: str,
    **words: Unpack[Words],
) -> Figure:
    """Bars of what the model says, a mark of what was drawn, and through it, between its `ends`,
    where it should lie; none where nothing was drawn. `names` are those of bar, range and mark.
    """
    shares = np.asarray(counts, dtype=np.float64) / max(1, draws)
    marks = Marks(f"{names[2]} ◆, {names[1]} ━", shares, "ink", "diamond", *ends)
    series = [Series(names[0], probs, "target", told=[str(count) for count in counts])]
    look = replace(SHARES, told_title=drawn_title)
    return bars(labels=pieces, series=series, look=look, marks=marks if draws else None, **words)
