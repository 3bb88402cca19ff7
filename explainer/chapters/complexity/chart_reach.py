"""Graph of layers over tokens: the edges by which other tokens reach one output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from explainer.charts.curves import Axis
from explainer.charts.figure import Figure
from explainer.charts.palette import PALETTE, theme
from explainer.charts.plane import layer, plane

Node = tuple[int, int]  # (layer, position)
Arrow = tuple[Node, Node]
FIRST: Final = (0, 0)
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
    row: int = ROW,
) -> Figure:
    """Draw nodes (layer, position), input at the bottom; those on a path to `target` are filled,
    and the way from the first token to it is thick.

    A layer is at least `row` pixels high.
    Raises ValueError if the target or an end of an edge is not a node.
    """
    nodes = [(layer, at) for layer in range(layers + 1) for at in range(len(labels))]
    used = {node for arrow in arrows for node in arrow} | {(layers, target)}
    if not used <= set(nodes):
        raise ValueError(f"arrows beyond {layers} layers of {len(labels)} tokens")
    own, page = PALETTE[theme(dark)][tone], PALETTE[theme(dark)]["page"]
    lines, thick = (
        [{"x": a[1], "y": a[0], "x2": b[1], "y2": b[0]} for a, b in some]
        for some in (arrows, first_way(arrows))
    )
    spots = [
        {"x": node[1], "y": node[0], "fill": own if node in used else page}
        | {"size": 190 if node == (layers, target) else 60}
        for node in nodes
    ]
    return plane(
        layers=[
            layer("rule", "arrows", lines, strokeWidth=1.3, opacity=0.5, color=own),
            layer("rule", "way", thick, strokeWidth=5, opacity=1, color=own),
            layer(
                "point",
                "nodes",
                spots,
                tooltip=[("place", token_title, ""), ("y", layer_title, "d")],
                stroke=own,
                strokeWidth=1.2,
                opacity=1,
            ),
        ],
        x=Axis(
            "",
            span=(-0.5, len(labels) - 0.5),
            words=labels,
            colour="source_text",
            angle=-40,
            limit=60,
        ),
        y=Axis(
            "",
            span=(-0.35, layers + 0.35),
            form="d",
            ticks=tuple(range(0, layers + 1, 1 if layers < FEW else 2)),
            grid=False,
        ),
        height=row * max(LOWEST, layers) + ROOM,
        dark=dark,
    )


def first_way(arrows: Sequence[Arrow]) -> list[Arrow]:
    """Return the arrows from the first token to the output, to which every arrow leads."""
    onward, way, at = dict(arrows), list[Arrow](), FIRST
    while at in onward:
        way.append((at, onward[at]))
        at = onward[at]
    return way
