"""Sentences of unequal length in one rectangle: what is left over is filled with PAD."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from explainer.charts.labels import AXIS_SIZE, Spec, label_at, look, places
from explainer.charts.palette import PALETTE, theme

ROW_HEIGHT = 34
SURROUNDINGS = 56  # pixels of the axis above: Streamlit fits it into the height
LABEL_WIDTH = 40  # pixels a piece needs; narrower cells stay without words


def batch_grid(
    *,
    pieces: Sequence[Sequence[str]],
    ids: Sequence[Sequence[int]],
    pad_piece: str,
    row_title: str,
    column_title: str,
    piece_title: str,
    id_title: str,
    dark: bool,
) -> Spec:
    """One row a sentence, as long as the longest; PAD (id 0) is hatched.

    Raises ValueError without a sentence, or where pieces and ids differ in number.
    """
    if not pieces or [len(row) for row in pieces] != [len(row) for row in ids]:
        raise ValueError("a batch needs sentences, and as many ids as pieces in each")
    colours, width = PALETTE[theme(dark)], max(map(len, pieces))
    cells = [
        (row, column, ids[row][column] if column < len(ids[row]) else 0)
        for row in range(len(pieces))
        for column in range(width)
    ]
    words = [
        pieces[row][column] if column < len(pieces[row]) else pad_piece for row, column, _ in cells
    ]
    frame = pa.table(
        {
            "r": np.array([row for row, _, _ in cells], dtype=np.int16),
            "c": np.array([column for _, column, _ in cells], dtype=np.int16),
            "id": np.array([index for _, _, index in cells], dtype=np.int32),
            "pad": [column >= len(pieces[row]) for row, column, _ in cells],
            "i": np.arange(len(cells), dtype=np.int32),
        }
    )
    sides = {
        "x": places(
            "c",
            [str(i + 1) for i in range(width)],
            column_title,
            colours["third"],
            orient="top",
            labelAngle=0,
            labelOverlap=True,
        ),
        "y": places("r", [str(i + 1) for i in range(len(pieces))], row_title, colours["third"]),
    }
    titles = ((piece_title, "piece"), (id_title, "id"))
    return {
        "config": look(dark),
        "height": len(pieces) * ROW_HEIGHT + SURROUNDINGS,
        "datasets": {"cells": frame},
        "data": {"name": "cells"},
        "transform": [{"calculate": label_at(words, "datum.i"), "as": "piece"}],
        "layer": [_tiles(sides, titles, dark), _hatch(sides, dark), _words(sides, width, dark)],
    }


def _tiles(sides: Spec, titles: Sequence[tuple[str, str]], dark: bool) -> Spec:
    colours = PALETTE[theme(dark)]
    pad = {"test": "datum.pad", "value": colours["panel"]}
    edge = {"test": "datum.pad", "value": colours["mask"]}
    tips = [{"field": field, "type": "nominal", "title": title} for title, field in titles]
    return {
        "mark": {"type": "rect", "cornerRadius": 4, "strokeWidth": 1},
        "encoding": {
            **sides,
            "fill": {"condition": pad, "value": colours["source_band"]},
            "stroke": {"condition": edge, "value": colours["source"]},
            "tooltip": tips,
        },
    }


def _hatch(sides: Spec, dark: bool) -> Spec:
    return {
        "transform": [{"filter": "datum.pad"}],
        "mark": {
            "type": "point",
            "aria": False,
            "shape": "stroke",
            "angle": 315,
            "size": 220,
            "opacity": 0.6,
            "strokeWidth": 1.2,
        },
        "encoding": {**sides, "stroke": {"value": PALETTE[theme(dark)]["mask"]}},
    }


def _words(sides: Spec, width: int, dark: bool) -> Spec:
    """The pieces, where a cell is wide enough for them."""
    colours = PALETTE[theme(dark)]
    return {
        "transform": [{"filter": "!datum.pad"}],
        "mark": {
            "type": "text",
            "fontSize": AXIS_SIZE,
            "fontWeight": 600,
            "limit": {"expr": f"width / {width} - 4"},
            "opacity": {"expr": f"width / {width} < {LABEL_WIDTH} ? 0 : 1"},
        },
        "encoding": {
            **sides,
            "text": {"field": "piece", "type": "nominal"},
            "color": {"value": colours["source_text"]},
        },
    }
