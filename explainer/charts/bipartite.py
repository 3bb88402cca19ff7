"""The same head as lines between two columns of pieces: the thicker, the more weight."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.cell_map import cell_columns, hover
from explainer.charts.labels import AXIS_SIZE, Spec, check_labels, label_at, look, tooltip
from explainer.charts.palette import PALETTE, theme

DRAW_FROM = 0.02  # thinner lines would be a fifth of a pixel: they are not drawn
WIDEST = 12.0  # pixels at weight 1; width is linear in the weight
NUMBER_FROM = 0.05
ANY = -1  # a piece belongs to all lines of its side: its partner has no position

# Vega expressions about the hovered mark, a line (q, k) or a piece (q, ANY) or (ANY, k)
NOTHING = "!isDefined(over.q)"
MINE = " && ".join(f"(over.{f}[0] === {ANY} || over.{f}[0] === datum.{f})" for f in ("q", "k"))


def bipartite(
    *,
    values: NDArray[np.floating],
    row_labels: Sequence[str],
    key_labels: Sequence[str],
    row_title: str,
    key_title: str,
    value_title: str,
    dark: bool,
    row_colour: str = "target_text",
    key_colour: str = "source_text",
) -> Spec:
    """Keys on the left, queries on the right, one line for each weight from `DRAW_FROM` on.

    Hovering a piece keeps its lines only and prints their numbers, inside Vega, without a rerun.
    Raises ValueError when the labels do not fit the (Q, K) values.
    """
    check_labels(values, row_labels, key_labels)
    colours = PALETTE[theme(dark)]
    lines = pa.table(cell_columns(values, values >= DRAW_FROM))
    drawn = _lines(colours["weight"])
    drawn["transform"] = [
        *_heights(values),
        {"calculate": label_at(row_labels, "datum.q"), "as": "row"},
        {"calculate": label_at(key_labels, "datum.k"), "as": "key"},
    ]
    drawn["encoding"]["tooltip"] = tooltip(
        ("row", row_title), ("key", key_title), ("w", value_title)
    )
    size = max(len(row_labels), len(key_labels))
    return {
        "config": look(dark),
        "height": int(np.clip(size * 34, 160, 34 * 14)) if size <= 14 else size * 20,
        "params": [hover("over", "q", "k")],
        "layer": [
            drawn,
            _column("k", key_labels, key_title, colours[key_colour]),
            _column("q", row_labels, row_title, colours[row_colour]),
            _numbers("q", values, colours["weight_text"]),
            _numbers("k", values, colours["weight_text"]),
            _head(key_title, colours[key_colour], left=True),
            _head(row_title, colours[row_colour], left=False),
        ],
        "datasets": {
            "lines": lines,
            "k": _ends("k", len(key_labels)),
            "q": _ends("q", len(row_labels)),
        },
    }


def _heights(values: NDArray[np.floating]) -> list[Spec]:
    """Vega computes where lines begin and end, so that it need not be sent: 0..1 from the top."""
    rows, keys = values.shape
    return [
        {"calculate": f"(datum.k + 0.5) / {keys}", "as": "left"},
        {"calculate": f"(datum.q + 0.5) / {rows}", "as": "right"},
    ]


def _ends(field: str, count: int) -> pa.Table:
    """One row for each piece of a column."""
    index = np.arange(count)
    place = ((index + 0.5) / count).astype(np.float32)
    other = "k" if field == "q" else "q"
    return pa.table({field: index, other: np.full(count, ANY, dtype=np.int8), "place": place})


def _across(at: float) -> Spec:
    """Between the columns at 0 and 1; the room outside is for the pieces."""
    scale = {"domain": [-0.42, 1.42], "nice": False}
    return {"datum": at, "type": "quantitative", "scale": scale, "axis": None}


def _down(field: str) -> Spec:
    """0 is the top."""
    scale = {"domain": [1.0, 0.0], "nice": False}
    return {"field": field, "type": "quantitative", "scale": scale, "axis": None}


def _lines(colour: str) -> Spec:
    kept = {"test": f"{NOTHING} || ({MINE})", "value": 0.72}
    return {
        "name": "cells",
        "data": {"name": "lines"},
        "mark": {"type": "rule", "strokeCap": "butt"},
        "encoding": {
            "x": _across(0.0),
            "x2": {"datum": 1.0},
            "y": _down("left"),
            "y2": {"field": "right"},
            "strokeWidth": {
                "field": "w",
                "type": "quantitative",
                "legend": None,
                "scale": {"domain": [0, 1], "range": [0, WIDEST]},
            },
            "color": {"value": colour},
            "opacity": {"condition": kept, "value": 0.05},
        },
    }


def _column(field: str, labels: Sequence[str], title: str, colour: str) -> Spec:
    """One column of pieces, written away from the lines: keys (k) left, queries (q) right."""
    left = field == "k"
    return {
        "data": {"name": field},
        "transform": [{"calculate": label_at(labels, f"datum.{field}"), "as": "name"}],
        "mark": {
            "type": "text",
            "align": "right" if left else "left",
            "dx": -8 if left else 8,
            "baseline": "middle",
            "fontSize": 14 if len(labels) <= 24 else AXIS_SIZE,
            "fontWeight": 600,
            "cursor": "pointer",
            "limit": 130,
        },
        "encoding": {
            "x": _across(0.0 if left else 1.0),
            "y": _down("place"),
            "text": {"field": "name", "type": "nominal"},
            "color": {"value": colour},
            "tooltip": tooltip(("name", title)),
        },
    }


def _head(title: str, colour: str, *, left: bool) -> Spec:
    """What the column below it is: who asks stands on the right, which a reader may not expect."""
    return {
        "data": {"values": [{}]},
        "mark": {
            "type": "text",
            "align": "left" if left else "right",
            "baseline": "bottom",
            "fontSize": AXIS_SIZE,
            "text": title,
        },
        "encoding": {
            "x": {"value": 0 if left else "width"},
            "y": {"value": -4},
            "color": {"value": colour},
        },
    }


def _numbers(field: str, values: NDArray[np.floating], colour: str) -> Spec:
    """The values of the hovered piece, at the far end of its lines: of a query (q) on the left."""
    asked = field == "q"
    other = "k" if asked else "q"
    shown = (
        f"datum.w >= {NUMBER_FROM} && isDefined(over.q) && over.{other}[0] === {ANY}"
        f" && over.{field}[0] === datum.{field}"
    )
    return {
        "data": {"name": "lines"},
        "transform": [{"filter": shown}, *_heights(values)],
        "mark": {"type": "text", "fontSize": AXIS_SIZE, "fontWeight": "bold", "dy": -7},
        "encoding": {
            "x": _across(0.06 if asked else 0.94),
            "y": _down("left" if asked else "right"),
            "text": {"field": "w", "type": "quantitative", "format": ".2f"},
            "color": {"value": colour},
        },
    }
