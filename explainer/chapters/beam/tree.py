"""Data for the drawing of a beam search: the nodes of the tree and the ranked translations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from explainer.analysis.beam_rerank import winners_by_alpha
from explainer.analysis.beam_tree import CHOSEN, Tree
from explainer.drawings import rounded

PLAIN: Final = ("step", "parent", "line", "rank", "verdict", "greedy", "rescued")
SUMS: Final = ("log_prob", "total")


def tree_data(
    tree: Tree, tokens: Sequence[str], ends: Sequence[Mapping[str, Any]], most: float
) -> dict[str, Any]:
    """Return the fields of all nodes as columns, since hundreds are sent at every change.

    `ends` are the ranked hypotheses: node, total, length, words, and whether finished; up to the
    length penalty `most`.
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
    }


def blank(data: Mapping[str, Any], step: int) -> dict[str, Any]:
    """Hide the answer: cut the tree at a step, without sums, its candidates in neutral order."""
    steps, verdicts = data["nodes"]["step"], data["nodes"]["verdict"]
    kept = [at for at, one in enumerate(steps) if one <= step]
    living = [at for at in kept if verdicts[at] in CHOSEN]
    if len(living) == len({steps[at] for at in living}):
        kept = living
    nodes = {name: [values[at] for at in kept] for name, values in data["nodes"].items()}
    places = {at: place for place, at in enumerate(kept)}
    nodes["parent"] = [places.get(parent, -1) for parent in nodes["parent"]]
    last = [at for at, one in enumerate(nodes["step"]) if one == step]
    lines = sorted(nodes["line"][at] for at in last)
    for at, line in zip(sorted(last, key=lambda at: nodes["token"][at]), lines, strict=True):
        nodes["line"][at] = line
    none = [0] * len(kept)
    nodes |= dict.fromkeys((*SUMS, "rank", "greedy", "rescued"), none)
    nodes["verdict"] = ["kept"] * len(kept)
    unknown = {"ends": [], "jumps": [], "blank": True}
    names = {"offers": _names(nodes), "shown": _names(data["nodes"])}
    return {**data, **unknown, "nodes": nodes, **names}


def _names(nodes: Mapping[str, Sequence[Any]]) -> list[str]:
    """Name every node by its prefix and its token."""
    paths, names = list[str](), list[str]()
    for parent, token in zip(nodes["parent"], nodes["token"], strict=True):
        before = paths[parent] if parent >= 0 else ""
        paths.append(before + token)
        words = before.replace("▁", " ").strip()
        names.append(f"{words} … {token}" if words else token)
    return names
