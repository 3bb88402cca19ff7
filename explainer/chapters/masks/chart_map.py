"""One row of a head from score to weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from explainer.charts.figure import Figure
from explainer.charts.labels import check_lengths
from explainer.charts.palette import PALETTE, SIGNED_TURNS, ink_on, shade, signed_shade, theme
from explainer.charts.tiles import Sides, State, tiles

STRIP_ROW = 30
DIGIT, MARGIN = 6, 3  # pixels: of a number in a strip, and beside it

Fill = Literal["signed", "weight", "plain"]


@dataclass(frozen=True)
class StripRow:
    """One line of a strip: its name, a number and its text for each key, how it is coloured."""

    name: str
    values: Sequence[float]
    texts: Sequence[str]
    fill: Fill


def even_limit(values: NDArray[np.floating]) -> float:
    """The end of an even scale, rounded up to a number one can read."""
    most = float(np.abs(values).max()) if values.size else 1.0
    return max(0.5, float(np.ceil(most * 2) / 2))


def row_strip(
    *,
    rows: Sequence[StripRow],
    key_labels: Sequence[str],
    key_title: str,
    key_colour: str,
    chosen: int,
    row_title: str,
    value_title: str,
    dark: bool,
) -> Figure:
    """Rows of numbers over the same keys; a value of minus infinity is hatched.

    `chosen` is the key with the frame. Raises ValueError when a row has not one value a key.
    """
    for row in rows:
        check_lengths(row.name, len(key_labels), row.values, row.texts)
    looks = [[_look_of(row, key, dark) for key in range(len(key_labels))] for row in rows]
    longest = max(len(text) for row in rows for text in row.texts)
    return tiles(
        row_labels=[row.name for row in rows],
        key_labels=key_labels,
        sides=Sides(
            None,
            key_title,
            key_colour=key_colour,
            row=STRIP_ROW,
            room=DIGIT * longest + MARGIN,
            state_title=row_title,
            told_title=value_title,
        ),
        states=np.array([np.isneginf(row.values) for row in rows], dtype=np.int8),
        kinds=[State(" ", "panel"), State("−∞", "page", hatched=True)],
        words=[row.texts for row in rows],
        fills=[[fill for fill, _ in row] for row in looks],
        inks=[[ink for _, ink in row] for row in looks],
        framed=np.array([[key == chosen for key in range(len(key_labels))]] * len(rows)),
        dark=dark,
    )


def _look_of(row: StripRow, key: int, dark: bool) -> tuple[str, str]:
    """(fill, ink) of one number."""
    colours, value = PALETTE[theme(dark)], float(row.values[key])
    if not np.isfinite(value):
        return colours["page"], colours["ink"]
    if row.fill == "weight":
        return shade(value, dark), ink_on(value, dark)
    if row.fill == "plain":
        return colours["panel"], colours["ink"]
    finite = np.asarray(row.values, dtype=np.float64)
    limit = even_limit(finite[np.isfinite(finite)])
    strong = abs(value) / limit >= SIGNED_TURNS[theme(dark)]
    return signed_shade(value / limit, dark), colours["on_high" if strong else "on_low"]
