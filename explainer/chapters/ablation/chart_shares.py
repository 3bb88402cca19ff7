"""Signed parts that add up: stacked bars a piece, and the parts of one piece from top to bottom."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, label_at, look, places, slant
from explainer.charts.palette import PALETTE, theme

# Whose part it is: the source, what was written so far, the feed-forward layers, constants.
GROUPS = ("source", "prefix", "ffn", "offsets")
TONES = {"source": "source", "prefix": "target", "ffn": "primary", "offsets": "residual"}
HEIGHT = 300
ROW = 24


def stacked_shares(
    *,
    pieces: Sequence[str],
    values: NDArray[np.floating],
    group_names: Sequence[str],
    piece_title: str,
    value_title: str,
    total_title: str,
    dark: bool,
) -> Spec:
    """`values` (T, 4) in the order of GROUPS, stacked up from 0 and down from 0 with the sum as a
    mark. Raises ValueError when lengths differ.
    """
    if values.shape != (len(pieces), len(GROUPS)) or len(group_names) != len(GROUPS):
        raise ValueError(f"{values.shape} values, {len(pieces)} pieces, {len(group_names)} names")
    colours = PALETTE[theme(dark)]
    x = places("t", pieces, piece_title, colours["target_text"], gap=0.3, labelAngle=slant(pieces))
    y = _height(value_title, dark)
    named = {"calculate": label_at(pieces, "datum.t"), "as": "piece"}
    group = {"calculate": label_at(group_names, "datum.g"), "as": "group"}

    def hint(*more: Spec) -> list[Spec]:
        return [{"field": "piece", "type": "nominal", "title": piece_title}, *more]

    bars = {
        "data": {"name": "parts"},
        "transform": [named, group],
        "mark": {"type": "bar"},
        "encoding": {
            "x": x,
            "y": {**y, "stack": "zero"},
            "order": {"field": "g"},
            "color": _groups(group_names, dark),
            "tooltip": hint(
                {"field": "group", "type": "nominal", "title": " "},
                {"field": "v", "type": "quantitative", "title": value_title, "format": "+.2f"},
            ),
        },
    }
    total = {"field": "v", "type": "quantitative", "title": total_title, "format": "+.2f"}
    sums = {
        "data": {"name": "totals"},
        "transform": [named],
        "mark": {
            "type": "tick",
            "thickness": 4,
            "color": colours["ink"],
            "stroke": colours["page"],
            "strokeWidth": 1,
        },
        "encoding": {"x": x, "y": y, "tooltip": hint(total)},
    }
    return {
        "config": look(dark),
        "height": HEIGHT,
        "datasets": _frames(values),
        "layer": [bars, sums],
    }


def _frames(values: NDArray[np.floating]) -> dict[str, pa.Table]:
    """Every part, and the sum of each piece's parts."""
    t, g = np.indices(values.shape)
    parts = {
        "t": t.ravel().astype(np.int16),
        "g": g.ravel().astype(np.int8),
        "v": values.ravel().astype(np.float32),
    }
    steps, sums = np.arange(len(values), dtype=np.int16), values.sum(axis=1).astype(np.float32)
    return {"parts": pa.table(parts), "totals": pa.table({"t": steps, "v": sums})}


def _groups(names: Sequence[str], dark: bool) -> Spec:
    """The colour of a group, and the legend that names it."""
    colours = PALETTE[theme(dark)]
    return {
        "field": "g",
        "type": "nominal",
        "title": None,
        "scale": {
            "domain": list(range(len(GROUPS))),
            "range": [colours[TONES[group]] for group in GROUPS],
        },
        "legend": {
            "orient": "top",
            "labelExpr": label_at(names, "datum.value"),
            "labelLimit": 260,
            "columns": 2,
        },
    }


def _height(title: str, dark: bool) -> Spec:
    colours = PALETTE[theme(dark)]
    return {
        "field": "v",
        "type": "quantitative",
        "title": title,
        "axis": {
            "grid": True,
            "gridColor": colours["line"],
            "domain": False,
            "ticks": False,
            "labelColor": colours["second"],
            "titleColor": colours["second"],
            "titleFontWeight": 400,
            "tickCount": 6,
        },
    }


def signed_bars(
    *,
    labels: Sequence[str],
    values: NDArray[np.floating],
    tones: Sequence[str],
    label_title: str,
    value_title: str,
    dark: bool,
    form: str = "+.2f",
) -> Spec:
    """Horizontal bars left and right of 0 with their numbers; `tones` are names of the palette.

    Raises ValueError when lengths differ.
    """
    if not len(labels) == len(values) == len(tones):
        raise ValueError(f"{len(labels)} labels, {len(values)} values, {len(tones)} tones")
    colours = PALETTE[theme(dark)]
    frame = pa.table(
        {
            "i": np.arange(len(labels), dtype=np.int16),
            "v": np.asarray(values, dtype=np.float32),
            "tone": [colours[tone] for tone in tones],
        }
    )
    low, high = (float(end(values, initial=0.0)) for end in (np.min, np.max))
    room = 0.22 * ((high - low) or 1.0)
    shared: Spec = {
        "y": places(
            "i", labels, None, colours["ink"], gap=0.25, labelLimit=210, labelFontWeight=400
        ),
        "x": {
            "field": "v",
            "type": "quantitative",
            "axis": None,
            "scale": {"domain": [low - room, high + room]},
        },
        "tooltip": [
            {"field": "name", "type": "nominal", "title": label_title},
            {"field": "v", "type": "quantitative", "title": value_title, "format": form},
        ],
    }
    number = {
        **shared,
        "text": {"field": "v", "type": "quantitative", "format": form},
        "color": {"value": colours["ink"]},
    }

    return {
        "config": look(dark),
        "height": ROW * len(labels) + 16,
        "datasets": {"bars": frame},
        "data": {"name": "bars"},
        "transform": [{"calculate": label_at(labels, "datum.i"), "as": "name"}],
        "layer": [
            {
                "mark": {"type": "bar", "cornerRadius": 2},
                "encoding": {
                    **shared,
                    "color": {"field": "tone", "type": "nominal", "scale": None},
                },
            },
            {
                "mark": {"type": "rule", "color": colours["third"]},
                # Without `axis` Vega-Lite merges it with the others' and fails.
                "encoding": {"x": {"datum": 0, "type": "quantitative", "axis": None}},
            },
            _number_labels(number, "datum.v >= 0", align="left", dx=5),
            _number_labels(number, "datum.v < 0", align="right", dx=-5),
        ],
    }


def _number_labels(number: Spec, test: str, **mark: str | int) -> Spec:
    """Numbers on one side of 0."""
    return {
        "transform": [{"filter": test}],
        "mark": {"type": "text", "fontSize": AXIS_SIZE, "tooltip": False, **mark},
        "encoding": number,
    }
