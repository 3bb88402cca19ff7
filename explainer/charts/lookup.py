"""Bars of a look-up, a vector as a strip of bars, and one vector found in two ways."""

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
    **words: Unpack[Words],
) -> Figure:
    """A vector as bars up and down from 0; `numbers` are the dimensions, 1, 2 ... without them.

    `chosen` is drawn in ink.
    """
    return bars(
        labels=[str(n) for n in (numbers if numbers is not None else range(1, len(values) + 1))],
        series=[Series(words["value_title"], values, colour)],
        look=Look(True, axis=True, form=".3f", numbered=False, height=height, named=False),
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
