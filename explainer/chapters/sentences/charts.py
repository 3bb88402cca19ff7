"""Many sentences at once: lengths, the spread of a score, corpus scores, two systems compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, label_at, look, places
from explainer.charts.palette import PALETTE, theme
from explainer.charts.smoothing import number_axis

HEIGHT: Final = 250
BINS: Final = 24
Numbers = NDArray[np.floating]


def length_plot(
    *,
    lines: Sequence[int],
    source: Sequence[int],
    target: Sequence[int],
    chosen: int | None,
    line_title: str,
    source_title: str,
    target_title: str,
    dark: bool,
) -> Spec:
    """A point for each sentence, pieces read against pieces written, and the line where both agree.

    `lines` are the numbers the sentences have in the file; the one that is `chosen` gets a ring.
    Raises ValueError when the lengths differ.
    """
    if not len(lines) == len(source) == len(target):
        raise ValueError(f"{len(lines)} lines, {len(source)} sources, {len(target)} targets")
    colours = PALETTE[theme(dark)]
    most = float(max([1, *source, *target]))
    sides = {
        "x": _side("x", source_title, (0, most), colours, "source_text"),
        "y": _side("y", target_title, (0, most), colours, "target_text"),
    }
    frame = pa.table(
        {
            "n": np.asarray(lines, dtype=np.int32),
            "x": np.asarray(source, dtype=np.int32),
            "y": np.asarray(target, dtype=np.int32),
        }
    )
    told = [
        _tooltip_field("n", line_title),
        _tooltip_field("x", source_title),
        _tooltip_field("y", target_title),
    ]
    dot = {"type": "point", "filled": True, "size": 42, "opacity": 0.55, "color": colours["target"]}
    ring = {"type": "point", "size": 190, "strokeWidth": 2.5, "color": colours["ink"]}
    same = {"type": "rule", "strokeDash": [4, 4], "color": colours["residual"]}
    return {
        "config": look(dark),
        "height": HEIGHT,
        "datasets": {"points": frame, "same": pa.table({"x": [0.0], "to": [most]})},
        "layer": [
            {
                "data": {"name": "same"},
                "mark": same,
                "encoding": {
                    "x": sides["x"],
                    "x2": {"field": "to"},
                    "y": {**sides["y"], "field": "x"},
                    "y2": {"field": "to"},
                },
            },
            {"data": {"name": "points"}, "mark": dot, "encoding": {**sides, "tooltip": told}},
            {
                "data": {"name": "points"},
                "mark": ring,
                "encoding": sides,
                "transform": [{"filter": f"datum.n === {-1 if chosen is None else chosen}"}],
            },
        ],
    }


def histogram(
    *,
    values: Sequence[float],
    chosen: float | None,
    value_title: str,
    count_title: str,
    dark: bool,
    limits: tuple[float, float] | None = None,
) -> Spec:
    """How often each value occurs, in BINS equal steps over `limits` (of the values if None).

    A dashed line stands at the mean, a full one at the `chosen` value. Raises ValueError without
    any value.
    """
    if not values:
        raise ValueError("no values to count")
    colours = PALETTE[theme(dark)]
    data = np.asarray(values, dtype=np.float64)
    counts, edges = np.histogram(data, bins=BINS, range=limits or _limits(data))
    x = {
        "field": "low",
        "type": "quantitative",
        "title": value_title,
        "scale": {"domain": [float(edges[0]), float(edges[-1])], "nice": False},
        "axis": {**number_axis(colours), "grid": False, "tickCount": 7},
    }
    y = {
        "field": "count",
        "type": "quantitative",
        "title": count_title,
        "axis": {**number_axis(colours), "tickCount": 4, "tickMinStep": 1},
    }
    marks = [("mean", float(data.mean()), [5, 4], "second")]
    if chosen is not None:
        marks.append(("chosen", float(chosen), [], "ink"))
    told = [
        {**_tooltip_field("low", value_title), "format": ".2f"},
        {**_tooltip_field("high", value_title), "format": ".2f"},
        _tooltip_field("count", count_title),
    ]
    return {
        "config": look(dark),
        "height": HEIGHT,
        "datasets": {
            "bins": pa.table(
                {"low": edges[:-1], "high": edges[1:], "count": counts.astype(np.int32)}
            ),
            **{name: pa.table({"low": [at]}) for name, at, _, _ in marks},
        },
        "layer": [
            # A "bar" with ends on both axes is drawn as a line: it does not know which way it goes.
            {
                "data": {"name": "bins"},
                "mark": {"type": "rect", "color": colours["target"]},
                "encoding": {
                    "x": x,
                    "x2": {"field": "high"},
                    "y": y,
                    "y2": {"datum": 0},
                    "tooltip": told,
                },
            },
            *(
                {
                    "data": {"name": name},
                    "encoding": {"x": x},
                    "mark": {
                        "type": "rule",
                        "strokeDash": dash,
                        "strokeWidth": 1.8,
                        "color": colours[tone],
                    },
                }
                for name, _, dash, tone in marks
            ),
        ],
    }


def corpus_scores(
    *,
    labels: Sequence[str],
    scores: Sequence[float],
    bounds: Sequence[tuple[float, float]],
    texts: Sequence[str],
    label_title: str,
    score_title: str,
    dark: bool,
) -> Spec:
    """Scores 0..100 as points, each on the interval a resampling gave it; first row on top.

    `texts` are the finished numbers. Raises ValueError when the lengths differ.
    """
    if not len(labels) == len(scores) == len(bounds) == len(texts):
        raise ValueError(f"{len(labels)} labels, {len(scores)} scores, {len(bounds)} intervals")
    colours = PALETTE[theme(dark)]
    frame = pa.table(
        {
            "i": np.arange(len(labels), dtype=np.int16),
            "score": np.asarray(scores, np.float64),
            "low": [low for low, _ in bounds],
            "high": [high for _, high in bounds],
            "text": list(texts),
        }
    )
    low, high = min(frame["low"].to_pylist()), max(frame["high"].to_pylist())
    domain = [max(0.0, low - 4), min(100.0, high + 4)]
    y = places("i", labels, None, colours["ink"], gap=0.3, labelLimit=220, labelFontWeight=400)
    x = {
        "field": "score",
        "type": "quantitative",
        "title": score_title,
        "scale": {"domain": domain, "nice": False},
        "axis": {**number_axis(colours), "tickCount": 6},
    }
    told = [
        _tooltip_field("name", label_title, "nominal"),
        _tooltip_field("text", score_title, "nominal"),
    ]
    span = {
        "type": "rule",
        "strokeWidth": 5,
        "opacity": 0.45,
        "strokeCap": "round",
        "color": colours["target"],
    }
    dot = {"type": "point", "filled": True, "size": 120, "opacity": 1, "color": colours["target"]}
    name = {
        "type": "text",
        "dy": -14,
        "fontSize": AXIS_SIZE,
        "tooltip": False,
        "color": colours["ink"],
    }
    return {
        "config": look(dark),
        "height": 54 * len(labels),
        "datasets": {"scores": frame},
        "data": {"name": "scores"},
        "transform": [{"calculate": label_at(labels, "datum.i"), "as": "name"}],
        "layer": [
            {
                "mark": span,
                "encoding": {
                    "y": y,
                    "x": {**x, "field": "low"},
                    "x2": {"field": "high"},
                    "tooltip": told,
                },
            },
            {"mark": dot, "encoding": {"y": y, "x": x, "tooltip": told}},
            {"mark": name, "encoding": {"y": y, "x": x, "text": {"field": "text"}}},
        ],
    }


def differences(
    *,
    values: Sequence[float],
    lines: Sequence[int],
    place_title: str,
    value_title: str,
    line_title: str,
    dark: bool,
) -> Spec:
    """Second minus first, one bar a sentence, in the order given (sorted by the caller).

    Bars above 0 and below have their colours and their side of the line. Raises ValueError when
    the lengths differ.
    """
    if len(values) != len(lines):
        raise ValueError(f"{len(values)} differences for {len(lines)} lines")
    colours = PALETTE[theme(dark)]
    data = np.asarray(values, dtype=np.float64)
    widest = max(1e-6, float(np.abs(data).max(initial=0.0)))
    frame = pa.table(
        {
            "left": np.arange(len(data), dtype=np.float64) + 0.5,
            "right": np.arange(len(data), dtype=np.float64) + 1.5,
            "d": data,
            "n": np.asarray(lines, dtype=np.int32),
        }
    )
    x = {
        "field": "left",
        "type": "quantitative",
        "title": place_title,
        "scale": {"domain": [0.5, len(data) + 0.5], "nice": False},
        "axis": {**number_axis(colours), "grid": False, "tickMinStep": 1, "tickCount": 8},
    }
    y = {
        "field": "d",
        "type": "quantitative",
        "title": value_title,
        "scale": {"domain": [-widest, widest], "nice": True},
        "axis": {**number_axis(colours), "tickCount": 5},
    }
    tone = {
        "condition": {"test": "datum.d < 0", "value": colours["div_minus"]},
        "value": colours["div_plus"],
    }
    told = [_tooltip_field("n", line_title), {**_tooltip_field("d", value_title), "format": "+.2f"}]
    zero = {"type": "rule", "color": colours["second"]}
    return {
        "config": look(dark),
        "height": HEIGHT,
        "datasets": {"rows": frame, "zero": pa.table({"d": [0.0]})},
        "layer": [
            {
                "data": {"name": "rows"},
                "mark": "bar",
                "encoding": {
                    "x": x,
                    "x2": {"field": "right"},
                    "y": y,
                    "y2": {"datum": 0},
                    "color": tone,
                    "tooltip": told,
                },
            },
            {"data": {"name": "zero"}, "mark": zero, "encoding": {"y": y}},
        ],
    }


def _side(
    field: str, title: str, limits: tuple[float, float], colours: Mapping[str, str], tone: str
) -> Spec:
    return {
        "field": field,
        "type": "quantitative",
        "title": title,
        "scale": {"domain": list(limits), "nice": True},
        "axis": {**number_axis(colours), "titleColor": colours[tone], "tickCount": 6},
    }


def _tooltip_field(field: str, title: str, kind: str = "quantitative") -> Spec:
    return {"field": field, "type": kind, "title": title}


def _limits(data: Numbers) -> tuple[float, float]:
    """From the least to the most; a little room where all are equal."""
    low, high = float(data.min()), float(data.max())
    return (low, high) if high > low else (low - 0.5, high + 0.5)
