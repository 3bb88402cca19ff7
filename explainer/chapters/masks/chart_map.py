"""Scores and weights of one head, hidden cells hatched; and one row from score to weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.chapters.masks.chart_grid import hatching
from explainer.charts.attention_map import CELL_PICK, NUMBER_WIDTH, PRINT_LIMIT
from explainer.charts.labels import Spec, check_labels, label_at, look, places, slant
from explainer.charts.palette import GAMMA, INK_TURNS, PALETTE, ink_on, ramp, shade, theme

SURROUNDINGS = 145  # column labels and legend
STRIP_ROW = 30
STRIP_SURROUNDINGS = 84
DIGIT, MARGIN = 6, 3  # pixels: of a number in a strip, and beside it

# From this share of the end of the signed scale on, a number is written in `on_high`: 4.5:1 on
# both sides, as INK_TURNS is for weights.
SIGNED_TURNS = {"light": 0.88, "dark": 0.68}

Fill = Literal["signed", "weight", "plain"]


@dataclass(frozen=True)
class StripRow:
    """One line of a strip: its name, a number and its text for each key, how it is coloured."""

    name: str
    values: Sequence[float]
    texts: Sequence[str]
    fill: Fill


def cell_map(
    *,
    values: NDArray[np.floating],
    hidden: NDArray[np.bool_],
    signed: bool,
    row_labels: Sequence[str],
    key_labels: Sequence[str],
    row_title: str,
    key_title: str,
    value_title: str,
    row_colour: str,
    key_colour: str,
    selected: tuple[int, int] | None,
    dark: bool,
) -> Spec:
    """A (Q, K) map of weights 0..1, or of signed scores on a scale that is even around 0.

    `hidden` cells are hatched and without colour, but can be clicked like the others: the click
    selection is `cell`, with fields q and k. `selected` None makes a map nobody can click.
    Raises ValueError when labels or mask do not fit.
    """
    check_labels(values, row_labels, key_labels)
    if hidden.shape != values.shape:
        raise ValueError(f"mask {hidden.shape} for values {values.shape}")
    colours = PALETTE[theme(dark)]
    q, k = np.indices(values.shape)
    frame = pa.table(
        {
            "q": q.ravel().astype(np.int8),
            "k": k.ravel().astype(np.int8),
            "w": np.where(hidden, 0, values).ravel().astype(np.float32),
            "hidden": hidden.ravel(),
        }
    )
    sides = {
        "x": places(
            "k",
            key_labels,
            key_title,
            colours[key_colour],
            orient="top",
            labelAngle=slant(key_labels),
        ),
        "y": places("q", row_labels, row_title, colours[row_colour]),
    }
    layers = [_tiles(sides, values, hidden, signed, value_title, selected, dark)]
    if hidden.any():
        layers.append(hatching(sides, values.shape, "datum.hidden", colours["mask"]))
    if max(values.shape) <= PRINT_LIMIT:
        layers.append(_numbers(sides, np.where(hidden, 0, values), signed, dark))
    rows = len(row_labels)
    return {
        "config": look(dark),
        "height": rows * int(np.clip(380 // rows, 14, 34)) + SURROUNDINGS,
        "datasets": {"cells": frame},
        "data": {"name": "cells"},
        "transform": [
            {"calculate": label_at(row_labels, "datum.q"), "as": "row"},
            {"calculate": label_at(key_labels, "datum.k"), "as": "key"},
        ],
        "params": _click(selected),
        "layer": layers,
    }


def _click(selected: tuple[int, int] | None) -> list[Spec]:
    if selected is None:
        return []
    point = {"type": "point", "fields": ["q", "k"], "on": "click", "clear": False, "toggle": False}
    start = [{"q": selected[0], "k": selected[1]}]
    return [{"name": CELL_PICK, "select": point, "views": ["cells"], "value": start}]


def _tiles(
    sides: Spec,
    values: NDArray[np.floating],
    hidden: NDArray[np.bool_],
    signed: bool,
    value_title: str,
    selected: tuple[int, int] | None,
    dark: bool,
) -> Spec:
    limit = _limit(values[~hidden])
    scale: Spec = (
        {"domain": [-limit, limit], "range": ramp(dark, scale="diverging")}
        if signed
        else {"domain": [0, 1], "range": ramp(dark), "type": "pow", "exponent": GAMMA}
    )
    legend = {
        "orient": "bottom",
        "direction": "horizontal",
        "gradientLength": 200,
        "gradientThickness": 9,
        "format": ".2~f",
        "values": [-limit, 0, limit] if signed else [0, 0.25, 0.5, 0.75, 1],
    }
    colour = {
        "field": "w",
        "type": "quantitative",
        "title": value_title,
        "scale": {**scale, "clamp": True},
        "legend": legend,
    }
    stroke: Spec = {"value": PALETTE[theme(dark)]["line"]}
    width: Spec = {"value": 0.4}
    if selected is not None:
        chosen = {"param": CELL_PICK, "empty": False}
        stroke["condition"] = {**chosen, "value": PALETTE[theme(dark)]["ink"]}
        width["condition"] = {**chosen, "value": 2.5}
    blank = {"test": "datum.hidden", "value": PALETTE[theme(dark)]["page"]}
    cursor = {} if selected is None else {"cursor": "pointer"}
    return {
        "name": "cells",
        "mark": {"type": "rect", "cornerRadius": 2, **cursor},
        "encoding": {
            **sides,
            "color": {"condition": blank, **colour},
            "stroke": stroke,
            "strokeWidth": width,
            "tooltip": [
                {"field": "row", "type": "nominal", "title": sides["y"]["axis"]["title"]},
                {"field": "key", "type": "nominal", "title": sides["x"]["axis"]["title"]},
                {"field": "w", "type": "quantitative", "title": value_title, "format": ".3f"},
            ],
        },
    }


def _limit(values: NDArray[np.floating]) -> float:
    """The end of an even scale, rounded up to a number one can read."""
    most = float(np.abs(values).max()) if values.size else 1.0
    return max(0.5, float(np.ceil(most * 2) / 2))


def _numbers(sides: Spec, values: NDArray[np.floating], signed: bool, dark: bool) -> Spec:
    """The numbers in the free cells; on a phone, where they would collide, none."""
    name = theme(dark)
    colours, turn = PALETTE[name], SIGNED_TURNS[name] if signed else INK_TURNS[name]
    strong = f"abs(datum.w) >= {turn * (_limit(values) if signed else 1)}"
    room = f"width < {NUMBER_WIDTH * values.shape[1]} ? 0 : 1"
    return {
        "transform": [{"filter": "!datum.hidden"}],
        "mark": {"type": "text", "fontSize": 11, "opacity": {"expr": room}},
        "encoding": {
            **sides,
            "text": {"field": "w", "type": "quantitative", "format": ".1f" if signed else ".2f"},
            "color": {
                "condition": {"test": strong, "value": colours["on_high"]},
                "value": colours["on_low"],
            },
        },
    }


def row_strip(
    *,
    rows: Sequence[StripRow],
    key_labels: Sequence[str],
    key_title: str,
    key_colour: str,
    chosen: int,
    row_title: str,
    value_title: str,
    dark: bool,
) -> Spec:
    """Rows of numbers over the same keys; a value of minus infinity is hatched.

    `chosen` is the key with the frame. Raises ValueError when a row has not one value a key.
    """
    if any(not len(row.values) == len(row.texts) == len(key_labels) for row in rows):
        raise ValueError(f"a row does not have {len(key_labels)} values")
    colours = PALETTE[theme(dark)]
    sides = {
        "x": places(
            "k",
            key_labels,
            key_title,
            colours[key_colour],
            orient="top",
            labelAngle=slant(key_labels),
        ),
        "y": places(
            "r", [row.name for row in rows], None, colours["second"], gap=0.12, labelLimit=120
        ),
    }
    titles = {"name": row_title, "key": key_title, "text": value_title}
    tips = [{"field": f, "type": "nominal", "title": title} for f, title in titles.items()]
    here = {"test": f"datum.k === {chosen}", "value": colours["ink"]}
    tiles = {
        "mark": {"type": "rect", "cornerRadius": 3},
        "encoding": {
            **sides,
            "fill": {"field": "fill", "type": "nominal", "scale": None},
            "stroke": {"condition": here, "value": colours["line"]},
            "strokeWidth": {"condition": {**here, "value": 1.8}, "value": 0.5},
            "tooltip": tips,
        },
    }
    return {
        "config": look(dark),
        "height": len(rows) * STRIP_ROW + STRIP_SURROUNDINGS,
        "datasets": {"cells": _strip_frame(rows, dark)},
        "data": {"name": "cells"},
        "transform": [
            {"calculate": label_at([row.name for row in rows], "datum.r"), "as": "name"},
            {"calculate": label_at(key_labels, "datum.k"), "as": "key"},
        ],
        "layer": [
            tiles,
            hatching(sides, (len(rows), len(key_labels)), "datum.gone", colours["mask"]),
            _texts(sides, rows),
        ],
    }


def _strip_frame(rows: Sequence[StripRow], dark: bool) -> pa.Table:
    cells = [
        (r, k, *_look_of(row, k, dark), row.texts[k], bool(np.isneginf(row.values[k])))
        for r, row in enumerate(rows)
        for k in range(len(row.values))
    ]
    r, k, fill, ink, text, gone = zip(*cells, strict=True)
    places_of = {"r": np.array(r, dtype=np.int8), "k": np.array(k, dtype=np.int8)}
    return pa.table({**places_of, "fill": fill, "ink": ink, "text": text, "gone": gone})


def _texts(sides: Spec, rows: Sequence[StripRow]) -> Spec:
    """The numbers; where a column is too narrow for them, none."""
    longest = max(len(text) for row in rows for text in row.texts)
    room = f"width < {(DIGIT * longest + MARGIN) * len(rows[0].texts)} ? 0 : 1"
    return {
        "mark": {"type": "text", "fontSize": 11, "opacity": {"expr": room}},
        "encoding": {
            **sides,
            "text": {"field": "text", "type": "nominal"},
            "color": {"field": "ink", "type": "nominal", "scale": None},
        },
    }


def _look_of(row: StripRow, key: int, dark: bool) -> tuple[str, str]:
    """(fill, ink) of one number."""
    colours, value = PALETTE[theme(dark)], float(row.values[key])
    if not np.isfinite(value):
        return colours["page"], colours["ink"]
    if row.fill == "weight":
        return shade(value, dark), ink_on(value, dark)
    if row.fill == "plain":
        return colours["panel"], colours["ink"]
    finite = np.asarray(row.values, dtype=np.float64)
    limit = _limit(finite[np.isfinite(finite)])
    steps = ramp(dark, 17, "diverging")
    place = int(np.clip(round((value / limit + 1) * 8), 0, 16))
    strong = abs(place - 8) / 8 >= SIGNED_TURNS[theme(dark)]
    return steps[place], colours["on_high" if strong else "on_low"]
