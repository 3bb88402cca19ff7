"""What the drawing of a tree gets: places, rounded numbers, finished words, palette colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from explainer.analysis.beam_tree import Node, Tree
from explainer.charts.palette import PALETTE, theme

COLOURS: Final = (
    "ink",
    "second",
    "third",
    "line",
    "panel",
    "page",
    "primary",
    "mask",
    "target",
    "target_text",
    "target_band",
    "correct_text",
)
DIGITS: Final = 4  # decimals that travel; two are printed
WINNER, GREEDY, RESCUED = 1, 2, 4  # bits of a node's last number


@dataclass(frozen=True)
class TreeWords:
    """Finished words; `node`, `label` and the reasons have holes that the browser fills."""

    name: str  # the whole drawing in a sentence
    told: str  # the line below it while nothing is pointed at
    node: str  # {path} {logp} {p} {sum} {reason}
    step: str  # {number}
    reasons: Mapping[str, str]  # by verdict, {rank}
    legend: Mapping[str, str]  # by mark, only those that are drawn


def tree_payload(
    tree: Tree,
    pieces: Sequence[str],
    *,
    step: int,
    show: str,
    start: str,
    words: TreeWords,
    dark: bool,
) -> dict[str, Any]:
    """Data of the component.

    Args:
        pieces: of every node.
        step: the column that is lit, from 1.
        show: "sum" or "p", the number above every piece.
    """
    if len(pieces) != len(tree.nodes):
        raise ValueError(f"{len(pieces)} pieces for {len(tree.nodes)} nodes")
    colours = PALETTE[theme(dark)]
    return {
        "nodes": [_line(node, piece) for node, piece in zip(tree.nodes, pieces, strict=True)],
        "steps": tree.n_steps,
        "columns": tree.n_columns,
        "lines": tree.n_lines,
        "step": step,
        "show": show,
        "start": start,
        "words": asdict(words),
        "colours": {name: colours[name] for name in COLOURS},
    }


def _line(node: Node, piece: str) -> list[Any]:
    """A node as a list: hundreds of them travel at every change."""
    marks = WINNER * node.winner + GREEDY * node.greedy + RESCUED * node.rescued
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
