"""Who can reach whom: layers as graphs, the shortest way found by breadth-first search.

Table 1 of arXiv:1706.03762 gives the longest of these ways (maximum path length) and the number of
steps that must come one after the other (sequential operations). An arrow is one pass through a
layer, or from one state to the next. Kernels end at their own position and look back; a window
stands around it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["attention", "recurrent", "contiguous", "dilated", "restricted"]
KINDS: Final[tuple[Kind, ...]] = ("attention", "recurrent", "contiguous", "dilated", "restricted")

Node = tuple[int, int]  # (layer, position); layer 0 holds the input


@dataclass(frozen=True)
class Sizes:
    """n positions, kernels of k positions, windows of r (odd). Raises ValueError for others."""

    n: int
    k: int
    r: int

    def __post_init__(self) -> None:
        if self.n < 1 or self.k < 2 or self.r < 3 or self.r % 2 == 0:
            raise ValueError(f"no path has these sizes: {self}")


def longest_path(kind: Kind, sizes: Sizes) -> int:
    """By formula: from the first input to the last output, for one position 1."""
    far = sizes.n - 1
    if kind == "attention" or not far:
        return 1
    if kind == "recurrent":
        return sizes.n
    if kind == "contiguous":
        return -(-far // (sizes.k - 1))
    if kind == "restricted":
        return -(-far // (sizes.r // 2))
    layers, reach = 1, sizes.k  # ceil(log_k n), in whole numbers
    while reach < sizes.n:
        layers, reach = layers + 1, reach * sizes.k
    return layers


def layers_needed(kind: Kind, sizes: Sizes) -> int:
    """How many layers lie between them; a recurrent path runs inside one."""
    return 1 if kind == "recurrent" else longest_path(kind, sizes)


def sequential_steps(kind: Kind, n: int) -> int:
    """Steps of one layer that cannot be computed at once."""
    return n if kind == "recurrent" else 1


def sources(kind: Kind, node: Node, sizes: Sizes) -> list[Node]:
    """What a node (layer from 1 on) is computed from."""
    layer, at = node
    if kind == "attention":
        return [(layer - 1, other) for other in range(sizes.n)]
    if kind == "recurrent":
        return [(layer - 1, at)] + ([(layer, at - 1)] if at else [])
    if kind == "restricted":
        side = sizes.r // 2
        reach = range(max(0, at - side), min(sizes.n, at + side + 1))
        return [(layer - 1, other) for other in reach]
    step = sizes.k ** (layer - 1) if kind == "dilated" else 1
    return [(layer - 1, at - i * step) for i in range(sizes.k) if at >= i * step]


@dataclass(frozen=True)
class Cone:
    """All that can reach one output: arrows (from, to), and for each input how many it is away."""

    layers: int
    arrows: tuple[tuple[Node, Node], ...]
    distance: dict[int, int]


def cone(kind: Kind, sizes: Sizes, target: int, layers: int | None = None) -> Cone:
    """Breadth-first search from the output at `target` (from 0) down through `layers`, as many as
    the longest path needs unless it is said."""
    top = layers_needed(kind, sizes) if layers is None else layers
    start = (top, target)
    known: dict[Node, int] = {start: 0}
    arrows: list[tuple[Node, Node]] = []
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        if node[0] == 0:
            continue
        for source in sources(kind, node, sizes):
            arrows.append((source, node))
            if source not in known:
                known[source] = known[node] + 1
                waiting.append(source)
    distance = {at: steps for (layer, at), steps in known.items() if layer == 0}
    return Cone(top, tuple(arrows), distance)


def fewest_layers(kind: Kind, sizes: Sizes, most: int = 64) -> int:
    """By search alone: the first depth at which the last output sees the first input.

    Raises ValueError when `most` layers are not enough.
    """
    for layers in range(1, most + 1):
        if 0 in cone(kind, sizes, sizes.n - 1, layers).distance:
            return layers
    raise ValueError(f"{most} layers of {kind} do not span {sizes}")
