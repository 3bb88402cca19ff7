"""The whole model as boxes, encoder beside decoder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import pyarrow as pa

from explainer.charts.labels import Spec, look
from explainer.charts.palette import PALETTE, theme

BOX_PICK: Final = "box"  # name of the click selection: event["selection"]["box"]
TALL, SLIM, GAP = 42, 26, 13  # pixels of a box, of a thin box, between two
LEFT, RIGHT = (5.0, 45.5), (54.5, 95.0)  # percent of the width the two columns take
NARROW = 380  # pixels of the figure
SKIP = 2.2  # percent beside a column where the residual runs


@dataclass(frozen=True)
class Block:
    """One box. `skip` > 0: a residual leaves the stream below the box `skip` places lower and
    comes back here. `layer`: inside the frame that is repeated. `tone` is a colour of the palette.
    """

    id: str
    title: str
    note: str
    tone: str
    slim: bool = False
    layer: bool = False
    skip: int = 0


@dataclass(frozen=True)
class Column:
    """Blocks from the bottom up; `times` is written beside the frame, "× 3"."""

    blocks: Sequence[Block]
    times: str


def architecture(
    *,
    encoder: Column,
    decoder: Column,
    memory: tuple[str, str],
    selected: str,
    name_title: str,
    note_title: str,
    dark: bool,
) -> Spec:
    """Both stacks from the bottom up as in figure 1 of the paper; a click picks `id`.

    `memory`: ids of the encoder box that hands its output over and of the box that takes it.
    Raises ValueError when an id of `memory` is missing.
    """
    colours = PALETTE[theme(dark)]
    placed = [*_column_rows(encoder, LEFT), *_column_rows(decoder, RIGHT)]
    height = max(row["top"] for row in placed) + 24
    lines = [
        *_lines(encoder, LEFT, outside=LEFT[0] - SKIP),
        *_lines(decoder, RIGHT, outside=RIGHT[1] + SKIP),
        *_bridge(placed, memory),
    ]
    frames = [_frame(encoder, LEFT, "source"), _frame(decoder, RIGHT, "target")]
    sides = {
        "x": linear_scale("left", [0, 100]),
        "x2": {"field": "right"},
        "y": linear_scale("low", [0, height]),
        "y2": {"field": "top"},
    }
    layers = [
        _frames(sides, colours),
        _frame_names(height, colours),
        _rules(height, colours),
        _arrows(height, colours),
        _boxes(sides, colours, name_title, note_title),
        _titles(height, colours),
        _notes(height, colours),
    ]
    return {
        "config": look(dark),
        "height": height,
        "params": [_click(selected)],
        "resolve": {"scale": {"color": "independent"}},
        "layer": layers,
        "datasets": {
            "boxes": pa.Table.from_pylist(placed),
            "lines": pa.Table.from_pylist(lines),
            "frames": pa.Table.from_pylist(frames),
        },
    }


def _bottoms(blocks: Sequence[Block]) -> list[float]:
    found, y = [], 10.0
    for block in blocks:
        found.append(y)
        y += (SLIM if block.slim else TALL) + GAP
    return found


def _column_rows(column: Column, side: tuple[float, float]) -> list[dict[str, Any]]:
    rows = []
    for block, low in zip(column.blocks, _bottoms(column.blocks), strict=True):
        top = low + (SLIM if block.slim else TALL)
        two = not block.slim
        rows.append(
            {
                "id": block.id,
                "title": block.title,
                "note": block.note,
                "tone": block.tone,
                "slim": block.slim,
                "left": side[0],
                "right": side[1],
                "low": low,
                "top": top,
                "middle": (side[0] + side[1]) / 2,
                "title_y": (low + top) / 2 + (9 if two else 0),
                "note_y": (low + top) / 2 - 9,
            }
        )
    return rows


def _line(x: float, y: float, x2: float, y2: float, kind: str) -> dict[str, Any]:
    return {"x": x, "y": y, "x2": x2, "y2": y2, "kind": kind}


def _lines(column: Column, side: tuple[float, float], outside: float) -> list[dict[str, Any]]:
    """The stream from box to box, and the residuals round the sub-layers."""
    lows = _bottoms(column.blocks)
    middle, edge = (side[0] + side[1]) / 2, side[0] if outside < side[0] else side[1]
    lines = [_line(middle, low - GAP, middle, low, "stream") for low in lows[1:]]
    for index, block in enumerate(column.blocks):
        if not block.skip:
            continue
        leaves = lows[index - block.skip] - GAP / 2
        comes = lows[index] + (SLIM if block.slim else TALL) / 2
        lines += [
            _line(middle, leaves, outside, leaves, "skip"),
            _line(outside, leaves, outside, comes, "skip"),
            _line(outside, comes, edge, comes, "skip"),
        ]
    return lines


def _bridge(placed: Sequence[dict[str, Any]], memory: tuple[str, str]) -> list[dict[str, Any]]:
    """Memory goes over to the decoder between the columns."""
    by_id = {row["id"]: row for row in placed}
    missing = [name for name in memory if name not in by_id]
    if missing:
        raise ValueError(f"no box {', '.join(missing)}")
    gives, takes = (by_id[name] for name in memory)
    y, y2 = ((row["low"] + row["top"]) / 2 for row in (gives, takes))
    return [
        _line(gives["right"], y, 50, y, "memory"),
        _line(50, y, 50, y2, "memory"),
        _line(50, y2, takes["left"], y2, "memory"),
    ]


def _frame(column: Column, side: tuple[float, float], tone: str) -> dict[str, Any]:
    """Round the blocks of one layer."""
    lows = _bottoms(column.blocks)
    inside = [i for i, block in enumerate(column.blocks) if block.layer]
    last = column.blocks[inside[-1]]
    return {
        "left": side[0] - 4.2,
        "right": side[1] + 4.2,
        "low": lows[inside[0]] - GAP + 1,
        "top": lows[inside[-1]] + (SLIM if last.slim else TALL) + GAP - 6,
        "tone": f"{tone}_band",
        "times": column.times,
        "colour": f"{tone}_text",
        "inner": side[1] + 2.3 if tone == "source" else side[0] - 2.3,
        "start": lows[inside[0]],
    }


def linear_scale(field: str, domain: list[float]) -> Spec:
    return {
        "field": field,
        "type": "quantitative",
        "axis": None,
        "scale": {"domain": domain, "nice": False, "zero": False},
    }


def by_name(field: str, colours: Any, names: Sequence[str]) -> Spec:
    scale = {"domain": list(names), "range": [colours[name] for name in names]}
    return {"field": field, "type": "nominal", "legend": None, "scale": scale}


def _frames(sides: Spec, colours: Any) -> Spec:
    tones = ("source_band", "target_band")
    return {
        "data": {"name": "frames"},
        "mark": {"type": "rect", "cornerRadius": 12},
        "encoding": {**sides, "color": by_name("tone", colours, tones)},
    }


def _frame_names(height: float, colours: Any) -> Spec:
    """How often a layer is repeated, upwards along the inner side of its frame."""
    return {
        "data": {"name": "frames"},
        "mark": {"type": "text", "align": "left", "angle": 270, "fontWeight": 700, "fontSize": 13},
        "encoding": {
            "x": linear_scale("inner", [0, 100]),
            "y": linear_scale("start", [0, height]),
            "text": {"field": "times"},
            "color": by_name("colour", colours, ("source_text", "target_text")),
        },
    }


def _rules(height: float, colours: Any) -> Spec:
    tones = {"stream": "third", "skip": "residual", "memory": "memory"}
    return {
        "data": {"name": "lines"},
        "mark": {"type": "rule", "strokeWidth": 1.6},
        "encoding": {
            "x": linear_scale("x", [0, 100]),
            "x2": {"field": "x2"},
            "y": linear_scale("y", [0, height]),
            "y2": {"field": "y2"},
            "color": {
                "field": "kind",
                "type": "nominal",
                "legend": None,
                "scale": {"domain": list(tones), "range": [colours[t] for t in tones.values()]},
            },
            "strokeWidth": {
                "condition": {"test": "datum.kind === 'memory'", "value": 4},
                "value": 1.6,
            },
        },
    }


def _arrows(height: float, colours: Any) -> Spec:
    """Which way the stream runs: up."""
    return {
        "data": {"name": "lines"},
        "transform": [{"filter": "datum.kind === 'stream'"}],
        "mark": {
            "type": "point",
            "shape": "triangle-up",
            "filled": True,
            "size": 34,
            "dy": 0,
            "color": colours["third"],
            "opacity": 1,
            "yOffset": 4,
        },
        "encoding": {"x": linear_scale("x2", [0, 100]), "y": linear_scale("y2", [0, height])},
    }


def _boxes(sides: Spec, colours: Any, name_title: str, note_title: str) -> Spec:
    chosen = {"param": BOX_PICK, "empty": False}
    return {
        "name": "boxes",
        "data": {"name": "boxes"},
        "mark": {"type": "rect", "cornerRadius": 7, "cursor": "pointer", "fill": colours["page"]},
        "encoding": {
            **sides,
            "stroke": by_name("tone", colours, ("source", "memory", "target", "residual")),
            "strokeWidth": {"condition": {**chosen, "value": 3.2}, "value": 1.2},
            "tooltip": [
                {"field": "title", "type": "nominal", "title": name_title},
                {"field": "note", "type": "nominal", "title": note_title},
            ],
        },
    }


def _words(height: float, field: str, y: str, ink: str, size: int, weight: int) -> Spec:
    """Words in a box; a phone's boxes are narrow, and so are their words."""
    fitting = {"expr": f"width < {NARROW} ? {size * 0.8:g} : {size}"}
    return {
        "data": {"name": "boxes"},
        "mark": {
            "type": "text",
            "fontSize": fitting,
            "fontWeight": weight,
            "color": ink,
            "cursor": "pointer",
            "tooltip": False,
        },
        "encoding": {
            "x": linear_scale("middle", [0, 100]),
            "y": linear_scale(y, [0, height]),
            "text": {"field": field},
        },
    }


def _titles(height: float, colours: Any) -> Spec:
    return _words(height, "title", "title_y", colours["ink"], 13, 600)


def _notes(height: float, colours: Any) -> Spec:
    drawn = _words(height, "note", "note_y", colours["second"], 11, 400)
    return {**drawn, "transform": [{"filter": "!datum.slim"}]}


def _click(selected: str) -> Spec:
    return {
        "name": BOX_PICK,
        "select": {
            "type": "point",
            "fields": ["id"],
            "on": "click",
            "clear": False,
            "toggle": False,
        },
        "views": ["boxes"],
        "value": [{"id": selected}],
    }
