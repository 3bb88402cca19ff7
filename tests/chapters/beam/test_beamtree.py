"""What the drawing of a tree is given, and what it may send back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from explainer.analysis.beam_tree import Tree, beam_tree
from explainer.chapters.beam.beamtree import End, TreeWords, tree_payload
from explainer.charts.palette import PALETTE
from explainer.decoding import DecodeOptions, decode
from tests.decoding.toy import Toy

WORDS = TreeWords(
    name="tree",
    told="told",
    node="{path} {logp} {p} {sum} {reason}",
    step="{number}",
    reasons={"kept": "kept"},
    legend={"winner": "winner"},
    alpha="alpha",
    jump="jump",
    ranking="ranking",
    count="{count}",
    more="{count} more",
)
SHORT, LONG = End(0, -2.0, 4, "short", True), End(1, -2.4, 8, "long", True)
OPEN = End(2, -0.1, 8, "not finished", False)


def tree(width: int = 4, max_length: int = 8, n_vocab: int = 12) -> Tree:
    options = DecodeOptions(width=width, n_best=width, max_length=max_length, min_length=max_length)
    result = decode(Toy(1, n_vocab).step, 1, options, keep=True)
    pools = [step.pool(0) for step in result.steps]
    return beam_tree(pools, winner=result.hypotheses[0][0].ids, greedy=pools[0][0:0])  # type: ignore[arg-type]


def payload(found: Tree, dark: bool = False) -> dict[str, Any]:
    names = [f"▁{node.id}" for node in found.nodes]
    return tree_payload(
        found,
        names,
        step=2,
        show="sum",
        ends=(SHORT, LONG, OPEN),
        alpha=0.6,
        most=2.0,
        start="<s>",
        words=WORDS,
        dark=dark,
    )


def test_the_numbers_drawn_are_the_trees() -> None:
    found = tree()
    data = payload(found)
    assert [line[0] for line in data["nodes"]] == [node.step for node in found.nodes]
    assert [line[1] for line in data["nodes"]] == [node.parent for node in found.nodes]
    assert [line[5] for line in data["nodes"]] == pytest.approx(
        [node.total for node in found.nodes], abs=1e-4
    )
    for line, node in zip(data["nodes"], found.nodes, strict=True):
        before = data["nodes"][node.parent][5] if node.parent >= 0 else 0.0
        assert line[5] - before == pytest.approx(line[4], abs=2e-4)
    assert [bool(line[8] & 1) for line in data["nodes"]] == [node.greedy for node in found.nodes]
    for dark, theme in ((False, "light"), (True, "dark")):
        assert payload(found, dark)["colours"]["target"] == PALETTE[theme]["target"]


def test_the_longest_output_stays_small_enough_to_send_at_every_change() -> None:
    found = tree(width=8, max_length=96, n_vocab=40)
    assert found.n_steps == 96 and len(found.nodes) > 96 * 8
    assert len(json.dumps(payload(found))) < 150 * 1024


def test_what_is_ranked_is_sent_and_where_the_lead_changes() -> None:
    data = payload(tree())
    assert data["ends"] == [
        [0, -2.0, 4, "short", 1],
        [1, -2.4, 8, "long", 1],
        [2, -0.1, 8, "not finished", 0],
    ]
    (start, first), (alpha, second) = data["jumps"]
    assert (start, first, second) == (0.0, 0, 1)  # what is not finished never wins
    sums = [end.total / ((5 + end.length) / 6) ** alpha for end in (SHORT, LONG)]
    assert sums[0] == pytest.approx(sums[1], abs=1e-4)
