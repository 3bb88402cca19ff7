"""Bars of a look-up, a vector as a strip of bars, and one vector found in two ways."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explainer.charts.bars import Level, Look, Marks, Series, bars
from explainer.charts.figure import Figure

STRIP: int = 120  # pixels of a strip


def key_bars(
    *,
    labels: Sequence[str],
    values: NDArray[np.floating],
    notes: Sequence[str],
    colour: str,
    value_title: str,
    key_title: str,
    dark: bool,
    reach: float | None = None,
) -> Figure:
    """A horizontal bar for each key with its finished note behind it; `colour` is of the palette.

    With a `reach` the axis ends there whatever the values are. Raises ValueError when the lengths
    differ.
    """
    return bars(
        labels=labels,
        series=[Series(value_title, values, colour)],
        label_title=key_title,
        value_title=value_title,
        dark=dark,
        look=Look(form=",.4f", span=None if reach is None else (0, reach)),
        notes=notes,
    )


def strip(
    *,
    values: NDArray[np.floating],
    colour: str,
    place_title: str,
    value_title: str,
    dark: bool,
    numbers: Sequence[int] | None = None,
    levels: Sequence[Level] = (),
    chosen: int | None = None,
    height: int = STRIP,
) -> Figure:
    """A vector as bars up and down from 0; `numbers` are the dimensions, 1, 2 ... without them.

    `chosen` is drawn in ink. Raises ValueError for another number of `numbers`.
    """
    count = len(values)
    tones = [colour] * count
    if chosen is not None:
        tones[chosen] = "ink"
    return bars(
        labels=[str(n) for n in (numbers if numbers is not None else range(1, count + 1))],
        series=[Series(value_title, values, colour)],
        label_title=place_title,
        value_title=value_title,
        dark=dark,
        look=Look(True, axis=True, form=".3f", numbered=False, height=height, named=False),
        tones=tones,
        levels=levels,
    )


def head_outputs(
    *,
    model: NDArray[np.floating],
    right: NDArray[np.floating],
    wrong: NDArray[np.floating],
    names: Sequence[str],
    axis_title: str,
    value_title: str,
    by_title: str,
    dark: bool,
) -> Figure:
    """Two bars for each of E dimensions, right and wrong, and a tick where the model is.

    `names` are the words for model, right and wrong. Raises ValueError unless all three are (E,).
    """
    return bars(
        labels=[str(n + 1) for n in range(len(model))],
        series=[Series(names[1], right, "correct"), Series(names[2], wrong, "error")],
        label_title=axis_title,
        value_title=value_title,
        dark=dark,
        look=Look(True, axis=True, form=".3f", numbered=False, series_title=by_title, height=240),
        marks=Marks(names[0], model),
    )
