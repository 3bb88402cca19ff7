"""Multiplications of three ways to build an attention, as stacked bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from explainer.charts.labels import AXIS_SIZE, Spec, look, places
from explainer.charts.palette import PALETTE, theme

ROW_HEIGHT = 34
PART_COLOURS = ("residual", "weight", "v", "primary")  # projections, scores, sums of v, W_O


def costs(
    *,
    ways: Sequence[str],
    parts: Mapping[str, Sequence[int]],
    way_title: str,
    part_title: str,
    value_title: str,
    dark: bool,
) -> Spec:
    """`parts` names four parts, each with one count for every way. Raises ValueError otherwise."""
    if len(parts) != len(PART_COLOURS) or any(len(v) != len(ways) for v in parts.values()):
        raise ValueError(f"{len(PART_COLOURS)} parts with {len(ways)} numbers each are needed")
    colours = PALETTE[theme(dark)]
    names = list(parts)
    table = pa.table(
        {
            "way": np.tile(np.arange(len(ways), dtype=np.int8), len(names)),
            "part": np.repeat(names, len(ways)),
            "order": np.repeat(np.arange(len(names), dtype=np.int8), len(ways)),
            "count": np.concatenate([np.asarray(v, dtype=np.float64) for v in parts.values()]),
        }
    )
    return {
        "config": look(dark),
        "height": ROW_HEIGHT * len(ways) + 60,
        "datasets": {"counts": table},
        "data": {"name": "counts"},
        "mark": {"type": "bar"},
        "encoding": {
            "y": places("way", ways, None, colours["ink"], gap=0.35, labelLimit=190),
            "x": {
                "field": "count",
                "type": "quantitative",
                "title": value_title,
                "axis": _number_axis(colours),
            },
            "color": {
                "field": "part",
                "type": "nominal",
                "title": None,
                "scale": {"domain": names, "range": [colours[name] for name in PART_COLOURS]},
                "legend": {"orient": "top", "columns": 2},
            },
            "order": {"field": "order", "type": "quantitative"},
            "tooltip": [
                {"field": "part", "type": "nominal", "title": part_title},
                {"field": "count", "type": "quantitative", "format": ",", "title": value_title},
            ],
        },
    }


def _number_axis(colours: Mapping[str, str]) -> Spec:
    return {
        "format": "~s",
        "grid": True,
        "gridColor": colours["line"],
        "domain": False,
        "ticks": False,
        "labelColor": colours["second"],
        "titleColor": colours["second"],
        "titleFontWeight": 400,
        "labelFontSize": AXIS_SIZE,
        "titleFontSize": AXIS_SIZE,
        "tickCount": 6,
    }
