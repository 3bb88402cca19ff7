"""Whole outputs side by side: a number for every step, and where samples leave the greedy path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, label_at, look, places, slant
from explainer.charts.palette import PALETTE, theme

STEP_PICK: Final = "step"  # name of the click selection: event["selection"]["step"]
BAR_HEIGHT: Final = 190  # with the slanted names below
GRID_ROW: Final = 31
PRINT_LIMIT: Final = 24
EVERY: Final = 5  # of a longer output the number of every fifth step
NAMED_CELL: Final = 46  # pixels a cell needs for its piece
LETTERS: Final = 9


def step_bars(
    *,
    pieces: Sequence[str],
    values: NDArray[np.floating],
    piece_title: str,
    value_title: str,
    form: str,
    dark: bool,
    selected: int | None = None,
    log_top: float | None = None,
) -> Spec:
    """One bar for each step with its number above; with `selected` a click picks a step (`t`).

    `log_top`: a log axis from below 1 up to this value. Raises ValueError when the lengths differ.
    """
    if len(pieces) != len(values):
        raise ValueError(f"{len(pieces)} pieces, {len(values)} values")
    colours, count = PALETTE[theme(dark)], len(pieces)
    frame = pa.table(
        {"t": np.arange(count, dtype=np.int16), "v": np.asarray(values, dtype=np.float64)}
    )
    shared: Spec = {
        "x": places(
            "t", pieces, piece_title, colours["target_text"], gap=0.25, labelAngle=slant(pieces)
        ),
        "y": {
            "field": "v",
            "type": "quantitative",
            "axis": None,
            "scale": {"type": "log", "domain": [0.6, log_top * 3]}
            if log_top
            else {"domain": [0, 1.18 * float(np.max(values, initial=1e-6))]},
        },
        "tooltip": [
            {"field": "piece", "type": "nominal", "title": piece_title},
            {"field": "v", "type": "quantitative", "title": value_title, "format": form},
        ],
    }
    layers = [_bars(shared, colours["target"], selected, log_top)]
    if count <= PRINT_LIMIT:
        layers.append(_numbers(shared, form, colours["ink"], count))
    return {
        "config": look(dark),
        "height": BAR_HEIGHT,
        "datasets": {"rows": frame},
        "data": {"name": "rows"},
        "transform": [{"calculate": label_at(pieces, "datum.t"), "as": "piece"}],
        **({} if selected is None else {"params": [_click(selected)]}),
        "layer": layers,
    }


def _bars(shared: Spec, tone: str, selected: int | None, log_top: float | None) -> Spec:
    mark: Spec = {"type": "bar", "cornerRadius": 2, "color": tone}
    encoding = {**shared, **({"y2": {"datum": 0.6}} if log_top else {})}
    if selected is not None:
        mark["cursor"] = "pointer"
        encoding["opacity"] = {"condition": {"param": STEP_PICK, "value": 1.0}, "value": 0.45}
    return {"name": "bars", "mark": mark, "encoding": encoding}


def _numbers(shared: Spec, form: str, ink: str, count: int) -> Spec:
    """Above the bars where they have room."""
    return {
        "mark": {"type": "text", "fontSize": AXIS_SIZE - 1, "dy": -8, "tooltip": False},
        "encoding": {
            **shared,
            "text": {"field": "v", "type": "quantitative", "format": form},
            "color": {"value": ink},
            "opacity": {"condition": {"test": f"width < {30 * count}", "value": 0}, "value": 1},
        },
    }


def _click(selected: int) -> Spec:
    return {
        "name": STEP_PICK,
        "select": {
            "type": "point",
            "fields": ["t"],
            "on": "click",
            "clear": False,
            "toggle": False,
        },
        "views": ["bars"],
        "value": [{"t": selected}],
    }


def path_grid(
    *,
    rows: Sequence[Sequence[str]],
    row_labels: Sequence[str],
    leaves: Sequence[int | None],
    step_title: str,
    piece_title: str,
    names: tuple[str, str, str],
    dark: bool,
) -> Spec:
    """Outputs piece by piece, the first row is the one to compare with.

    `leaves[i]` is the step (from 0) at which row i first differs from it, None if never; `names`
    of the three kinds of cells: as the first row, the first other piece, after it. Raises
    ValueError when the lengths differ.
    """
    if not len(rows) == len(row_labels) == len(leaves):
        raise ValueError(f"{len(rows)} rows, {len(row_labels)} labels, {len(leaves)} places")
    colours, longest = PALETTE[theme(dark)], max(map(len, rows))
    cells = [
        {"r": r, "t": t, "piece": piece, "short": _short(piece), "kind": _kind(t, leaves[r])}
        for r, row in enumerate(rows)
        for t, piece in enumerate(row)
    ]
    steps = [str(t + 1) for t in range(longest)]
    sides = {
        "x": places(
            "t",
            steps,
            step_title,
            colours["second"],
            gap=0.06,
            orient="top",
            labelAngle=0,
            labelFontWeight=400,
            values=list(range(longest))
            if longest <= PRINT_LIMIT
            else list(range(EVERY - 1, longest, EVERY)),
        ),
        "y": places("r", row_labels, None, colours["target_text"], gap=0.14, labelLimit=110),
    }
    words = {
        "mark": {"type": "text", "fontSize": 11.5, "tooltip": False},
        "encoding": {
            **sides,
            "text": {"field": "short"},
            "color": {
                "condition": {"test": "datum.kind === 1", "value": colours["page"]},
                "value": colours["ink"],
            },
            "opacity": {
                "condition": {"test": f"width < {NAMED_CELL * longest}", "value": 0},
                "value": 1,
            },
        },
    }
    return {
        "config": look(dark),
        "height": GRID_ROW * len(rows) + 76,
        "datasets": {"cells": pa.Table.from_pylist(cells)},
        "data": {"name": "cells"},
        "transform": [{"calculate": "datum.t + 1", "as": "step"}],
        "layer": [_cells(sides, names, step_title, piece_title, dark), words],
    }


def _cells(
    sides: Spec, names: tuple[str, str, str], step_title: str, piece_title: str, dark: bool
) -> Spec:
    colours = PALETTE[theme(dark)]
    tones = [colours["line"], colours["target"], colours["target_band"]]
    return {
        "mark": {"type": "rect", "cornerRadius": 3, "stroke": colours["line"]},
        "encoding": {
            **sides,
            "color": {
                "field": "kind",
                "type": "nominal",
                "title": None,
                "scale": {"domain": [0, 1, 2], "range": tones},
                "legend": {
                    "orient": "bottom",
                    "labelExpr": label_at(names, "datum.value"),
                    "labelLimit": 260,
                    "symbolType": "square",
                    "columns": 3,
                    "symbolStrokeColor": colours["third"],
                },
            },
            "tooltip": [
                {"field": "step", "type": "quantitative", "title": step_title},
                {"field": "piece", "type": "nominal", "title": piece_title},
            ],
        },
    }


def _kind(step: int, leaves: int | None) -> int:
    if leaves is None or step < leaves:
        return 0
    return 1 if step == leaves else 2


def _short(piece: str) -> str:
    return piece if len(piece) <= LETTERS else f"{piece[: LETTERS - 1]}…"
