"""A page with nothing but the tree of a beam search, for test_beam_component.py.

The address says what to draw: `width`, `steps`, `dark`, `rescue`. Below: what was pressed, and
how often the script ran.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import streamlit as st

from explainer.analysis.beam_tree import Branch, beam_tree, paths_of
from explainer.chapters.beam.beamtree import End, TreeWords, beamtree, tree_payload
from explainer.decoding import DecodeOptions, decode
from tests.decoding.toy import Toy

MARKUP = "<img/src=x/onerror=alert(1)>"
PIECES = ("▁a", "▁friend", "▁yesterday", ".", MARKUP, "▁영화", "▁with", "m")


def number(name: str, default: int) -> int:
    return int(st.query_params.get(name, default))


st.set_page_config(page_title="beam", layout="wide")
st.session_state["runs"] = st.session_state.get("runs", 0) + 1
width, steps = number("width", 4), number("steps", 9)
options = DecodeOptions(width=width, n_best=width, min_length=steps, max_length=steps)
result = decode(Toy(1, 12).step, 1, options, keep=True)
hypotheses = result.hypotheses[0]
winner = hypotheses[0].ids
pools = [step.pool(0) for step in result.steps]
branch = None
if number("rescue", 0):  # the first that was cut, and two more
    lost = next(c for c in pools[1] if c.verdict == "pruned")
    rescued = (*paths_of(pools[:1])[-1][lost.parent], lost.id)
    branch = Branch((*rescued, 4, 5), (-1.0,) * (len(rescued) + 2), len(rescued))
tree = beam_tree(pools, winner=winner, greedy=winner[:2], branch=branch)
data = tree_payload(
    tree,
    [PIECES[node.id % len(PIECES)] for node in tree.nodes],
    step=st.session_state.get("step", 3),
    show="sum",
    ends=[
        End(tree.find(h.ids) or 0, h.total, len(h.ids), f"a translation {i}", h.finished)
        for i, h in enumerate(hypotheses)
    ],
    alpha=st.session_state.get("alpha", 0.6),
    most=2.0,
    start="<s>",
    dark=bool(number("dark", 0)),
    words=TreeWords(
        name="the tree",
        told="nothing pointed at",
        node="{path} | {logp} {p} {sum} | {reason}",
        step="step {number}",
        legend={"winner": "winner", "pruned": "cut"},
        reasons={"kept": "kept", "pruned": "rank {rank}"},
        alpha="penalty",
        jump="marks",
        ranking="the ranking",
        count="{count} tokens",
        more="{count} more",
    ),
)


def pressed(pick: tuple[str, int]) -> None:
    st.session_state["pick"] = list(pick)
    if pick[0] == "step":
        st.session_state["step"] = pick[1] + 1
    if pick[0] == "alpha":
        st.session_state["alpha"] = pick[1] / 10


beamtree(data, key="tree", on_pick=pressed)
report = {name: st.session_state.get(name) for name in ("runs", "pick")}
cut = [i for i, node in enumerate(tree.nodes) if node.verdict == "pruned"]
st.text(json.dumps({**report, "cut": cut[0], "nodes": len(tree.nodes)}))
