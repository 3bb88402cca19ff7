"""Bar charts of single vectors: attention weights, dimensions, head outputs, probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from explainer.charts.bars import BarStyle, Marks, Series, Words, bars
from explainer.charts.figure import Figure
from explainer.charts.marks import Rule

STRIP: int = 120  # height of a strip in pixels


def key_bars(
    *,
    labels: Sequence[str],
    values: NDArray[np.floating],
    notes: Sequence[str],
    colour: str,
    reach: float | None = None,
    **words: Unpack[Words],
) -> Figure:
    """Draw a horizontal bar for each key with a note beyond it; `colour` is a palette colour.

    `reach` fixes the end of the axis.
    """
    look = BarStyle(form=",.4f", span=None if reach is None else (0, reach))
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
    """Draw a vector as vertical bars around 0; `numbers` are the dimensions, by default 1, 2 ...

    `chosen` is highlighted; pass a `span` to share the scale with other vectors.
    """
    look = BarStyle(
        True, span=span, axis=True, form=".3f", numbered=False, height=height, named=False
    )
    return bars(
        labels=[str(n) for n in (numbers if numbers is not None else range(1, len(values) + 1))],
        series=[Series(words["value_title"], values, colour)],
        look=look,
        tones=["ink" if index == chosen else colour for index in range(len(values))],
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
    """Draw two bars for each of E dimensions, right and wrong, and a tick at the model's value.

    `names` are those of model, right and wrong. Raises ValueError unless all three are (E,).
    """
    return bars(
        labels=[str(n + 1) for n in range(len(model))],
        series=[Series(names[1], right, "correct"), Series(names[2], wrong, "error")],
        look=BarStyle(
            True, axis=True, form=".3f", numbered=False, series_title=by_title, height=240
        ),
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
    """Draw the probability (T,) of each output token at its step.

    `ranks` are 1 for the most probable token. Raises ValueError if lengths differ.
    """
    look = BarStyle(
        True, span=(0, 1), form=".0%", label_colour="target_text", tooltip_title=rank_title
    )
    series = [Series(words["value_title"], probs, "target", tooltip=[str(rank) for rank in ranks])]
    return bars(labels=tokens, series=series, look=look, **words)
