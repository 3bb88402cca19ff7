"""Two numbers for each written piece, before and after something was changed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, label_at, look, places, slant
from explainer.charts.palette import PALETTE, theme

HEIGHT = 250  # pixels with the slanted names below, which Streamlit fits into the height
NUMBER_WIDTH = 56  # pixels two of them need
PRINT_LIMIT = 12  # up to this many pieces the percentages stand above the bars


def before_after(
    *,
    pieces: Sequence[str],
    before: NDArray[np.floating],
    after: NDArray[np.floating],
    piece_title: str,
    value_title: str,
    names: tuple[str, str],
    dark: bool,
) -> Spec:
    """Two bars a piece, probabilities 0..1: grey before, orange after; `names` say which is which.

    Raises ValueError when the lengths differ.
    """
    if not len(pieces) == len(before) == len(after):
        raise ValueError(f"{len(pieces)} pieces, {len(before)} before and {len(after)} after")
    colours = PALETTE[theme(dark)]
    count = len(pieces)
    frame = pa.table(
        {
            "t": np.tile(np.arange(count, dtype=np.int16), 2),
            "side": np.repeat(np.arange(2, dtype=np.int8), count),
            "p": np.concatenate([before, after]).astype(np.float32),
        }
    )
    shared: Spec = {
        "x": places(
            "t", pieces, piece_title, colours["target_text"], gap=0.18, labelAngle=slant(pieces)
        ),
        "xOffset": {"field": "side", "type": "ordinal", "scale": {"domain": [0, 1]}},
        "y": {"field": "p", "type": "quantitative", "axis": None, "scale": {"domain": [0, 1.12]}},
        "tooltip": [
            {"field": "piece", "type": "nominal", "title": piece_title},
            {"field": "when", "type": "nominal", "title": " "},
            {"field": "p", "type": "quantitative", "title": value_title, "format": ".1%"},
        ],
    }
    layers = [_bars(shared, names, dark)]
    if count <= PRINT_LIMIT:
        layers.append(_numbers(shared, count, dark))
    return {
        "config": look(dark),
        "height": HEIGHT,
        "datasets": {"rows": frame},
        "data": {"name": "rows"},
        "transform": [
            {"calculate": label_at(pieces, "datum.t"), "as": "piece"},
            {"calculate": label_at(names, "datum.side"), "as": "when"},
        ],
        "layer": layers,
    }


def _bars(shared: Spec, names: tuple[str, str], dark: bool) -> Spec:
    colours = PALETTE[theme(dark)]
    return {
        "mark": {"type": "bar", "cornerRadius": 2},
        "encoding": {
            **shared,
            "color": {
                "field": "side",
                "type": "nominal",
                "title": None,
                "scale": {"domain": [0, 1], "range": [colours["residual"], colours["target"]]},
                "legend": {
                    "orient": "top",
                    "labelExpr": label_at(names, "datum.value"),
                    "labelLimit": 300,
                },
            },
        },
    }


def _numbers(shared: Spec, count: int, dark: bool) -> Spec:
    """The percentages above the bars."""
    return {
        "mark": {"type": "text", "fontSize": AXIS_SIZE - 2, "dy": -7, "tooltip": False},
        "encoding": {
            **{name: shared[name] for name in ("x", "xOffset", "y")},
            "text": {"field": "p", "type": "quantitative", "format": ".0%"},
            "color": {"value": PALETTE[theme(dark)]["ink"]},
            "opacity": {
                "condition": {"test": f"width < {NUMBER_WIDTH * count}", "value": 0},
                "value": 1,
            },
        },
    }
