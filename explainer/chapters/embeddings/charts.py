"""Figures of the embedding matrix: neighbours, a projection, lengths, shared weights."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, drawing, label_at, look, places, slant
from explainer.charts.palette import PALETTE, blend, theme

Tone = tuple[str, bool]  # a colour of the palette, and whether it is only outlined
KINDS = ("sample", "neighbour", "source", "target")
KIND_COLOURS = ("residual", "second", "source", "target")


def ranked_bars(
    *,
    labels: Sequence[str],
    values: NDArray[np.floating],
    label_title: str,
    value_title: str,
    colour: str,
    form: str,
    dark: bool,
    marked: int | None = None,
) -> Spec:
    """Horizontal bars from the longest down; the bar at `marked` is strong, the others paler."""
    if len(labels) != len(values):
        raise ValueError(f"{len(labels)} labels for {len(values)} values")
    colours = PALETTE[theme(dark)]
    frame = pa.table({"i": list(range(len(labels))), "v": np.asarray(values, dtype=np.float32)})
    top = max(float(np.max(values, initial=0.0)), 1e-9)
    low = min(float(np.min(values, initial=0.0)), 0.0)
    shared: Spec = {
        "y": places("i", labels, None, colours["ink"], gap=0.3),
        "x": {
            "field": "v",
            "type": "quantitative",
            "axis": None,
            "scale": {"domain": [low, low + (top - low) * 1.2]},
        },
        "tooltip": [
            {"field": "name", "type": "nominal", "title": label_title},
            {"field": "v", "type": "quantitative", "title": value_title, "format": form},
        ],
    }
    mine = {"test": f"datum.i === {marked}", "value": 1.0}
    opacity = {"value": 1.0} if marked is None else {"condition": mine, "value": 0.55}
    return {
        "config": look(dark),
        "height": 27 * len(labels) + 10,
        "datasets": {"bars": frame},
        "data": {"name": "bars"},
        "transform": [{"calculate": label_at(labels, "datum.i"), "as": "name"}],
        "layer": [
            {
                "mark": {"type": "bar", "cornerRadius": 3},
                "encoding": {**shared, "color": {"value": colours[colour]}, "opacity": opacity},
            },
            {
                "mark": {"type": "text", "align": "left", "dx": 6, "fontSize": AXIS_SIZE},
                "encoding": {
                    **shared,
                    "color": {"value": colours["ink"]},
                    "text": {"field": "v", "type": "quantitative", "format": form},
                },
            },
        ],
    }


def projection_chart(
    *,
    places_NC: NDArray[np.floating],
    labels: Sequence[str],
    kinds: Sequence[str],
    kind_names: Sequence[str],
    chosen: int,
    axis_titles: tuple[str, str],
    piece_title: str,
    dark: bool,
) -> Spec:
    """Pieces as points (N, 2). `kinds` are of KINDS, `kind_names` their words for the legend.

    The pieces of the sentence and the neighbours carry their name, the point `chosen` has a ring;
    a background point tells its name when the pointer is on it. Raises ValueError when the lists
    do not fit.
    """
    if not len(places_NC) == len(labels) == len(kinds) or len(kind_names) != len(KINDS):
        raise ValueError(f"{len(places_NC)} points, {len(labels)} labels, {len(kinds)} kinds")
    colours = PALETTE[theme(dark)]
    frame = pa.table(
        {
            "x": places_NC[:, 0].astype(np.float32),
            "y": places_NC[:, 1].astype(np.float32),
            "kind": [KINDS.index(kind) for kind in kinds],
            "i": list(range(len(labels))),
        }
    )
    sides, colour = _map_sides(axis_titles, dark), _map_colours(kind_names, dark)
    size = {"condition": {"test": "datum.kind > 1", "value": 70}, "value": 30}
    faint = {"condition": {"test": "datum.kind === 0", "value": 0.4}, "value": 1.0}
    spec = {
        "config": look(dark),
        "height": 460,
        "datasets": {"points": frame},
        "data": {"name": "points"},
        "transform": [{"calculate": label_at(labels, "datum.i"), "as": "piece"}],
        "layer": [
            {
                "mark": {"type": "point", "filled": True},
                "encoding": {
                    **sides,
                    "color": colour,
                    "size": size,
                    "opacity": faint,
                    "tooltip": [{"field": "piece", "type": "nominal", "title": piece_title}],
                },
            },
            {
                "transform": [{"filter": "datum.kind > 0"}],
                "mark": {"type": "text", "dy": -10, "fontSize": AXIS_SIZE, "fontWeight": 600},
                "encoding": {
                    **sides,
                    "color": colour,
                    "text": {"field": "piece", "type": "nominal"},
                },
            },
            {
                "transform": [{"filter": f"datum.i === {chosen}"}],
                "mark": {"type": "point", "size": 260, "strokeWidth": 2, "filled": False},
                "encoding": {**sides, "stroke": {"value": colours["ink"]}},
            },
        ],
    }
    return drawing(spec, len(labels))


def _map_sides(titles: tuple[str, str], dark: bool) -> Spec:
    return {
        side: {
            "field": side,
            "type": "quantitative",
            "title": title,
            "scale": {"zero": False},
            "axis": {**_scale(dark), "tickCount": 5},
        }
        for side, title in zip("xy", titles, strict=True)
    }


def _map_colours(kind_names: Sequence[str], dark: bool) -> Spec:
    colours = PALETTE[theme(dark)]
    return {
        "field": "kind",
        "type": "nominal",
        "scale": {
            "domain": list(range(len(KINDS))),
            "range": [colours[name] for name in KIND_COLOURS],
        },
        "legend": {
            "title": None,
            "orient": "top",
            "labelExpr": label_at(kind_names, "datum.value"),
            "columns": 2,
            "labelLimit": 260,
        },
    }


def lengths_chart(
    *,
    pieces: Sequence[str],
    series: Sequence[tuple[str, Tone, NDArray[np.floating]]],
    piece_title: str,
    value_title: str,
    dark: bool,
) -> Spec:
    """Bars side by side for each piece; a series is (name, tone, values (N,))."""
    if any(len(values) != len(pieces) for _, _, values in series):
        raise ValueError(f"every series needs {len(pieces)} values")
    colours = PALETTE[theme(dark)]
    names = [name for name, _, _ in series]
    frame = pa.table(
        {
            "i": np.tile(np.arange(len(pieces), dtype=np.int16), len(series)),
            "k": np.repeat(np.arange(len(series), dtype=np.int8), len(pieces)),
            "v": np.concatenate([values for _, _, values in series]).astype(np.float32),
        }
    )
    return {
        "config": look(dark),
        "height": 300,
        "datasets": {"bars": frame},
        "data": {"name": "bars"},
        "transform": [
            {"calculate": label_at(pieces, "datum.i"), "as": "piece"},
            {"calculate": label_at(names, "datum.k"), "as": "series"},
        ],
        "mark": {"type": "bar", "cornerRadius": 2},
        "encoding": {
            "x": places(
                "i", pieces, piece_title, colours["source_text"], gap=0.25, labelAngle=slant(pieces)
            ),
            "xOffset": {"field": "k", "type": "nominal"},
            **_tones([tone for _, tone, _ in series], names, dark),
            "y": {"field": "v", "type": "quantitative", "title": value_title, "axis": _scale(dark)},
            "tooltip": [
                {"field": "piece", "type": "nominal", "title": piece_title},
                {"field": "series", "type": "nominal", "title": value_title},
                {"field": "v", "type": "quantitative", "title": value_title, "format": ".2f"},
            ],
        },
    }


def parameters_chart(
    *,
    rows: Sequence[str],
    parts: Sequence[tuple[str, Tone]],
    counts: Sequence[Sequence[int]],
    count_title: str,
    dark: bool,
) -> Spec:
    """Stacked bars: `parts` are (name, tone), `counts[row][part]` numbers."""
    if len(counts) != len(rows) or any(len(row) != len(parts) for row in counts):
        raise ValueError("a count is needed for every part of every row")
    colours = PALETTE[theme(dark)]
    flat = [(r, k, n) for r, row in enumerate(counts) for k, n in enumerate(row)]
    frame = pa.table(
        {"r": [r for r, _, _ in flat], "k": [k for _, k, _ in flat], "n": [n for _, _, n in flat]}
    )
    names = [name for name, _ in parts]
    return {
        "config": look(dark),
        "height": 46 * len(rows) + 110,
        "datasets": {"bars": frame},
        "data": {"name": "bars"},
        "transform": [{"calculate": label_at(names, "datum.k"), "as": "part"}],
        "mark": {"type": "bar", "cornerRadius": 3, "strokeWidth": 1.5},
        "encoding": {
            "y": places("r", rows, None, colours["ink"], gap=0.35, labelLimit=200),
            "x": {
                "field": "n",
                "type": "quantitative",
                "title": count_title,
                "axis": {**_scale(dark), "format": ",.2s"},
            },
            "order": {"field": "k", "type": "quantitative"},
            **_tones([tone for _, tone in parts], names, dark),
            "tooltip": [
                {"field": "part", "type": "nominal", "title": count_title},
                {"field": "n", "type": "quantitative", "title": count_title, "format": ","},
            ],
        },
    }


def _scale(dark: bool) -> Spec:
    """A quiet axis of numbers."""
    colours = PALETTE[theme(dark)]
    return {
        "gridColor": colours["line"],
        "domain": False,
        "ticks": False,
        "labelColor": colours["third"],
        "titleColor": colours["second"],
        "titleFontWeight": 400,
    }


def _fill(tone: Tone, dark: bool) -> str:
    colours = PALETTE[theme(dark)]
    return blend(colours[tone[0]], colours["page"], 0.75) if tone[1] else colours[tone[0]]


def _tones(tones: Sequence[Tone], names: Sequence[str], dark: bool) -> Spec:
    """Fill and outline by series; the outline says which colour a pale bar belongs to."""
    edges = [PALETTE[theme(dark)][name] for name, _ in tones]
    fills = [_fill(tone, dark) for tone in tones]
    legend = {
        "title": None,
        "orient": "top",
        "columns": 1,
        "labelLimit": 340,
        "labelExpr": label_at(names, "datum.value"),
    }
    return {
        channel: {
            "field": "k",
            "type": "nominal",
            "legend": legend,
            "scale": {"domain": list(range(len(tones))), "range": colours},
        }
        for channel, colours in (("color", fills), ("stroke", edges))
    }
