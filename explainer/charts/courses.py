"""Numbers that run on from layer to layer: one line for each piece or model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, CROWDED, Spec, axis, label_at, look
from explainer.charts.palette import PALETTE, theme

HEIGHT: Final = 250
FORMAT: Final = ".3~g"


@dataclass(frozen=True)
class Course:
    """One line; `tone` is a colour of the palette, `strong` stands out of the others."""

    name: str
    values: Sequence[float] | NDArray[np.floating]
    tone: str
    strong: bool = True
    dashed: bool = False


def courses(
    *,
    lines: Sequence[Course],
    places: Sequence[str],
    place_title: str,
    value_title: str,
    line_title: str,
    dark: bool,
    log: bool = False,
    legend: bool = False,
    height: int = HEIGHT,
) -> Spec:
    """Every line over the same places; NaN leaves a gap, on a log axis 0 and below do.

    With `legend` the names of the lines stand above them, coloured. Raises ValueError when a line
    has not one value a place.
    """
    _check(lines, places)
    encoding = {
        **_sides(places, place_title, value_title, log, dark),
        "color": {
            "field": "s",
            "type": "ordinal",
            "scale": {
                "domain": list(range(len(lines))),
                "range": [PALETTE[theme(dark)][line.tone] for line in lines],
            },
            "legend": _legend(lines) if legend else None,
        },
        "opacity": _either("strong", 1.0, 0.35),
        "detail": {"field": "s", "type": "ordinal"},
    }
    name = {"calculate": label_at([line.name for line in lines], "datum.s"), "as": "line"}
    place = {"calculate": label_at(places, "datum.n"), "as": "place"}
    return {
        "config": look(dark),
        "height": height,
        "data": {"name": "courses"},
        "transform": [name, place],
        "layer": _marks(encoding, _tooltip(line_title, place_title, value_title)),
        "datasets": {"courses": _rows(lines, log)},
    }


def _marks(encoding: Spec, tooltip: list[Spec]) -> list[Spec]:
    """Lines, and points that can be hovered."""
    dashes = {"condition": {"test": "datum.dashed", "value": [5, 4]}, "value": [1, 0]}
    line = {"strokeWidth": _either("strong", 2.6, 1.2), "strokeDash": dashes}
    point = {"size": _either("strong", 46, 20), "tooltip": tooltip}
    return [
        {"mark": {"type": "line", "clip": True}, "encoding": {**encoding, **line}},
        {
            "mark": {"type": "point", "filled": True, "clip": True},
            "encoding": {**encoding, **point},
        },
    ]


def _check(lines: Sequence[Course], places: Sequence[str]) -> None:
    for line in lines:
        if len(line.values) != len(places):
            raise ValueError(f"{len(line.values)} values of {line.name!r}, {len(places)} places")


def _tooltip(line: str, place: str, value: str) -> list[Spec]:
    return [
        {"field": "line", "type": "nominal", "title": line},
        {"field": "place", "type": "nominal", "title": place},
        {"field": "v", "type": "quantitative", "title": value, "format": FORMAT},
    ]


def _sides(
    places: Sequence[str], place_title: str, value_title: str, log: bool, dark: bool
) -> Spec:
    """Places along, values up."""
    colours = PALETTE[theme(dark)]
    return {
        "x": {
            "field": "n",
            "type": "quantitative",
            "scale": {"domain": [0, max(1, len(places) - 1)], "nice": False, "padding": 30},
            "axis": axis(
                places,
                place_title,
                colours["second"],
                values=_ticks(len(places)),
                labelAngle=0 if max(map(len, places)) * len(places) < 60 else -35,
            ),
        },
        "y": {
            "field": "v",
            "type": "quantitative",
            "scale": {"type": "log"} if log else {"zero": False, "nice": True},
            "axis": {
                "title": value_title,
                "grid": True,
                "gridColor": colours["line"],
                "domain": False,
                "ticks": False,
                "tickCount": 5,
                "format": ".1~e" if log else ".2~g",
                "labelColor": colours["second"],
                "titleColor": colours["second"],
                "labelFontSize": AXIS_SIZE,
                "titleFontSize": AXIS_SIZE,
                "titleFontWeight": 400,
            },
        },
    }


def _either(field: str, yes: float, no: float) -> Spec:
    return {"condition": {"test": f"datum.{field}", "value": yes}, "value": no}


def _ticks(count: int) -> list[int]:
    step = 1 if count <= CROWDED else -(-count // CROWDED)
    return list(range(0, count, step))


def _legend(lines: Sequence[Course]) -> Spec:
    return {
        "title": None,
        "orient": "top",
        "symbolType": "stroke",
        "symbolStrokeWidth": 3,
        "labelExpr": label_at([line.name for line in lines], "datum.value"),
        "labelLimit": 320,
        "columns": 2,
    }


def _rows(lines: Sequence[Course], log: bool) -> pa.Table:
    rows: list[dict[str, Any]] = []
    for s, line in enumerate(lines):
        for n, value in enumerate(line.values):
            if not np.isfinite(value) or (log and value <= 0):
                continue
            rows.append(
                {"s": s, "n": n, "v": float(value), "strong": line.strong, "dashed": line.dashed}
            )
    columns = {
        "s": pa.int16(),
        "n": pa.int16(),
        "v": pa.float64(),
        "strong": pa.bool_(),
        "dashed": pa.bool_(),
    }
    return pa.Table.from_pylist(rows, schema=pa.schema(list(columns.items())))
