"""What a decoding step computes and what it finds: cells of the cache, and costs that add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa

from explainer.charts.labels import AXIS_SIZE, Spec, label_at, look, places, slant
from explainer.charts.palette import PALETTE, theme

ABSENT, KEPT, NEW = 0, 1, 2  # of a cell: not there yet, found in the cache, computed at this step
CELL: Final = 30
SURROUNDINGS: Final = 130  # pixels of the labels above and the legend below
HEIGHT: Final = 260


@dataclass(frozen=True)
class Row:
    """One line of cells: its name, the state of every cell, and the palette colour of NEW."""

    name: str
    states: Sequence[int]
    colour: str


def cells(
    *,
    rows: Sequence[Row],
    labels: Sequence[str],
    label_title: str,
    states: tuple[str, str, str],
    label_colour: str,
    dark: bool,
) -> Spec:
    """A cell for each row and position. Computed now is full, kept is hollow, absent is hatched.

    `states` name ABSENT, KEPT and NEW. Raises ValueError for a row of another length.
    """
    if not rows or any(len(row.states) != len(labels) for row in rows):
        raise ValueError(f"every row needs {len(labels)} states")
    colours = PALETTE[theme(dark)]
    table = pa.table(
        {
            "r": np.repeat(np.arange(len(rows), dtype=np.int8), len(labels)),
            "t": np.tile(np.arange(len(labels), dtype=np.int16), len(rows)),
            "s": np.concatenate([np.asarray(row.states, dtype=np.int8) for row in rows]),
        }
    )
    names = [row.name for row in rows]
    sides = {
        "x": places(
            "t", labels, label_title, colours[label_colour], orient="top", labelAngle=slant(labels)
        ),
        "y": places(
            "r", names, None, colours["ink"], gap=0.18, labelLimit=190, labelFontWeight=400
        ),
    }
    told: dict[str, tuple[Sequence[str], str]] = {
        "row": (names, "r"),
        "label": (labels, "t"),
        "state": (states, "s"),
        "tone": ([colours[row.colour] for row in rows], "r"),
    }
    return {
        "config": look(dark),
        "height": CELL * len(rows) + SURROUNDINGS,
        "datasets": {"cells": table},
        "data": {"name": "cells"},
        "transform": [
            {"calculate": label_at(values, f"datum.{field}"), "as": name}
            for name, (values, field) in told.items()
        ],
        "layer": [_there(sides, label_title), _absent(sides, colours["mask"])],
    }


def _there(sides: Spec, label_title: str) -> Spec:
    """Cells that hold a vector."""
    tone = {"field": "tone", "type": "nominal", "scale": None}
    return {
        "transform": [{"filter": f"datum.s !== {ABSENT}"}],
        "mark": {"type": "rect", "cornerRadius": 3, "strokeWidth": 1.5},
        "encoding": {
            **sides,
            "stroke": tone,
            "fill": tone,
            "fillOpacity": {"condition": {"test": f"datum.s === {NEW}", "value": 1}, "value": 0.12},
            "tooltip": [
                {"field": "row", "type": "nominal", "title": " "},
                {"field": "label", "type": "nominal", "title": label_title},
                {"field": "state", "type": "nominal", "title": " "},
            ],
        },
    }


def _absent(sides: Spec, colour: str) -> Spec:
    """Cells without one: a slanted stroke each."""
    return {
        "transform": [{"filter": f"datum.s === {ABSENT}"}],
        "mark": {
            "type": "point",
            "aria": False,
            "shape": "stroke",
            "angle": 315,
            "size": 110,
            "strokeWidth": 1.2,
            "opacity": 0.5,
        },
        "encoding": {**sides, "stroke": {"value": colour}},
    }


def growth(
    *,
    pieces: Sequence[str],
    without: Sequence[float],
    cached: Sequence[float],
    names: tuple[str, str],
    piece_title: str,
    value_title: str,
    form: str,
    step: int,
    dark: bool,
) -> Spec:
    """Two costs that add up step by step, one line each; `step` (from 0) is marked.

    `names` are those of `without` and `cached`. Raises ValueError when the lengths differ.
    """
    if not len(pieces) == len(without) == len(cached):
        raise ValueError(f"{len(pieces)} pieces, {len(without)} and {len(cached)} numbers")
    colours = PALETTE[theme(dark)]
    count = len(pieces)
    frame = pa.table(
        {
            "t": np.tile(np.arange(count, dtype=np.int16), 2),
            "way": np.repeat(np.arange(2, dtype=np.int8), count),
            "c": np.concatenate([np.asarray(v, dtype=np.float64) for v in (without, cached)]),
        }
    )
    titles = (piece_title, value_title)
    return {
        "config": look(dark),
        "height": HEIGHT,
        "datasets": {"rows": frame},
        "data": {"name": "rows"},
        "transform": [
            {"calculate": label_at(pieces, "datum.t"), "as": "piece"},
            {"calculate": label_at(names, "datum.way"), "as": "name"},
        ],
        "layer": _lines(pieces, names, titles, form, step, colours),
    }


def _lines(
    pieces: Sequence[str],
    names: tuple[str, str],
    titles: tuple[str, str],
    form: str,
    step: int,
    colours: Mapping[str, str],
) -> list[Spec]:
    """The mark of the step, the two lines and their points."""
    x = places("t", pieces, titles[0], colours["target_text"], gap=0.0, labelAngle=slant(pieces))
    y = {
        "field": "c",
        "type": "quantitative",
        "title": titles[1],
        "scale": {"domainMin": 0},
        "axis": {
            "format": form,
            "labelColor": colours["second"],
            "titleColor": colours["second"],
            "titleFontWeight": 400,
            "labelFontSize": AXIS_SIZE,
            "titleFontSize": AXIS_SIZE,
            "gridColor": colours["line"],
            "domain": False,
            "ticks": False,
            "tickCount": 5,
        },
    }
    way = label_at(names, "datum.value")
    scale = {"domain": [0, 1], "range": [colours["residual"], colours["target"]]}
    legend = {"orient": "top", "labelExpr": way, "labelLimit": 330}
    colour = {"field": "way", "type": "nominal", "title": None, "scale": scale, "legend": legend}
    shape = {**colour, "scale": {"domain": [0, 1], "range": ["triangle-up", "circle"]}}
    tips = [
        {"field": "piece", "type": "nominal", "title": titles[0]},
        {"field": "name", "type": "nominal", "title": " "},
        {"field": "c", "type": "quantitative", "title": titles[1], "format": form},
    ]
    points = {
        "mark": {"type": "point", "filled": True, "size": 55},
        "encoding": {"x": x, "y": y, "color": colour, "shape": shape, "tooltip": tips},
    }
    lines = {"mark": {"type": "line"}, "encoding": {"x": x, "y": y, "color": colour}}
    here = {
        "transform": [{"filter": f"datum.t === {step} && datum.way === 0"}],
        "mark": {"type": "rule", "strokeDash": [4, 4]},
        "encoding": {"x": x, "color": {"value": colours["third"]}},
    }
    return [here, lines, points]
