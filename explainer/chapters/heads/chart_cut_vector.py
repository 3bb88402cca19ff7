"""One piece's vector on its way: projected, cut into heads, looked up, joined, projected again.

One view with a coordinate system of its own, so that it stretches with the page: x counts numbers
of the vector (with gaps where it is cut), y counts rows downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, label_at, look
from explainer.charts.palette import PALETTE, theme

ROW_HEIGHT = 62  # pixels
GAP = 0.08  # of a head's width, between two heads
NOBODY = -1  # a number that is no head's own
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


def cut_vector(
    *,
    rows: Sequence[Row],
    chosen: int,
    head_labels: Sequence[str],
    row_title: str,
    head_title: str,
    value_title: str,
    dark: bool,
) -> Spec:
    """Bars of every row below each other; the runs of the `chosen` head are strong.

    Raises ValueError when a row has not one run for each head label.
    """
    heads = len(head_labels)
    if any(row.values.ndim != 2 or len(row.values) != heads for row in rows):
        raise ValueError(f"rows of shapes {[row.values.shape for row in rows]} for {heads} heads")
    colours = PALETTE[theme(dark)]
    names = [row.name for row in rows]
    x: Spec = {
        "field": "x",
        "type": "quantitative",
        "axis": None,
        "scale": {"domain": [0, heads * (1 + GAP) - GAP], "nice": False},
    }
    y: Spec = {
        "field": "top",
        "type": "quantitative",
        "axis": None,
        "scale": {"domain": [len(rows), 0], "nice": False},
    }
    bars = _bar_layer(x, y, [colours[row.colour] for row in rows], chosen)
    owner = f"datum.head < 0 ? '' : {label_at(head_labels, 'datum.head')}"
    bars["transform"] = [
        {"calculate": label_at(names, "datum.row"), "as": "name"},
        {"calculate": owner, "as": "headname"},
    ]
    titles = {"name": row_title, "headname": head_title}
    bars["encoding"]["tooltip"] = [
        *({"field": f, "type": "nominal", "title": title} for f, title in titles.items()),
        {"field": "value", "type": "quantitative", "format": ".3f", "title": value_title},
    ]
    return {
        "config": look(dark),
        "height": ROW_HEIGHT * len(rows),
        "datasets": {
            "bars": pa.concat_tables([_bars(row, place) for place, row in enumerate(rows)]),
            "frames": _frames(rows, chosen),
            "names": _names(rows),
            "heads": _head_numbers(rows, heads),
        },
        "layer": [
            _frame_layer(x, y, colours["panel"], colours["ink"]),
            bars,
            _words(x, y, "names", label_at(names, "datum.row"), color=colours["ink"]),
            _words(x, y, "heads", "datum.head + 1", color=colours["third"]),
        ],
    }


def _bar_layer(x: Spec, y: Spec, tones: Sequence[str], chosen: int) -> Spec:
    """Every number as a bar in the colour of its row."""
    by_row = [{"test": f"datum.row == {place}", "value": tone} for place, tone in enumerate(tones)]
    return {
        "data": {"name": "bars"},
        "mark": {"type": "rect"},
        "encoding": {
            "x": x,
            "x2": {"field": "x2"},
            "y": y,
            "y2": {"field": "bottom"},
            "color": {"condition": by_row, "value": tones[0]},
            "opacity": {
                "condition": {"test": f"datum.head == {chosen} || datum.head < 0", "value": 1.0},
                "value": 0.42,
            },
        },
    }


def _words(x: Spec, y: Spec, data: str, expression: str, **mark: str) -> Spec:
    """Names above the rows, numbers in the corner of the runs."""
    return {
        "data": {"name": data},
        "transform": [{"calculate": expression, "as": "word"}],
        "mark": {
            "type": "text",
            "align": "left",
            "baseline": "middle",
            "fontSize": AXIS_SIZE,
            "fontWeight": 600,
            **mark,
        },
        "encoding": {"x": x, "y": y, "text": {"field": "word", "type": "nominal"}},
    }


def _starts(row: Row, heads: int) -> NDArray[np.float64]:
    """Left edge of each head's run."""
    step = 1 + GAP if row.cut else (heads * (1 + GAP) - GAP) / heads
    return np.arange(heads, dtype=np.float64) * step


def _width(row: Row, heads: int) -> float:
    return 1.0 if row.cut else (heads * (1 + GAP) - GAP) / heads


def _bars(row: Row, place: int) -> pa.Table:
    heads, dims = row.values.shape
    width = _width(row, heads)
    step = width / dims
    left = _starts(row, heads)[:, None] + np.arange(dims) * step
    high, low = place + BODY[0], place + BODY[1]
    values = row.values.astype(np.float64)
    owners = np.full(heads, NOBODY) if row.mixed else np.arange(heads)
    limit = 1.0 if row.share else float(np.abs(values).max()) or 1.0
    if row.share:
        ends = low - (low - high) * values, np.full(values.shape, low)
    else:
        middle = (high + low) / 2
        tip = middle - (low - high) / 2 * values / limit
        ends = np.minimum(middle, tip), np.maximum(middle, tip)
    return pa.table(
        {
            "x": left.ravel().astype(np.float32),
            "x2": (left + 0.86 * step).ravel().astype(np.float32),
            "top": ends[0].ravel().astype(np.float32),
            "bottom": ends[1].ravel().astype(np.float32),
            "value": values.ravel().astype(np.float32),
            "head": np.repeat(owners.astype(np.int16), dims),
            "row": np.full(values.size, place, dtype=np.int8),
        }
    )


def _frames(rows: Sequence[Row], chosen: int) -> pa.Table:
    """A ground below every run, or below the whole vector where it is not cut."""
    found = []
    for place, row in enumerate(rows):
        heads = len(row.values)
        starts, width = _starts(row, heads), _width(row, heads)
        for head in range(heads):
            left = float(starts[head])
            found.append(
                {
                    "x": left,
                    "x2": left + width,
                    "top": place + BODY[0] - 0.03,
                    "bottom": place + BODY[1] + 0.03,
                    "on": bool(row.cut and head == chosen),
                }
            )
    return pa.Table.from_pylist(found)


def _frame_layer(x: Spec, y: Spec, ground: str, ink: str) -> Spec:
    return {
        "data": {"name": "frames"},
        "mark": {"type": "rect", "color": ground},
        "encoding": {
            "x": x,
            "x2": {"field": "x2"},
            "y": y,
            "y2": {"field": "bottom"},
            "stroke": {"condition": {"test": "datum.on", "value": ink}, "value": None},
            "strokeWidth": {"value": 1.6},
        },
    }


def _names(rows: Sequence[Row]) -> pa.Table:
    """Where the name of each row begins."""
    place = np.arange(len(rows))
    return pa.table({"row": place, "x": np.zeros(len(rows)), "top": place + 0.2})


def _head_numbers(rows: Sequence[Row], heads: int) -> pa.Table:
    """Where each head's number stands: in the last row of shares, else in the first cut one."""
    shares = [place for place, row in enumerate(rows) if row.share]
    cut = [place for place, row in enumerate(rows) if row.cut]
    place = (shares[-1:] or cut[:1] or [0])[0]
    return pa.table(
        {
            "head": np.arange(heads),
            "x": np.arange(heads) * (1 + GAP) + 0.88,
            "top": np.full(heads, place + BODY[0] + 0.12),
        }
    )
