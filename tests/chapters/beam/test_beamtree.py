"""What the drawing of a tree is given, and what it may send back."""

import json
from typing import Any

import pytest

from explainer.analysis.beam_tree import Tree, beam_tree
from explainer.chapters.beam.tree import blank, tree_data
from explainer.decoding import DecodeOptions, decode
from tests.decoding.toy import Toy

ENDS: list[dict[str, Any]] = [
    {"node": 0, "total": -2.0, "length": 4, "words": "short", "finished": True},
    {"node": 1, "total": -2.4, "length": 8, "words": "long", "finished": True},
    {"node": 2, "total": -0.1, "length": 8, "words": "not finished", "finished": False},
]


def tree(width: int = 4, max_length: int = 8, n_vocab: int = 12) -> Tree:
    options = DecodeOptions(width=width, n_best=width, max_length=max_length, min_length=max_length)
    result = decode(Toy(1, n_vocab).step, 1, options, keep=True)
    pools = [step.pool(0) for step in result.steps]
    return beam_tree(pools, winner=result.hypotheses[0][0].ids, greedy=pools[0][0:0])  # type: ignore[arg-type]


def data_of(found: Tree) -> dict[str, Any]:
    return tree_data(found, [f"▁{node.id}" for node in found.nodes], ENDS, 2.0)


def test_the_numbers_drawn_are_the_trees_and_while_it_asks_nothing_says_what_is_kept() -> None:
    found = tree()
    nodes = data_of(found)["nodes"]
    for name in ("step", "parent", "line", "rank", "verdict", "greedy", "rescued"):
        assert nodes[name] == [getattr(node, name) for node in found.nodes]
    assert nodes["total"] == pytest.approx([node.total for node in found.nodes], abs=1e-5)
    for at, parent in enumerate(nodes["parent"]):
        before = nodes["total"][parent] if parent >= 0 else 0.0
        assert nodes["total"][at] - before == pytest.approx(nodes["log_prob"][at], abs=1e-5)
    hidden = blank(data_of(found), 2)
    nodes = hidden["nodes"]
    assert max(nodes["step"]) == 2 and hidden["ends"] == hidden["jumps"] == []
    assert set(nodes["verdict"]) == {"kept"} and not any(nodes["total"])
    last = [at for at, step in enumerate(nodes["step"]) if step == 2]
    assert sorted(nodes["token"][at] for at in last) == [
        nodes["token"][at] for at in sorted(last, key=nodes["line"].__getitem__)
    ]
    assert hidden["offers"][last[0]].endswith(f" … {nodes['token'][last[0]]}")


def test_the_longest_output_stays_small_enough_to_send_at_every_change() -> None:
    found = tree(width=8, max_length=96, n_vocab=40)
    assert found.n_steps == 96 and len(found.nodes) > 96 * 8
    assert len(json.dumps(data_of(found))) < 150 * 1024


def test_where_the_lead_changes_is_sent() -> None:
    """What is not finished never wins."""
    (alpha,) = data_of(tree())["jumps"]
    sums = [end["total"] / ((5 + end["length"]) / 6) ** alpha for end in ENDS[:2]]
    assert sums[0] == pytest.approx(sums[1], abs=1e-4)


def test_while_it_asks_one_path_is_that_path_alone() -> None:
    nodes = blank(data_of(tree(width=1)), 3)["nodes"]
    assert (nodes["step"], nodes["parent"]) == ([1, 2, 3], [-1, 0, 1])
