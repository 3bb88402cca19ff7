"""Path lengths between positions: layers as graphs, shortest paths by breadth-first search.

Table 1 of arXiv:1706.03762 gives the longest of these paths (maximum path length) and the number
of sequential operations. An edge is one pass through a layer, or from one state to the next.
Kernels are causal and end at their own position; windows are centred on it.
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
            raise ValueError(f"invalid sizes for a path: {self}")


def longest_path(kind: Kind, sizes: Sizes) -> int:
    """Return the path length from first input to last output by formula; 1 for one position."""
    far = sizes.n - 1
    if kind == "attention" or not far:
        return 1
    if kind == "recurrent":
        return sizes.n
    if kind == "contiguous":
        return -(-far // (sizes.k - 1))
    if kind == "restricted":
        return -(-far // (sizes.r // 2))
    layers, reach = 1, sizes.k  # ceil(log_k n) in integers
    while reach < sizes.n:
        layers, reach = layers + 1, reach * sizes.k
    return layers


def layers_needed(kind: Kind, sizes: Sizes) -> int:
    """Return how many layers connect all positions; a recurrent path stays within one layer."""
    return 1 if kind == "recurrent" else longest_path(kind, sizes)


def sequential_steps(kind: Kind, n: int) -> int:
    """Return the number of sequential operations in one layer."""
    return n if kind == "recurrent" else 1


def sources(kind: Kind, node: Node, sizes: Sizes) -> list[Node]:
    """Return the nodes that a node (layer 1 or higher) is computed from."""
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
class ReceptiveField:
    """Receptive field of one output: edges (from, to), and each input's distance in edges."""

    layers: int
    arrows: tuple[tuple[Node, Node], ...]
    distance: dict[int, int]


def receptive_field(
    kind: Kind, sizes: Sizes, target: int, layers: int | None = None
) -> ReceptiveField:
    """Find the receptive field of output `target` (from 0) by breadth-first search.

    Searches down through `layers`, by default as many as the longest path needs.
    """
    top = layers_needed(kind, sizes) if layers is None else layers
    start = (top, target)
    distances: dict[Node, int] = {start: 0}
    arrows: list[tuple[Node, Node]] = []
    queue = deque([start])
    while queue:
        node = queue.popleft()
        if node[0] == 0:
            continue
        for source in sources(kind, node, sizes):
            arrows.append((source, node))
            if source not in distances:
                distances[source] = distances[node] + 1
                queue.append(source)
    distance = {at: steps for (layer, at), steps in distances.items() if layer == 0}
    return ReceptiveField(top, tuple(arrows), distance)


def fewest_layers(kind: Kind, sizes: Sizes, most: int = 64) -> int:
    """Search for the smallest depth at which the first input reaches the last output.

    Raises ValueError if `most` layers are not enough.
    """
    for layers in range(1, most + 1):
        if 0 in receptive_field(kind, sizes, sizes.n - 1, layers).distance:
            return layers
    raise ValueError(f"{most} layers of {kind} do not span {sizes}")
