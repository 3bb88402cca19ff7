"""Curves and bars about positions: waves, wavelengths, scores by distance, signed bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.chapters.positions.charts import ticks
from explainer.charts.labels import AXIS_SIZE, Spec, axis, label_at, look, places, slant
from explainer.charts.palette import PALETTE, ramp, theme

STRIP = 74  # pixels of one wave
SAMPLES = 16  # points of the smooth line between two positions, at most
LONGEST = 1200  # points of one smooth line
CURVE = 250  # pixels of a curve with its axes
BARS = 180
PRINT_LIMIT = 24  # up to this many bars the numbers stand beside them


def waves(
    *,
    names: Sequence[str],
    rates: NDArray[np.floating],
    phases: NDArray[np.floating],
    length: int,
    position_title: str,
    channel_title: str,
    value_title: str,
    dark: bool,
) -> Spec:
    """One strip for each wave sin(rate * pos + phase): the smooth line and its values at places.

    The shade of a dot is its value, as in the map. Raises ValueError when the lengths differ.
    """
    if not len(names) == len(rates) == len(phases):
        raise ValueError(f"{len(names)} names, {len(rates)} rates, {len(phases)} phases")
    colours, rows = PALETTE[theme(dark)], len(names)
    fine = np.linspace(0, length - 1, min(LONGEST, (length - 1) * SAMPLES + 1))
    x = _number_channel(
        "x", position_title, colours["second"], [0, length - 1], values=ticks(length)
    )
    y = _number_channel("y", None, colours["second"], [rows, 0])
    y["axis"] = {
        **axis(names, None, colours["second"]),
        "values": [row + 0.5 for row in range(rows)],
        "labelLimit": 170,
        "labelExpr": label_at(names, "floor(datum.value)"),
        "labelFontWeight": 400,
    }
    zero = _rules("y", [row + 0.5 for row in range(rows)], y, colours["line"])
    smooth = {
        "data": {"name": "lines"},
        "mark": {"type": "line", "color": colours["residual"], "strokeWidth": 1.2},
        "encoding": {"x": x, "y": y, "detail": {"field": "row", "type": "nominal"}},
    }
    points = {
        "data": {"name": "dots"},
        "transform": [{"calculate": label_at(names, "datum.row"), "as": "name"}],
        "mark": {
            "type": "circle",
            "size": 46,
            "opacity": 1,
            "stroke": colours["second"],
            "strokeWidth": 0.7,
        },
        "encoding": {
            "x": x,
            "y": y,
            "color": _shade(1.0, dark),
            "tooltip": _tips(
                ("name", channel_title, ""), ("x", position_title, "d"), ("v", value_title, ".3f")
            ),
        },
    }
    frames = {
        "lines": _strips(fine, rates, phases),
        "dots": _strips(np.arange(length), rates, phases),
    }
    return _figure([zero, smooth, points], frames, STRIP * rows + 50, dark)


def _strips(
    x: NDArray[np.floating] | NDArray[np.integer],
    rates: NDArray[np.floating],
    phases: NDArray[np.floating],
) -> pa.Table:
    """Rows row, x, v and the height y of v in the strip of its row (upwards is plus)."""
    values = np.sin(np.outer(rates, x) + phases[:, None]).ravel()
    row = np.repeat(np.arange(len(rates), dtype=np.int8), len(x))
    columns = {"x": np.tile(x, len(rates)), "v": values, "y": row + 0.5 - 0.42 * values}
    return pa.table(
        {"row": row, **{name: found.astype(np.float32) for name, found in columns.items()}}
    )


def wavelength_chart(
    *,
    lengths: NDArray[np.floating],
    chosen: Sequence[int],
    ends: tuple[float, float],
    end_names: tuple[str, str],
    pair_title: str,
    length_title: str,
    dark: bool,
) -> Spec:
    """The wavelength of every pair on a logarithmic scale; rules at both `ends` of the range."""
    colours, count = PALETTE[theme(dark)], len(lengths)
    domain = [ends[0] * 0.7, ends[1] * 1.6]
    y = _number_channel("w", length_title, colours["second"], domain, tickCount=5, format=",~r")
    y["scale"]["type"] = "log"
    x = _number_channel(
        "i", pair_title, colours["second"], [-0.5, count - 0.5], values=ticks(count)
    )
    pairs = np.arange(count)
    frame = pa.table(
        {
            "i": pairs.astype(np.int16),
            "w": lengths.astype(np.float64),
            "strong": np.isin(pairs, list(chosen)),
        }
    )
    dots = {
        "data": {"name": "rows"},
        "mark": {"type": "circle", "color": colours["primary"], "opacity": 1},
        "encoding": {
            "x": x,
            "y": y,
            "size": {"condition": {"test": "datum.strong", "value": 150}, "value": 30},
            "tooltip": _tips(("i", pair_title, "d"), ("w", length_title, ",.2f")),
        },
    }
    words = {
        "data": {"values": [{"w": e, "name": n} for e, n in zip(ends, end_names, strict=True)]},
        "mark": {
            "type": "text",
            "align": "right",
            "dx": -4,
            "dy": -7,
            "fontSize": AXIS_SIZE,
            "color": colours["second"],
        },
        "encoding": {"y": y, "x": {"value": "width"}, "text": {"field": "name", "type": "nominal"}},
    }
    rules = _rules("w", ends, y, colours["third"], strokeDash=[4, 3])
    return _figure([rules, words, dots], {"rows": frame}, CURVE, dark)


def distance_chart(
    *,
    steps: NDArray[np.integer],
    values: NDArray[np.floating],
    curve: tuple[NDArray[np.integer], NDArray[np.floating]],
    step_title: str,
    value_title: str,
    dark: bool,
) -> Spec:
    """Dots (step, value) of all pairs of places and a line through `curve`: one dot a step means
    that the distance alone decides.
    """
    colours = PALETTE[theme(dark)]
    reach = max(1, int(np.abs(steps).max()))
    x = _number_channel(
        "x", step_title, colours["second"], [-reach - 0.5, reach + 0.5], tickMinStep=1, format="d"
    )
    y = _number_channel("v", value_title, colours["second"], None, tickCount=6)
    line = {
        "data": {"name": "curve"},
        "mark": {"type": "line", "color": colours["residual"], "strokeWidth": 1.4},
        "encoding": {"x": x, "y": y},
    }
    dots = {
        "data": {"name": "pairs"},
        "mark": {"type": "circle", "color": colours["primary"], "size": 26, "opacity": 0.75},
        "encoding": {
            "x": x,
            "y": y,
            "tooltip": _tips(("x", step_title, "d"), ("v", value_title, ".3f")),
        },
    }
    frames = {"pairs": _points(steps, values), "curve": _points(*curve)}
    return _figure([_rules("v", [0.0], y, colours["line"]), line, dots], frames, CURVE, dark)


def _points(steps: NDArray[np.integer], values: NDArray[np.floating]) -> pa.Table:
    return pa.table({"x": steps.ravel().astype(np.int16), "v": values.ravel().astype(np.float32)})


def signed_bars(
    *,
    values: NDArray[np.floating],
    limit: float,
    x_title: str,
    value_title: str,
    dark: bool,
    labels: Sequence[str] | None = None,
    colour: str = "second",
    form: str = ".2f",
    strong: int | None = None,
) -> Spec:
    """Upright bars from 0 in the diverging shade of their value; few of them carry their number.

    `strong` is the bar with the heavy outline. Raises ValueError for labels that do not fit.
    """
    count = len(values)
    names = [str(i) for i in range(count)] if labels is None else list(labels)
    if len(names) != count:
        raise ValueError(f"{len(names)} labels for {count} bars")
    colours = PALETTE[theme(dark)]
    lean = 0 if labels is None else slant(names)
    x = places("i", names, x_title, colours[colour], gap=0.2, labelAngle=lean)
    if labels is None:
        x["axis"] |= {"values": ticks(count), "labelFontWeight": 400}
    low = -limit if float(np.min(values)) < -1e-9 else 0.0
    y = _number_channel("v", value_title, colours["second"], [low * 1.3, limit * 1.2], tickCount=4)
    bars = {
        "mark": {"type": "bar", "stroke": colours["second"]},
        "encoding": {
            "x": x,
            "y": y,
            "color": _shade(limit, dark),
            "strokeWidth": {
                "condition": {
                    "test": f"datum.i === {-1 if strong is None else strong}",
                    "value": 2.2,
                },
                "value": 0.6,
            },
            "tooltip": _tips(("name", x_title, ""), ("v", value_title, form)),
        },
    }
    layers = [bars]
    if count <= PRINT_LIMIT:
        layers.append(_bar_numbers(x, y, form, count, colours["ink"]))
    frame = pa.table({"i": np.arange(count, dtype=np.int16), "v": values.astype(np.float32)})
    named = [{"calculate": label_at(names, "datum.i"), "as": "name"}]
    figure = _figure(layers, {"rows": frame}, BARS + (0 if labels is None else 50), dark)
    return {**figure, "data": {"name": "rows"}, "transform": named}


def _bar_numbers(x: Spec, y: Spec, form: str, count: int, ink: str) -> Spec:
    """The numbers above (below) the bars, where a bar is wide enough."""
    room = f"width < {34 * count} ? 0 : 1"
    return {
        "mark": {
            "type": "text",
            "fontSize": 11,
            "dy": {"expr": "datum.v < 0 ? 9 : -8"},
            "opacity": {"expr": room},
        },
        "encoding": {
            "x": x,
            "y": y,
            "color": {"value": ink},
            "text": {"field": "v", "type": "quantitative", "format": form},
        },
    }


def _figure(layers: list[Spec], frames: Mapping[str, pa.Table], height: int, dark: bool) -> Spec:
    return {"config": look(dark), "height": height, "layer": layers, "datasets": dict(frames)}


def _number_channel(
    field: str, title: str | None, tone: str, domain: Sequence[float] | None, **options: Any
) -> Spec:
    """A channel of plain numbers; without a domain it holds all values and 0."""
    scale: Spec = {"nice": True, "zero": True}
    if domain is not None:
        scale = {"domain": list(domain), "nice": False}
    drawn = {
        "title": title,
        "titleColor": tone,
        "labelColor": tone,
        "titleFontWeight": 400,
        "titleFontSize": AXIS_SIZE,
        "labelFontSize": AXIS_SIZE,
        "grid": False,
        "domain": False,
        "ticks": False,
        **options,
    }
    return {"field": field, "type": "quantitative", "scale": scale, "axis": drawn}


def _rules(field: str, ends: Sequence[float], y: Spec, tone: str, **mark: Any) -> Spec:
    """Level lines across the figure."""
    values = [{field: end} for end in ends]
    rule = {"type": "rule", "color": tone, **mark}
    return {"data": {"values": values}, "mark": rule, "encoding": {"y": y}}


def _shade(limit: float, dark: bool) -> Spec:
    """The diverging colour of the field v."""
    return {
        "field": "v",
        "type": "quantitative",
        "legend": None,
        "scale": {"domain": [-limit, limit], "range": ramp(dark, 9, "diverging"), "clamp": True},
    }


def _tips(*lines: tuple[str, str, str]) -> list[Spec]:
    """Tooltip lines as (field, name, format); without a format it is a word."""
    return [
        {"field": field, "title": name, "type": "quantitative", "format": form}
        if form
        else {"field": field, "title": name, "type": "nominal"}
        for field, name, form in lines
    ]
