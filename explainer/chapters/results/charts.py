"""Training cost against BLEU: the systems of a table, and models of another contest beside them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

import pyarrow as pa

from explainer.chapters.results.chart_names import sides_of_names
from explainer.charts.labels import AXIS_SIZE, Spec, label_at, look
from explainer.charts.palette import PALETTE, theme
from explainer.charts.smoothing import number_axis

Kind = Literal["single", "ensemble", "transformer", "counted", "ours"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
TONES: Final = {
    "single": "residual",
    "ensemble": "residual",
    "transformer": "ink",
    "counted": "ink",
    "ours": "target",
}
SHAPES: Final = {
    "single": "circle",
    "ensemble": "diamond",
    "transformer": "circle",
    "counted": "circle",
    "ours": "square",
}
FILLED: Final = ("single", "transformer")
HEIGHT: Final = 420
NARROW: Final = 560  # below it only the names that matter are shown


@dataclass(frozen=True)
class Point:
    """A model: its cost in operations and its score; `label` stands beside it (its name if None),
    `strong`: on a phone too.
    """

    name: str
    flops: float
    bleu: float
    kind: Kind
    strong: bool = False
    label: str | None = None

    @property
    def shown(self) -> str:
        return self.name if self.label is None else self.label


@dataclass(frozen=True)
class Band:
    """A stretch of the cost axis that is a contest of its own, and what it is called."""

    low: float
    high: float
    name: str


def cost_chart(
    *,
    points: Sequence[Point],
    kind_names: Mapping[Kind, str],
    x_range: tuple[float, float],
    y_range: tuple[float, float],
    x_title: str,
    y_title: str,
    name_title: str,
    dark: bool,
    bands: Sequence[Band] = (),
    uncosted: Sequence[tuple[str, float]] = (),
    joined: Sequence[tuple[int, int]] = (),
    budget: tuple[float, str] | None = None,
) -> Spec:
    """Points over a log axis of cost.

    `uncosted` are (label, score) of systems whose cost nobody told: a dotted line at their height.
    `joined` are pairs of points that are the same training measured twice. `budget` is a cost and
    its label: a vertical line. Raises ValueError for a point outside of the ranges.
    """
    for point in points:
        if not (x_range[0] <= point.flops <= x_range[1] and y_range[0] <= point.bleu <= y_range[1]):
            raise ValueError(f"{point.name}: ({point.flops:g}, {point.bleu}) is outside")
    colours = PALETTE[theme(dark)]
    sides = _axes(x_range, y_range, x_title, y_title, colours)
    x, y = sides.values()
    layers: list[Spec] = [_bands(x, colours)] if bands else []
    layers += _uncosted(x, y, colours) if uncosted else []
    layers += [_joining_lines(x, y, colours)] if joined else []
    layers += _budget(x, budget, x_range, colours) if budget else []
    layers += [_marks(sides, kind_names, points, name_title, dark), *_names(sides, colours)]
    layers += [_band_names(x, colours)] if bands else []
    return {
        "config": look(dark),
        "height": HEIGHT,
        "datasets": _frames(points, x_range, y_range, bands, uncosted, joined, budget),
        "layer": layers,
    }


def _frames(
    points: Sequence[Point],
    x_range: tuple[float, float],
    y_range: tuple[float, float],
    bands: Sequence[Band],
    uncosted: Sequence[tuple[str, float]],
    joined: Sequence[tuple[int, int]],
    budget: tuple[float, str] | None,
) -> dict[str, pa.Table]:
    offsets = sides_of_names(
        [p.shown for p in points], [(p.flops, p.bleu) for p in points], x_range, y_range
    )
    rows: list[dict[str, Any]] = [
        {
            "name": p.name,
            "label": p.shown,
            "flops": p.flops,
            "bleu": p.bleu,
            "kind": KINDS.index(p.kind),
            "strong": p.strong,
            "side": side,
        }
        for p, side in zip(points, offsets, strict=True)
    ]
    frames = {"points": pa.Table.from_pylist(rows)}
    if bands:
        frames["bands"] = pa.Table.from_pylist(
            [
                {"low": b.low, "high": b.high, "middle": math.sqrt(b.low * b.high), "name": b.name}
                for b in bands
            ]
        )
    if uncosted:
        frames["uncosted"] = pa.Table.from_pylist(
            [{"low": x_range[0], "high": x_range[1], "name": n, "bleu": b} for n, b in uncosted]
        )
    if joined:
        pairs = [(points[a], points[b]) for a, b in joined]
        frames["joined"] = pa.Table.from_pylist(
            [{"flops": a.flops, "other": b.flops, "bleu": a.bleu} for a, b in pairs]
        )
    if budget:
        frames["budget"] = pa.table({"flops": [budget[0]], "name": [budget[1]]})
    return frames


def _axes(
    x_range: tuple[float, float],
    y_range: tuple[float, float],
    x_title: str,
    y_title: str,
    colours: Mapping[str, str],
) -> Spec:
    return {
        "x": {
            "field": "flops",
            "type": "quantitative",
            "title": x_title,
            "scale": {"type": "log", "domain": list(x_range), "nice": False},
            "axis": {**number_axis(colours), "values": _tens(x_range), "labelExpr": _power()},
        },
        "y": {
            "field": "bleu",
            "type": "quantitative",
            "title": y_title,
            "scale": {"domain": list(y_range), "nice": False, "zero": False},
            "axis": {**number_axis(colours), "tickCount": 6},
        },
    }


def _tens(x_range: tuple[float, float]) -> list[float]:
    """The powers of ten inside."""
    first, last = math.ceil(math.log10(x_range[0])), math.floor(math.log10(x_range[1]))
    return [10.0**power for power in range(first, last + 1)]


def _power() -> str:
    raised = [str(i).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")) for i in range(31)]
    return f"'10' + {label_at(raised, 'round(log(datum.value)/LN10)')}"


def _marks(
    sides: Spec, names: Mapping[Kind, str], points: Sequence[Point], name_title: str, dark: bool
) -> Spec:
    colours = PALETTE[theme(dark)]
    there = [i for i, kind in enumerate(KINDS) if any(p.kind == kind for p in points)]
    labels = [names[kind] for kind in KINDS]

    def scale(values: Sequence[str]) -> Spec:
        return {
            "field": "kind",
            "type": "nominal",
            "title": None,
            "scale": {"domain": there, "range": list(values)},
            "legend": {
                "orient": "top",
                "labelExpr": label_at(labels, "datum.value"),
                "labelLimit": 300,
                "columns": 3,
                "symbolSize": 90,
            },
        }

    tones = [colours[TONES[KINDS[i]]] for i in there]
    fills = [colours[TONES[KINDS[i]]] if KINDS[i] in FILLED else colours["page"] for i in there]
    return {
        "data": {"name": "points"},
        "mark": {"type": "point", "size": 110, "strokeWidth": 2, "opacity": 1},
        "encoding": {
            **sides,
            "stroke": scale(tones),
            "fill": scale(fills),
            "shape": scale([SHAPES[KINDS[i]] for i in there]),
            "tooltip": [
                {"field": "name", "type": "nominal", "title": name_title},
                {
                    "field": "flops",
                    "type": "quantitative",
                    "format": ".2e",
                    "title": sides["x"]["title"],
                },
                {"field": "bleu", "type": "quantitative", "title": sides["y"]["title"]},
            ],
        },
    }


def _names(sides: Spec, colours: Mapping[str, str]) -> list[Spec]:
    """Four layers, one for each side a name can stand on."""
    marks: dict[str, Spec] = {
        "right": {"align": "left", "dx": 10},
        "left": {"align": "right", "dx": -10},
        "above": {"align": "center", "dy": -16},
        "below": {"align": "center", "dy": 17},
    }
    ours = KINDS.index("ours")
    return [
        {
            "data": {"name": "points"},
            "transform": [{"filter": f"datum.side === '{side}'"}],
            "mark": {
                "type": "text",
                "baseline": "middle",
                "fontSize": AXIS_SIZE,
                "tooltip": False,
                "fontWeight": {"expr": "datum.strong ? 700 : 400"},
                **mark,
            },
            "encoding": {
                **sides,
                "text": {"field": "label"},
                "color": {
                    "condition": {
                        "test": f"datum.kind === {ours}",
                        "value": colours["target_text"],
                    },
                    "value": colours["ink"],
                },
                "opacity": {
                    "condition": {"test": f"width < {NARROW} && !datum.strong", "value": 0},
                    "value": 1,
                },
            },
        }
        for side, mark in marks.items()
    ]


def _bands(x: Spec, colours: Mapping[str, str]) -> Spec:
    return {
        "data": {"name": "bands"},
        "mark": {"type": "rect", "opacity": 1, "color": colours["target_band"]},
        "encoding": {"x": {**x, "field": "low"}, "x2": {"field": "high"}},
    }


def _band_names(x: Spec, colours: Mapping[str, str]) -> Spec:
    return {
        "data": {"name": "bands"},
        "mark": {
            "type": "text",
            "fontSize": AXIS_SIZE,
            "color": colours["target_text"],
            "fontWeight": 600,
            "baseline": "top",
            "tooltip": False,
            "lineBreak": "\n",
        },
        "encoding": {"x": {**x, "field": "middle"}, "y": {"value": 8}, "text": {"field": "name"}},
    }


def _uncosted(x: Spec, y: Spec, colours: Mapping[str, str]) -> list[Spec]:
    named: Spec = {"data": {"name": "uncosted"}}
    rule = {"type": "rule", "strokeDash": [2, 4], "color": colours["residual"]}
    label = {
        "type": "text",
        "align": "right",
        "dx": -6,
        "dy": -8,
        "fontSize": AXIS_SIZE,
        "color": colours["second"],
        "tooltip": False,
    }
    return [
        {
            **named,
            "mark": rule,
            "encoding": {"x": {**x, "field": "low"}, "x2": {"field": "high"}, "y": y},
        },
        {
            **named,
            "mark": label,
            "encoding": {"x": {**x, "field": "high"}, "y": y, "text": {"field": "name"}},
        },
    ]


def _joining_lines(x: Spec, y: Spec, colours: Mapping[str, str]) -> Spec:
    mark = {"type": "rule", "color": colours["ink"], "strokeDash": [4, 3]}
    ends = {"x": x, "x2": {"field": "other"}, "y": y}
    return {"data": {"name": "joined"}, "mark": mark, "encoding": ends}


def _budget(
    x: Spec, budget: tuple[float, str], x_range: tuple[float, float], colours: Mapping[str, str]
) -> list[Spec]:
    """Nothing where it lies outside of the axis."""
    if not x_range[0] <= budget[0] <= x_range[1]:
        return []
    right = math.log(budget[0] / x_range[0]) > 0.7 * math.log(x_range[1] / x_range[0])
    named = {"data": {"name": "budget"}}
    return [
        {
            **named,
            "mark": {"type": "rule", "color": colours["second"], "strokeWidth": 1.5},
            "encoding": {"x": x},
        },
        {
            **named,
            "mark": {
                "type": "text",
                "align": "right" if right else "left",
                "dx": -5 if right else 5,
                "fontSize": AXIS_SIZE,
                "color": colours["second"],
                "tooltip": False,
            },
            "encoding": {"x": x, "y": {"value": 12}, "text": {"field": "name"}},
        },
    ]
