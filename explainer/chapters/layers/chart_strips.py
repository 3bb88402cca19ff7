"""A vector as a row of bars, up and down from 0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, look
from explainer.charts.palette import PALETTE, theme

HEIGHT: Final = 120
ORDER_LIMIT: Final = 2048  # more bars than a screen has pixels tell nothing


def strip(
    *,
    values: NDArray[np.floating],
    numbers: Sequence[int],
    tone: str,
    index_title: str,
    value_title: str,
    dark: bool,
    marks: Sequence[tuple[float, str]] = (),
    chosen: int | None = None,
    height: int = HEIGHT,
) -> Spec:
    """One bar a number of the vector, in the order given; `numbers` is what each is called.

    `marks` are (height, label) of level lines. `chosen` (a place in `values`) is drawn in ink.
    Raises ValueError for unequal lengths or too many bars.
    """
    if len(values) != len(numbers):
        raise ValueError(f"{len(values)} values, {len(numbers)} numbers")
    if not 0 < len(values) <= ORDER_LIMIT:
        raise ValueError(f"{len(values)} bars cannot be drawn")
    colours = PALETTE[theme(dark)]
    ink = colours["second"]
    place, level = _sides(len(values), value_title, ink)
    bars = {
        "data": {"name": "bars"},
        "mark": {"type": "bar"},
        "encoding": {
            "x": place,
            "y": level,
            "color": {
                "condition": {
                    "test": f"datum.i === {-1 if chosen is None else chosen}",
                    "value": colours["ink"],
                },
                "value": colours[tone],
            },
            "tooltip": [
                {"field": "number", "type": "quantitative", "title": index_title},
                {"field": "v", "type": "quantitative", "title": value_title, "format": ".4~f"},
            ],
        },
    }
    layers = [bars]
    datasets = {
        "bars": pa.table(
            {
                "i": np.arange(len(values), dtype=np.int16),
                "number": np.asarray(numbers, dtype=np.int32),
                "v": np.asarray(values, dtype=np.float32),
            }
        )
    }
    if marks:
        layers += _levels(ink)
        datasets["marks"] = pa.table(
            {"v": [value for value, _ in marks], "label": [label for _, label in marks]}
        )
    return {"config": look(dark), "height": height, "layer": layers, "datasets": datasets}


def _sides(count: int, value_title: str, ink: str) -> tuple[Spec, Spec]:
    """Bars along, without names; values up."""
    place = {
        "field": "i",
        "type": "ordinal",
        "axis": None,
        "scale": {"paddingInner": 0.12 if count < 260 else 0.0},
    }
    level = {
        "field": "v",
        "type": "quantitative",
        "axis": {
            "title": value_title,
            "grid": False,
            "domain": False,
            "ticks": False,
            "tickCount": 3,
            "format": ".2~g",
            "labelColor": ink,
            "titleColor": ink,
            "labelFontSize": 11,
            "titleFontSize": AXIS_SIZE,
            "titleFontWeight": 400,
        },
    }
    return place, level


def _levels(ink: str) -> list[Spec]:
    y = {"field": "v", "type": "quantitative"}
    return [
        {
            "data": {"name": "marks"},
            "mark": {"type": "rule", "strokeDash": [5, 3], "color": ink},
            "encoding": {"y": y},
        },
        {
            "data": {"name": "marks"},
            "mark": {
                "type": "text",
                "align": "right",
                "dx": -3,
                "dy": -7,
                "fontSize": 11,
                "color": ink,
            },
            "encoding": {"x": {"value": {"expr": "width"}}, "y": y, "text": {"field": "label"}},
        },
    ]
