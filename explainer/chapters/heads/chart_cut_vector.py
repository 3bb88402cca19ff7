"""One piece's vector on its way: projected, cut into heads, looked up, joined, projected again.

One view with a coordinate system of its own, so that it stretches with the page: x counts numbers
of the vector (with gaps where it is cut), y counts rows downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.axes import tone
from explainer.charts.figure import Figure
from explainer.charts.labels import AXIS_SIZE
from explainer.charts.plane import GROUNDS, Looks, bare, layer, plane

ROW_HEIGHT = 62  # pixels
GAP = 0.08  # of a head's width, between two heads
NOBODY = -1  # a number that is no head's own
PALE = "6b"  # alpha of the numbers of other heads than the chosen one
BODY = (0.36, 0.96)  # where the bars of a row are; its name stands above them


@dataclass(frozen=True)
class Row:
    """One line of the picture: (N, K) numbers, one run a head; cut or not; up-down or 0..1."""

    name: str
    values: NDArray[np.floating]
    colour: str  # a name of the palette
    cut: bool
    share: bool = False  # weights: from the ground up, full height is 1
    mixed: bool = False  # belongs to no head: before the projection, or after W_O
    plain: str = ""  # the name without a shape, for who is to predict it


def cut_vector(
    *,
    rows: Sequence[Row],
    chosen: int,
    head_labels: Sequence[str],
    row_title: str,
    head_title: str,
    value_title: str,
    dark: bool,
) -> Figure:
    """Bars of every row below each other; the runs of the `chosen` head are strong.

    Raises ValueError when a row has not one run for each head label.
    """
    heads = len(head_labels)
    if any(row.values.ndim != 2 or len(row.values) != heads for row in rows):
        raise ValueError(f"rows of shapes {[row.values.shape for row in rows]} for {heads} heads")
    owners = [*head_labels, ""]  # the last one is NOBODY's
    told = [("name", row_title, ""), ("owner", head_title, ""), ("value", value_title, ".3f")]
    bars = [_bars(row, place, chosen, owners, dark) for place, row in enumerate(rows)]
    names = [
        {"x": 0.0, "y": place + 0.2, "text": row.name, "label": row.plain}
        for place, row in enumerate(rows)
    ]
    # Each head's number stands in the last row of shares, else in the first cut one.
    shares = [place for place, row in enumerate(rows) if row.share]
    cut = [place for place, row in enumerate(rows) if row.cut]
    y = (shares[-1:] or cut[:1] or [0])[0] + BODY[0] + 0.12
    count = [str(h + 1) for h in range(heads)]
    numbers = [
        {"x": h * (1 + GAP) + 0.88, "y": y, "text": one, "label": one}
        for h, one in enumerate(count)
    ]
    words: Looks = {"align": "left", "baseline": "middle", "fontSize": AXIS_SIZE, "fontWeight": 600}
    return plane(
        layers=[
            layer("rect", GROUNDS, _grounds(rows, chosen, dark), strokeWidth=1.6),
            layer("rect", "bars", pa.concat_tables(bars), told=told),
            layer("text", "names", names, color=tone("ink", dark), **words),
            layer("text", "heads", numbers, color=tone("third", dark), **words),
        ],
        x=bare(0, heads * (1 + GAP) - GAP),
        y=bare(len(rows), 0),
        height=ROW_HEIGHT * len(rows),
        dark=dark,
    )


def _runs(row: Row) -> tuple[NDArray[np.float64], float]:
    """Left edge of each head's run, and how wide it is."""
    heads = len(row.values)
    wide = 1.0 if row.cut else (heads * (1 + GAP) - GAP) / heads
    return np.arange(heads, dtype=np.float64) * (1 + GAP if row.cut else wide), wide


def _bars(row: Row, place: int, chosen: int, owners: Sequence[str], dark: bool) -> pa.Table:
    heads, dims = row.values.shape
    starts, wide = _runs(row)
    step = wide / dims
    left = starts[:, None] + np.arange(dims) * step
    high, low = place + BODY[0], place + BODY[1]
    values = row.values.astype(np.float64)
    mine = np.repeat(np.full(heads, NOBODY) if row.mixed else np.arange(heads), dims)
    if row.share:
        ends = low - (low - high) * values, np.full(values.shape, low)
    else:
        middle, limit = (high + low) / 2, float(np.abs(values).max()) or 1.0
        tip = middle - (low - high) / 2 * values / limit
        ends = np.minimum(middle, tip), np.maximum(middle, tip)
    numbers = {"x": left, "x2": left + 0.86 * step, "y": ends[0], "y2": ends[1], "value": values}
    strong = tone(row.colour, dark)
    return pa.table(
        {name: array.ravel().astype(np.float32) for name, array in numbers.items()}
        | {
            "owner": [owners[head] for head in mine],
            "name": [row.name] * values.size,
            "fill": np.where((mine == chosen) | (mine == NOBODY), strong, f"{strong}{PALE}"),
        }
    )


def _grounds(rows: Sequence[Row], chosen: int, dark: bool) -> list[dict[str, Any]]:
    """A ground below every run, or below the whole vector where it is not cut."""
    ground, ink = tone("panel", dark), tone("ink", dark)
    return [
        {"x": left, "x2": left + wide, "y": place + BODY[0] - 0.03, "y2": place + BODY[1] + 0.03}
        | {"fill": ground, "stroke": ink if row.cut and head == chosen else ground}
        for place, row in enumerate(rows)
        for starts, wide in [_runs(row)]
        for head, left in enumerate(starts.tolist())
    ]
