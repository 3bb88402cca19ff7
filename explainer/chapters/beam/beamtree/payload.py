"""What the drawing of a tree gets: places, rounded numbers, finished words, palette colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from explainer.analysis.beam_rerank import jumps
from explainer.analysis.beam_tree import CHOSEN, Node, Tree
from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import plain
from explainer.drawings import DIGITS

COLOURS: Final = (*GREYS, "mask", "target", "target_text", "target_band", "correct_text")
GREEDY, RESCUED = 1, 2  # bits of a node's last number


@dataclass(frozen=True)
class TreeWords:
    """Finished words; those with holes are filled by the browser."""

    name: str  # the whole drawing in a sentence: {winner} {total}
    told: str  # the line below it while nothing is pointed at: {winner} {total}
    node: str  # {path} {logp} {p} {sum} {reason}
    step: str  # {number}
    reasons: Mapping[str, str]  # by verdict, {rank}
    legend: Mapping[str, str]  # by mark, only those that are drawn
    alpha: str  # the name of the slider
    jump: str  # what the marks on it are
    ranking: str  # the name of the list below the tree
    count: str  # {count} tokens
    more: str  # {count} that are not listed


@dataclass(frozen=True)
class End:
    """A translation of the ranking: where it ends in the tree, and what its score is made of."""

    node: int
    total: float
    length: int
    words: str
    finished: bool


def tree_payload(
    tree: Tree,
    pieces: Sequence[str],
    *,
    step: int,
    show: str,
    ends: Sequence[End],
    alpha: float,
    most: float,
    start: str,
    words: TreeWords,
    dark: bool,
) -> dict[str, Any]:
    """Data of the component.

    Args:
        pieces: of every node.
        step: the column that is lit, from 1.
        show: "sum" or "p", the number above every piece.
        ends: what is ranked; the trunk is the path to the first with `alpha`, at most `most`.
    """
    if len(pieces) != len(tree.nodes):
        raise ValueError(f"{len(pieces)} pieces for {len(tree.nodes)} nodes")
    finished = [(end.total, end.length) for end in ends if end.finished]
    return {
        "nodes": [_line(node, piece) for node, piece in zip(tree.nodes, pieces, strict=True)],
        "steps": tree.n_steps,
        "columns": tree.n_columns,
        "lines": tree.n_lines,
        "step": step,
        "show": show,
        "ends": [
            [end.node, round(end.total, DIGITS), end.length, end.words, int(end.finished)]
            for end in ends
        ],
        "alpha": alpha,
        "most": most,
        "jumps": [(round(start, DIGITS), first) for start, first in jumps(finished, most)],
        "start": start,
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def veil(data: Mapping[str, Any]) -> dict[str, Any]:
    """The tree up to the lit step without sums; the candidates of that step in no telling order.
    A beam of one path is that path alone.
    """
    step = data["step"]
    kept = [at for at, node in enumerate(data["nodes"]) if node[0] <= step]
    living = [at for at in kept if data["nodes"][at][7] in CHOSEN]
    if len(living) == len({data["nodes"][at][0] for at in living}):
        kept = living
    places = {-1: -1, **{at: place for place, at in enumerate(kept)}}
    nodes = [
        [node[0], places[node[1]], *node[2:4], 0, 0, 0, "kept", 0]
        for node in map(data["nodes"].__getitem__, kept)
    ]
    last = sorted((node for node in nodes if node[0] == step), key=lambda node: node[3])
    for node, line in zip(last, sorted(node[2] for node in last), strict=True):
        node[2] = line
    words = {**data["words"], "legend": {}, "told": ""}
    gone = {"ends": [], "alpha": 0, "jumps": []}
    return {**data, **gone, "nodes": nodes, "words": words, "offers": _names(nodes)}


def _names(nodes: Sequence[Sequence[Any]]) -> list[str]:
    """Every node by what stands before it, and its token."""
    paths, names = list[str](), list[str]()
    for _, parent, _, piece, *_ in nodes:
        before = paths[parent] if parent >= 0 else ""
        paths.append(before + piece)
        words = before.replace("▁", " ").strip()
        names.append(f"{words} … {piece}" if words else piece)
    return names


def _line(node: Node, piece: str) -> list[Any]:
    """A node as a list: hundreds of them travel at every change."""
    marks = GREEDY * node.greedy + RESCUED * node.rescued
    return [
        node.step,
        node.parent,
        node.line,
        piece,
        round(node.log_prob, DIGITS),
        round(node.total, DIGITS),
        node.rank,
        node.verdict,
        marks,
    ]
