"""Layers over tokens: the arrows on which other tokens reach one output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pyarrow as pa

from explainer.charts.labels import AXIS_SIZE, Spec, axis, label_at, look
from explainer.charts.palette import PALETTE, theme

Arrow = tuple[tuple[int, int], tuple[int, int]]  # from (layer, position) to the same
ROW: Final = 26  # pixels a layer
LOWEST: Final = 3  # layers a drawing has room for at least
ROOM: Final = 78  # pixels for the words below
FEW: Final = 8  # layers: more are numbered by twos


def reach(
    *,
    arrows: Sequence[Arrow],
    labels: Sequence[str],
    layers: int,
    target: int,
    tone: str,
    layer_title: str,
    token_title: str,
    dark: bool,
) -> Spec:
    """Nodes (layer, position), input at the bottom; those on a way to `target` are full.

    Raises ValueError for a target or an arrow that is no node.
    """
    nodes = [(layer, at) for layer in range(layers + 1) for at in range(len(labels))]
    used = {node for arrow in arrows for node in arrow} | {(layers, target)}
    if not used <= set(nodes):
        raise ValueError(f"arrows beyond {layers} layers of {len(labels)} tokens")
    ends = np.array([[*one, *other] for one, other in arrows], dtype=np.int16).reshape(-1, 4)
    spots = np.array(nodes, dtype=np.int16)
    datasets = {
        "arrows": pa.table(dict(zip(("l", "t", "l2", "t2"), ends.T, strict=True))),
        "nodes": pa.table(
            {
                "l": spots[:, 0],
                "t": spots[:, 1],
                "on": [node in used for node in nodes],
                "goal": [node == (layers, target) for node in nodes],
            }
        ),
    }
    sides = _sides(labels, layers, layer_title, dark)
    titles = (token_title, layer_title)
    return {
        "config": look(dark),
        "height": ROW * max(LOWEST, layers) + ROOM,
        "datasets": datasets,
        "layer": [_lines(sides, tone, dark), _spots(sides, labels, titles, tone, dark)],
    }


def _sides(labels: Sequence[str], layers: int, layer_title: str, dark: bool) -> Spec:
    """Both axes, with room for half a node on every side."""
    colours = PALETTE[theme(dark)]
    upright = {
        "title": layer_title,
        "values": list(range(0, layers + 1, 1 if layers < FEW else 2)),
        "format": "d",
        "grid": False,
        "domain": False,
        "ticks": False,
        "labelColor": colours["second"],
        "titleColor": colours["second"],
        "labelFontSize": AXIS_SIZE,
        "titleFontSize": AXIS_SIZE,
        "titleFontWeight": 400,
    }
    across = axis(
        labels,
        None,
        colours["source_text"],
        values=list(range(len(labels))),
        labelAngle=-40,
        labelLimit=60,
    )
    return {
        "x": {
            "field": "t",
            "type": "quantitative",
            "scale": {"domain": [-0.5, len(labels) - 0.5], "nice": False},
            "axis": across,
        },
        "y": {
            "field": "l",
            "type": "quantitative",
            "scale": {"domain": [-0.35, layers + 0.35], "nice": False},
            "axis": upright,
        },
    }


def _lines(sides: Spec, tone: str, dark: bool) -> Spec:
    colour = PALETTE[theme(dark)][tone]
    return {
        "data": {"name": "arrows"},
        "mark": {"type": "rule", "strokeWidth": 1.3, "opacity": 0.7, "color": colour},
        "encoding": {**sides, "x2": {"field": "t2"}, "y2": {"field": "l2"}},
    }


def _spots(
    sides: Spec, labels: Sequence[str], titles: tuple[str, str], tone: str, dark: bool
) -> Spec:
    """Full on a way, hollow beside it; the output that is asked for is large."""
    colours = PALETTE[theme(dark)]
    full = {"condition": {"test": "datum.on", "value": colours[tone]}, "value": colours["page"]}
    return {
        "data": {"name": "nodes"},
        "transform": [{"calculate": label_at(labels, "datum.t"), "as": "token"}],
        "mark": {"type": "circle", "strokeWidth": 1.2, "opacity": 1, "stroke": colours[tone]},
        "encoding": {
            **sides,
            "fill": full,
            "size": {"condition": {"test": "datum.goal", "value": 190}, "value": 60},
            "tooltip": [
                {"field": "token", "type": "nominal", "title": titles[0]},
                {"field": "l", "type": "quantitative", "title": titles[1]},
            ],
        },
    }
