"""Which half of the Transformer a family has: two stacks, one layout, what is left out pale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import pyarrow as pa

from explainer.charts.labels import Spec, look
from explainer.charts.palette import PALETTE, theme

Tone = Literal["source", "target", "none"]

ROWS: Final = 6  # reads, embedding, self-attention, cross-attention, FFN, answers
TALL, GAP = 38, 11  # pixels of a box, between two
SIDES: Final = ((2.0, 46.0), (54.0, 98.0))  # percent of the width
NARROW: Final = 300  # pixels of the figure: smaller words


@dataclass(frozen=True)
class Box:
    """`title` and a `note` below it; an empty title leaves the place free."""

    title: str
    note: str = ""


@dataclass(frozen=True)
class Stack:
    """Boxes from the bottom up, ROWS of them; `tone` "none": the family has no such stack."""

    name: str
    boxes: Sequence[Box]
    tone: Tone


@dataclass(frozen=True)
class Bridge:
    """An arrow from the left stack's box to the right one's, by their rows."""

    start: int
    end: int


def halves(*, left: Stack, right: Stack, bridge: Bridge | None, dark: bool) -> Spec:
    """Both stacks from the bottom up. Raises ValueError for a stack of another height."""
    if any(len(stack.boxes) != ROWS for stack in (left, right)):
        raise ValueError(f"a stack has {ROWS} rows")
    colours = PALETTE[theme(dark)]
    height = ROWS * (TALL + GAP) + 26
    boxes = [*_boxes(left, SIDES[0]), *_boxes(right, SIDES[1])]
    lines = [*_lines(left, SIDES[0]), *_lines(right, SIDES[1])]
    if bridge is not None:
        lines += _bridge(bridge)
    names = [
        {"x": sum(side) / 2, "y": height - 12.0, "name": stack.name, "tone": stack.tone}
        for stack, side in zip((left, right), SIDES, strict=True)
    ]
    return {
        "config": look(dark),
        "height": height,
        "resolve": {"scale": {"color": "independent", "stroke": "independent"}},
        "layer": [
            _rules(height, colours),
            _heads(height, colours),
            _rectangles(height, colours),
            _words(height, "title", "title_y", 12, 600, colours),
            _words(height, "note", "note_y", 10.5, 400, colours),
            _names(height, colours),
        ],
        "datasets": {
            "boxes": pa.Table.from_pylist(boxes),
            "lines": pa.Table.from_pylist(lines),
            "names": pa.Table.from_pylist(names),
        },
    }


def _low(row: int) -> float:
    return 6.0 + row * (TALL + GAP)


def _boxes(stack: Stack, side: tuple[float, float]) -> list[dict[str, Any]]:
    found = []
    for row, box in enumerate(stack.boxes):
        if not box.title:
            continue
        middle = _low(row) + TALL / 2
        found.append(
            {
                "left": side[0],
                "right": side[1],
                "low": _low(row),
                "top": _low(row) + TALL,
                "middle": sum(side) / 2,
                "title": box.title,
                "note": box.note,
                "title_y": middle + (7 if box.note else 0),
                "note_y": middle - 8,
                "tone": stack.tone,
                "open": row in (0, ROWS - 1),
            }
        )
    return found


def _lines(stack: Stack, side: tuple[float, float]) -> list[dict[str, Any]]:
    """From box to box, upwards."""
    if stack.tone == "none":
        return []
    x = sum(side) / 2
    there = [row for row, box in enumerate(stack.boxes) if box.title]
    return [
        {"x": x, "x2": x, "y": _low(a) + TALL, "y2": _low(b), "kind": "stream", "head": "up"}
        for a, b in zip(there, there[1:], strict=False)
    ]


def _bridge(bridge: Bridge) -> list[dict[str, Any]]:
    y, y2 = (_low(row) + TALL / 2 for row in (bridge.start, bridge.end))
    corners = [(SIDES[0][1], y), (50.0, y), (50.0, y2), (SIDES[1][0], y2)]
    return [
        {"x": a[0], "y": a[1], "x2": b[0], "y2": b[1], "kind": "memory", "head": head}
        for a, b, head in zip(corners, corners[1:], ("", "", "right"), strict=False)
    ]


def _scale(field: str, domain: list[float]) -> Spec:
    scale = {"domain": domain, "nice": False, "zero": False}
    return {"field": field, "type": "quantitative", "axis": None, "scale": scale}


def _by(field: str, found: dict[str, str]) -> Spec:
    scale = {"domain": list(found), "range": list(found.values())}
    return {"field": field, "type": "nominal", "legend": None, "scale": scale}


def _rules(height: float, colours: Any) -> Spec:
    return {
        "data": {"name": "lines"},
        "mark": {"type": "rule"},
        "encoding": {
            "x": _scale("x", [0, 100]),
            "x2": {"field": "x2"},
            "y": _scale("y", [0, height]),
            "y2": {"field": "y2"},
            "color": _by("kind", {"stream": colours["third"], "memory": colours["memory"]}),
            "strokeWidth": {
                "condition": {"test": "datum.kind === 'memory'", "value": 3.5},
                "value": 1.5,
            },
        },
    }


def _heads(height: float, colours: Any) -> Spec:
    """The points of the arrows."""
    return {
        "data": {"name": "lines"},
        "transform": [{"filter": "datum.head !== ''"}],
        "mark": {"type": "point", "filled": True, "size": 44, "opacity": 1},
        "encoding": {
            "x": _scale("x2", [0, 100]),
            "y": _scale("y2", [0, height]),
            "shape": _by("head", {"up": "triangle-up", "right": "triangle-right"}),
            "color": _by("kind", {"stream": colours["third"], "memory": colours["memory"]}),
        },
    }


def _rectangles(height: float, colours: Any) -> Spec:
    edges = {"source": "source", "target": "target", "none": "line"}
    grounds = {"source": "source_band", "target": "target_band", "none": "page"}
    return {
        "data": {"name": "boxes"},
        "mark": {"type": "rect", "cornerRadius": 6, "strokeWidth": 1.3},
        "encoding": {
            "x": _scale("left", [0, 100]),
            "x2": {"field": "right"},
            "y": _scale("low", [0, height]),
            "y2": {"field": "top"},
            "stroke": _by("tone", {tone: colours[name] for tone, name in edges.items()}),
            "fill": {
                "condition": {"test": "datum.open", "value": colours["page"]},
                **_by("tone", {tone: colours[name] for tone, name in grounds.items()}),
            },
            "strokeDash": {
                "condition": {"test": "datum.tone === 'none'", "value": [4, 4]},
                "value": [1, 0],
            },
            "tooltip": [
                {"field": "title", "type": "nominal", "title": " "},
                {"field": "note", "type": "nominal", "title": " "},
            ],
        },
    }


def _words(height: float, field: str, y: str, size: float, weight: int, colours: Any) -> Spec:
    """Words in a box; in a narrow figure they are smaller."""
    ink = "ink" if field == "title" else "second"
    return {
        "data": {"name": "boxes"},
        "mark": {
            "type": "text",
            "fontSize": {"expr": f"width < {NARROW} ? {size * 0.88:g} : {size:g}"},
            "fontWeight": weight,
            "limit": {"expr": "width * 0.43"},
            "tooltip": False,
        },
        "encoding": {
            "x": _scale("middle", [0, 100]),
            "y": _scale(y, [0, height]),
            "text": {"field": field},
            "color": {
                "condition": {"test": "datum.tone === 'none'", "value": colours["third"]},
                "value": colours[ink],
            },
        },
    }


def _names(height: float, colours: Any) -> Spec:
    tones = {"source": "source_text", "target": "target_text", "none": "third"}
    return {
        "data": {"name": "names"},
        "mark": {"type": "text", "fontSize": 13, "fontWeight": 700},
        "encoding": {
            "x": _scale("x", [0, 100]),
            "y": _scale("y", [0, height]),
            "text": {"field": "name"},
            "color": _by("tone", {tone: colours[name] for tone, name in tones.items()}),
        },
    }
