"""One head's output computed in two ways, beside what the model recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, look
from explainer.charts.palette import PALETTE, theme

HEIGHT = 190


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
) -> Spec:
    """Two bars for each of E dimensions, right and wrong, and a tick where the model is.

    `names` are the words for model, right and wrong. Raises ValueError unless all three are (E,).
    """
    if not model.shape == right.shape == wrong.shape or model.ndim != 1:
        raise ValueError(f"shapes {model.shape}, {right.shape}, {wrong.shape} are not one (E,)")
    colours = PALETTE[theme(dark)]
    count = len(model)
    dims = np.tile(np.arange(1, count + 1, dtype=np.int16), 2)
    both = np.concatenate([right, wrong]).astype(np.float32)
    bars = {"dim": dims, "value": both, "by": [names[1]] * count + [names[2]] * count}
    ticks = {"dim": dims[:count], "value": model.astype(np.float32), "by": [names[0]] * count}
    shared: Spec = {
        "x": {
            "field": "dim",
            "type": "ordinal",
            "title": axis_title,
            "scale": {"paddingInner": 0.25},
            "axis": {"labelAngle": 0, "labelOverlap": True, **_axis(colours)},
        },
        "y": {
            "field": "value",
            "type": "quantitative",
            "title": value_title,
            "axis": {"gridColor": colours["line"], "tickCount": 5, **_axis(colours)},
        },
        "color": _by(names, colours),
        "tooltip": [
            {"field": "by", "type": "nominal", "title": by_title},
            {"field": "dim", "type": "ordinal", "title": axis_title},
            {"field": "value", "type": "quantitative", "format": ".3f", "title": value_title},
        ],
    }
    side: Spec = {"field": "by", "type": "nominal", "scale": {"domain": list(names[1:])}}
    tick = {"type": "tick", "thickness": 2.5, "orient": "horizontal"}
    return {
        "config": look(dark),
        "height": HEIGHT,
        "datasets": {"bars": pa.table(bars), "ticks": pa.table(ticks)},
        "layer": [
            {"data": {"name": "bars"}, "mark": "bar", "encoding": {**shared, "xOffset": side}},
            {"data": {"name": "ticks"}, "mark": tick, "encoding": shared},
        ],
    }


def _axis(colours: Mapping[str, str]) -> Spec:
    """The look of both axes."""
    return {
        "ticks": False,
        "domain": False,
        "labelColor": colours["second"],
        "titleColor": colours["second"],
        "titleFontWeight": 400,
        "titleFontSize": AXIS_SIZE,
        "labelFontSize": AXIS_SIZE,
    }


def _by(names: Sequence[str], colours: Mapping[str, str]) -> Spec:
    """Model, right, wrong: the names carry ✓ and ✗, for the colours alone would not do."""
    return {
        "field": "by",
        "type": "nominal",
        "title": None,
        "scale": {
            "domain": list(names),
            "range": [colours["ink"], colours["correct"], colours["error"]],
        },
        "legend": {"orient": "top", "symbolType": "square", "columns": 2, "labelLimit": 300},
    }
