"""Data for the drawing of a beam search: the nodes of the tree and the ranked translations."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from explainer.analysis.beam_rerank import winners_by_alpha
from explainer.analysis.beam_tree import CHOSEN, Tree
from explainer.drawings import rounded

PLAIN: Final = ("step", "parent", "line", "rank", "verdict", "greedy", "rescued")
SUMS: Final = ("log_prob", "total")


def tree_data(
    tree: Tree,
    tokens: Sequence[str],
    ends: Sequence[Mapping[str, Any]],
    most: float,
    greedy: Sequence[float],
) -> dict[str, Any]:
    """Return the fields of all nodes as columns, since hundreds are sent at every change.

    `ends` are the ranked hypotheses: node, total, length, words, and whether finished; up to the
    length penalty `most`. `greedy` are the log-probabilities along greedy search's path.
    """
    columns = {name: [getattr(node, name) for node in tree.nodes] for name in (*PLAIN, *SUMS)}
    sums = {name: rounded(np.array(columns[name])) for name in SUMS}
    finished = [(end["total"], end["length"]) for end in ends if end["finished"]]
    return {
        "nodes": {**columns, **sums, "token": list(tokens)},
        "n_steps": tree.n_steps,
        "n_columns": tree.n_columns,
        "n_lines": tree.n_lines,
        "ends": list(ends),
        "jumps": [alpha for alpha, _ in winners_by_alpha(finished, most)][1:],
        "most": most,
        "greedy_sums": rounded(np.cumsum(greedy)),
    }


def blank(data: Mapping[str, Any], step: int) -> dict[str, Any]:
    """Hide the answer: cut the tree at a step, without sums, its candidates in neutral order.

    Only the paths to the candidates stay, in alphabetical order and each in its own line: what
    continues a node begins in that node's line, and no branches cross.
    """
    steps, verdicts, parents = (data["nodes"][name] for name in ("step", "verdict", "parent"))
    kept = {at for at, one in enumerate(steps) if one <= step and verdicts[at] in CHOSEN}
    if len(kept) > len({steps[at] for at in kept}):
        kept = {at for at, one in enumerate(steps) if one == step}
        for at in reversed(range(len(steps))):
            if at in kept and parents[at] >= 0:
                kept.add(parents[at])
    places = {at: place for place, at in enumerate(sorted(kept))}
    nodes = {name: [values[at] for at in places] for name, values in data["nodes"].items()}
    nodes["parent"] = [places.get(parent, -1) for parent in nodes["parent"]]
    paths = list[tuple[tuple[str, int], ...]]()
    for at, (parent, token) in enumerate(zip(nodes["parent"], nodes["token"], strict=True)):
        paths.append((*(paths[parent] if parent >= 0 else ()), (token, at)))
    ends = sorted(paths[at] for at, one in enumerate(nodes["step"]) if one == step)
    nodes["line"] = [bisect_left(ends, path) for path in paths]
    nodes |= dict.fromkeys((*SUMS, "rank"), [0] * len(places))
    nodes |= dict.fromkeys(("greedy", "rescued"), [False] * len(places))
    nodes["verdict"] = ["kept"] * len(places)
    sizes = {"n_steps": step, "n_columns": step, "n_lines": len(ends)}
    unknown = {"ends": [], "jumps": [], "greedy_sums": [], "blank": True}
    names = {"offers": _names(nodes), "shown": _names(data["nodes"])}
    return {**data, **sizes, **unknown, "nodes": nodes, **names}


def _names(nodes: Mapping[str, Sequence[Any]]) -> list[str]:
    """Name every node by its prefix and its token."""
    paths, names = list[str](), list[str]()
    for parent, token in zip(nodes["parent"], nodes["token"], strict=True):
        before = paths[parent] if parent >= 0 else ""
        paths.append(before + token)
        words = before.replace("▁", " ").strip()
        names.append(f"{words} … {token}" if words else token)
    return names
