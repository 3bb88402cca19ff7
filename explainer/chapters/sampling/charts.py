"""One distribution before and after temperature and filters: bars, and the tail that is cut."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, label_at, look, places
from explainer.charts.palette import PALETTE, theme
from explainer.charts.smoothing import number_axis

ROW: Final = 34
TAIL_HEIGHT: Final = 400
POINTS: Final = 160  # of the tail's curve

Floats = NDArray[np.floating]


def candidate_bars(
    *,
    pieces: Sequence[str],
    before: Floats,
    after: Floats,
    cut: Sequence[bool],
    words: Sequence[str],
    drawn: int | None,
    piece_title: str,
    names: tuple[str, str],
    dark: bool,
) -> Spec:
    """Two bars a piece: grey the stored probability, orange the chance to be drawn.

    A piece that was `cut` has a dashed outline instead; `words` stand at the end of its bars. The
    row `drawn` is bold. Raises ValueError when the lengths differ.
    """
    count = len(pieces)
    if not count == len(before) == len(after) == len(cut) == len(words):
        raise ValueError(f"{count} pieces, but {len(before)}, {len(after)}, {len(cut)} values")
    colours = PALETTE[theme(dark)]
    ends = np.maximum(before, after)
    bold = [i == drawn for i in range(count)]
    frames = {
        "bars": pa.table(
            {
                "i": np.tile(np.arange(count, dtype=np.int16), 2),
                "side": np.repeat(np.arange(2, dtype=np.int8), count),
                "p": np.concatenate([before, after]).astype(np.float32),
                "cut": [*cut, *([False] * count)],
            }
        ),
        "ends": pa.table(
            {
                "i": np.arange(count, dtype=np.int16),
                "p": ends.astype(np.float32),
                "words": list(words),
                "cut": list(cut),
                "bold": bold,
            }
        ),
    }
    y = places("i", pieces, None, colours["target_text"], gap=0.25, labelLimit=170)
    x = {
        "field": "p",
        "type": "quantitative",
        "axis": None,
        "scale": {"domain": [0, 1.75 * float(ends.max(initial=1e-9))]},
    }
    return {
        "config": look(dark),
        "height": ROW * count + 30,
        "datasets": frames,
        "layer": [_pairs(x, y, pieces, piece_title, names, dark), _end_words(x, y, colours)],
    }


def _pairs(
    x: Spec, y: Spec, pieces: Sequence[str], piece_title: str, names: tuple[str, str], dark: bool
) -> Spec:
    colours = PALETTE[theme(dark)]
    return {
        "data": {"name": "bars"},
        "transform": [
            {"calculate": label_at(pieces, "datum.i"), "as": "piece"},
            {"calculate": label_at(names, "datum.side"), "as": "when"},
        ],
        "mark": {"type": "bar", "cornerRadius": 2},
        "encoding": {
            "x": x,
            "y": y,
            "yOffset": {"field": "side", "type": "ordinal", "scale": {"domain": [0, 1]}},
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
            "fillOpacity": {"condition": {"test": "datum.cut", "value": 0.12}, "value": 1},
            "stroke": {
                "condition": {"test": "datum.cut", "value": colours["third"]},
                "value": "transparent",
            },
            "strokeDash": {"value": [3, 3]},
            "tooltip": [
                {"field": "piece", "type": "nominal", "title": piece_title},
                {"field": "when", "type": "nominal", "title": " "},
                {"field": "p", "type": "quantitative", "title": " ", "format": ".3%"},
            ],
        },
    }


def _end_words(x: Spec, y: Spec, colours: Mapping[str, str]) -> Spec:
    return {
        "data": {"name": "ends"},
        "mark": {
            "type": "text",
            "fontSize": AXIS_SIZE,
            "align": "left",
            "dx": 6,
            "tooltip": False,
            "fontWeight": {"expr": "datum.bold ? 700 : 400"},
        },
        "encoding": {
            "x": x,
            "y": {**y, "bandPosition": 0.5},
            "text": {"field": "words"},
            "color": {
                "condition": {"test": "datum.cut", "value": colours["error_text"]},
                "value": colours["ink"],
            },
        },
    }


@dataclass(frozen=True)
class Limit:
    """A filter on the tail: after which rank it cuts, and what it is called."""

    rank: int
    name: str


def tail(
    *,
    shares: Floats,
    left: int,
    limits: Sequence[Limit],
    rank_title: str,
    sum_title: str,
    names: tuple[str, str],
    dark: bool,
) -> Spec:
    """The probabilities added up from the most probable piece on, ranks on a log axis.

    `shares` (N,) fall and sum to 1; the first `left` are kept, the rest is the cut tail; `names`
    of both. Raises ValueError unless at least one piece is left.
    """
    if not 1 <= left <= len(shares):
        raise ValueError(f"{left} pieces left of {len(shares)}")
    colours, count = PALETTE[theme(dark)], len(shares)
    sums = np.cumsum(shares)
    few = np.unique(np.rint(np.geomspace(1, count, POINTS)).astype(np.int64))
    kept = np.union1d(few[few <= left], [left])
    cut = np.union1d(few[few >= left], [left]) if left < count else np.empty(0, dtype=np.int64)
    ranks = np.concatenate([kept, cut])
    frames = {
        "curve": pa.table(
            {
                "rank": ranks,
                "sum": sums[ranks - 1].astype(np.float32),
                "part": np.repeat(np.arange(2, dtype=np.int8), [len(kept), len(cut)]),
            }
        ),
        "limits": pa.table(
            {
                "rank": pa.array([min(max(limit.rank, 1), count) for limit in limits], pa.int64()),
                "name": pa.array([limit.name for limit in limits], pa.string()),
                "place": pa.array([0.16 + 0.1 * i for i in range(len(limits))], pa.float64()),
            }
        ),
    }
    return {
        "config": look(dark),
        "height": TAIL_HEIGHT,
        "datasets": frames,
        "layer": [
            *_curve(
                _rank_axis(rank_title, count, colours), _sum_axis(sum_title, colours), names, dark
            ),
            *_limits(_rank_axis(rank_title, count, colours), colours),
        ],
    }


def _curve(x: Spec, y: Spec, names: tuple[str, str], dark: bool) -> list[Spec]:
    colours = PALETTE[theme(dark)]
    shared = {
        "x": x,
        "y": y,
        "color": {
            "field": "part",
            "type": "nominal",
            "title": None,
            "scale": {"domain": [0, 1], "range": [colours["target"], colours["residual"]]},
            "legend": {
                "orient": "top",
                "labelExpr": label_at(names, "datum.value"),
                "labelLimit": 300,
                "symbolType": "square",
            },
        },
        "tooltip": [
            {"field": "rank", "type": "quantitative", "title": x["title"], "format": ","},
            {"field": "sum", "type": "quantitative", "title": y["title"], "format": ".2%"},
        ],
    }
    dashes = {"condition": {"test": "datum.part === 1", "value": [4, 4]}, "value": [1, 0]}
    named = {"data": {"name": "curve"}}
    plain = {name: channel for name, channel in shared.items() if name != "color"}
    areas = [
        {
            **named,
            "transform": [{"filter": f"datum.part === {part}"}],
            "mark": {"type": "area", "opacity": 0.18, "clip": True, "color": colours[tone]},
            "encoding": plain,
        }
        for part, tone in enumerate(("target", "residual"))
    ]
    line = {
        **named,
        "mark": {"type": "line", "strokeWidth": 2.5, "point": {"size": 24}, "clip": True},
        "encoding": {**shared, "strokeDash": dashes},
    }
    return [*areas, line]


def _limits(x: Spec, colours: Mapping[str, str]) -> list[Spec]:
    named = {"data": {"name": "limits"}}
    rule = {"type": "rule", "color": colours["error"], "strokeDash": [5, 4], "strokeWidth": 1.5}
    label: Spec = {
        "type": "text",
        "fontSize": AXIS_SIZE,
        "color": colours["error_text"],
        "tooltip": False,
    }
    height = {"field": "place", "type": "quantitative", "scale": {"domain": [0, 1]}}
    names = {"x": x, "y": height, "text": {"field": "name"}}
    middle = math.sqrt(x["scale"]["domain"][1])  # the names stand where there is room for them
    sides = (
        (f"datum.rank < {middle}", {"align": "left", "dx": 5}),
        (f"datum.rank >= {middle}", {"align": "right", "dx": -5}),
    )
    return [
        {**named, "mark": rule, "encoding": {"x": x}},
        *(
            {**named, "transform": [{"filter": test}], "mark": label | side, "encoding": names}
            for test, side in sides
        ),
    ]


def _rank_axis(title: str, count: int, colours: Mapping[str, str]) -> Spec:
    return {
        "field": "rank",
        "type": "quantitative",
        "title": title,
        "scale": {"type": "log", "domain": [1, max(count, 2)], "nice": False, "padding": 6},
        "axis": {**number_axis(colours), "format": ",~r", "tickCount": 5, "grid": False},
    }


def _sum_axis(title: str, colours: Mapping[str, str]) -> Spec:
    return {
        "field": "sum",
        "type": "quantitative",
        "title": title,
        "stack": None,
        "scale": {"domain": [0, 1]},
        "axis": {**number_axis(colours), "format": ".0%", "tickCount": 5},
    }
