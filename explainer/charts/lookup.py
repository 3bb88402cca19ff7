"""Bars of one vector: of a look-up, of probabilities, as a strip, or found in two ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from explainer.charts.bars import Look, Marks, Series, Words, bars
from explainer.charts.figure import Figure
from explainer.charts.marks import Rule

STRIP: int = 120  # pixels of a strip


def key_bars(
    *,
    labels: Sequence[str],
    values: NDArray[np.floating],
    notes: Sequence[str],
    colour: str,
    reach: float | None = None,
    **words: Unpack[Words],
) -> Figure:
    """A horizontal bar for each key with its finished note behind it; `colour` is of the palette.

    With a `reach` the axis ends there whatever the values are.
    """
    look = Look(form=",.4f", span=None if reach is None else (0, reach))
    series = [Series(words["value_title"], values, colour)]
    return bars(labels=labels, series=series, look=look, notes=notes, **words)


def strip(
    *,
    values: NDArray[np.floating],
    colour: str,
    numbers: Sequence[int] | None = None,
    levels: Sequence[Rule] = (),
    chosen: int | None = None,
    height: int = STRIP,
    span: tuple[float, float] | None = None,
    **words: Unpack[Words],
) -> Figure:
    """A vector as bars up and down from 0; `numbers` are the dimensions, 1, 2 ... without them.

    `chosen` is drawn in ink; a `span` is shared with other vectors.
    """
    look = Look(True, span=span, axis=True, form=".3f", numbered=False, height=height, named=False)
    return bars(
        labels=[str(n) for n in (numbers if numbers is not None else range(1, len(values) + 1))],
        series=[Series(words["value_title"], values, colour)],
        look=look,
        tones=["ink" if place == chosen else colour for place in range(len(values))],
        levels=levels,
        **words,
    )


def head_outputs(
    *,
    model: NDArray[np.floating],
    right: NDArray[np.floating],
    wrong: NDArray[np.floating],
    names: Sequence[str],
    by_title: str,
    **words: Unpack[Words],
) -> Figure:
    """Two bars for each of E dimensions, right and wrong, and a tick where the model is.

    `names` are the words for model, right and wrong. Raises ValueError unless all three are (E,).
    """
    return bars(
        labels=[str(n + 1) for n in range(len(model))],
        series=[Series(names[1], right, "correct"), Series(names[2], wrong, "error")],
        look=Look(True, axis=True, form=".3f", numbered=False, series_title=by_title, height=240),
        marks=Marks(names[0], model),
        **words,
    )


def chosen_probabilities(
    *,
    tokens: Sequence[str],
    probs: NDArray[np.floating],
    ranks: Sequence[int],
    rank_title: str,
    **words: Unpack[Words],
) -> Figure:
    """One bar for each written token: the probability (T,) the model gave it at its step.

    `ranks` are 1 for the most probable token. Raises ValueError when the lengths differ.
    """
    look = Look(True, span=(0, 1), form=".0%", label_colour="target_text", told_title=rank_title)
    series = [Series(words["value_title"], probs, "target", told=[str(rank) for rank in ranks])]
    return bars(labels=tokens, series=series, look=look, **words)


def top_candidates(
    *,
    tokens: Sequence[str],
    probs: NDArray[np.floating],
    chosen: int | None,
    others_label: str,
    **words: Unpack[Words],
) -> Figure:
    """Horizontal bars of the best candidates of one step and a last bar for all others.

    `probs` (N,) are shares of the whole vocabulary, so the last bar is 1 - sum. `chosen` is the
    position of the written token among them, None when it is not there. Raises ValueError when
    the lengths differ or `chosen` points outside.
    """
    if chosen is not None and not 0 <= chosen < len(tokens):
        raise ValueError(f"chosen {chosen} is outside {len(tokens)} candidates")
    shares = np.asarray(probs, dtype=np.float64)
    return bars(
        labels=[*tokens, others_label],
        series=[
            Series(words["value_title"], np.append(shares, max(0.0, 1.0 - shares.sum())), "target")
        ],
        look=Look(span=(0, 1), form=".1%", label_colour="target_text"),
        tones=[*["target"] * len(tokens), "residual"],
        strong=[len(tokens), *([] if chosen is None else [chosen])],
        **words,
    )
