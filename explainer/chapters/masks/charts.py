"""Charts of a row from score to weight, and of probabilities with and without a mask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from explainer.charts.curves import Axis, Dots, curves
from explainer.charts.figure import Figure
from explainer.charts.labels import check_lengths
from explainer.charts.palette import PALETTE, SIGNED_TURNS, ink_on, shade, signed_shade, theme
from explainer.charts.tiles import Sides, State, Tile, tiles

STRIP_ROW = 30
DIGIT, MARGIN = 6, 3  # pixels: of a number in a strip, and beside it

SHARES = Axis("", span=(-0.05, 1.05), form=".0%", ticks=(0, 0.25, 0.5, 0.75, 1))
SIZES = (130, 44)  # of a hollow mark, which stays visible round a filled one at the same place

Fill = Literal["signed", "weight", "plain"]


@dataclass(frozen=True)
class StripRow:
    """A row of a strip: name, numbers, their texts, and how cells are coloured."""

    name: str
    values: Sequence[float]
    texts: Sequence[str]
    fill: Fill


def even_limit(values: NDArray[np.floating]) -> float:
    """Round a limit up to a readable number."""
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
    """Draw rows of numbers over the same keys; minus infinity is hatched.

    `chosen` is the framed key. Raises ValueError unless every row has one value per key.
    """
    for row in rows:
        check_lengths(row.name, len(key_labels), row.values, row.texts)
    longest = max(len(text) for row in rows for text in row.texts)
    return tiles(
        rows=[
            [_tile(row, key, key == chosen, dark) for key in range(len(key_labels))] for row in rows
        ],
        row_labels=[row.name for row in rows],
        key_labels=key_labels,
        sides=Sides(
            None,
            key_title,
            key_colour=key_colour,
            row=STRIP_ROW,
            room=DIGIT * longest + MARGIN,
            state_title=row_title,
            tooltip_title=value_title,
        ),
        kinds=[State(" ", "panel"), State("−∞", "page", hatched=True)],
        dark=dark,
    )


def _tile(row: StripRow, key: int, framed: bool, dark: bool) -> Tile:
    text, hidden = row.texts[key], int(np.isneginf(row.values[key]))
    return Tile(hidden, text, text, *_look_of(row, key, dark), framed)


def _look_of(row: StripRow, key: int, dark: bool) -> tuple[str, str]:
    """Return (fill, ink) of a number's cell."""
    colours, value = PALETTE[theme(dark)], float(row.values[key])
    if not np.isfinite(value):
        return colours["page"], colours["ink"]
    if row.fill == "weight":
        return shade(value, dark), ink_on(value, dark)
    if row.fill == "plain":
        return colours["panel"], colours["ink"]
    finite = np.asarray(row.values, dtype=np.float64)
    limit = even_limit(finite[np.isfinite(finite)])
    return signed_shade(value / limit, dark), ink_on(abs(value) / limit, dark, SIGNED_TURNS)


def compared(*, dots: Sequence[Dots], y: Axis, **options: Any) -> Figure:
    """Draw a dot per series at each position; `options` are those of `curves`."""
    shown = [replace(one, names=[one.name] * len(one.y), size=SIZES[one.filled]) for one in dots]
    return curves(dots=shown, y=y, height=330, **options)
