"""How sure the model was: the pieces it chose, and what else it could have written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from explainer.charts.bars import Chosen, Look, Series, Words, bars
from explainer.charts.figure import Figure


def chosen_probabilities(
    *,
    pieces: Sequence[str],
    probs: NDArray[np.floating],
    ranks: Sequence[int],
    rank_title: str,
    selected: int | None = None,
    **words: Unpack[Words],
) -> Figure:
    """One bar for each written piece: the probability (T,) the model gave it at its step.

    `ranks` are 1 for the most probable piece. A click selects `BAR_PICK`, field i, from 0.
    Raises ValueError when the lengths differ.
    """
    look = Look(True, span=(0, 1), form=".0%", label_colour="target_text", told_title=rank_title)
    series = [Series(words["value_title"], probs, "target", told=[str(rank) for rank in ranks])]
    chosen = Chosen(selected, click=True)
    return bars(labels=pieces, series=series, look=look, chosen=chosen, **words)


def top_candidates(
    *,
    pieces: Sequence[str],
    probs: NDArray[np.floating],
    chosen: int | None,
    others_label: str,
    **words: Unpack[Words],
) -> Figure:
    """Horizontal bars of the best candidates of one step and a last bar for all others.

    `probs` (N,) are shares of the whole vocabulary, so the last bar is 1 - sum. `chosen` is the
    position of the written piece among them, None when it is not there. Raises ValueError when
    the lengths differ or `chosen` points outside.
    """
    if chosen is not None and not 0 <= chosen < len(pieces):
        raise ValueError(f"chosen {chosen} is outside {len(pieces)} candidates")
    shares = np.asarray(probs, dtype=np.float64)
    return bars(
        labels=[*pieces, others_label],
        series=[
            Series(words["value_title"], np.append(shares, max(0.0, 1.0 - shares.sum())), "target")
        ],
        look=Look(span=(0, 1), form=".1%", label_colour="target_text"),
        tones=[*["target"] * len(pieces), "residual"],
        strong=[len(pieces), *([] if chosen is None else [chosen])],
        **words,
    )
