"""A page with nothing but the tree of a beam search, for test_beam_component.py.

The address says what to draw: `width`, `steps`, `rescue`. Below: what was pressed, and
how often the script ran.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import streamlit as st

from explainer.analysis.beam_tree import Branch, beam_tree, paths_of
from explainer.chapters.beam.tree import tree_data
from explainer.decoding import DecodeOptions, decode
from explainer.drawings import Choice, drawing
from explainer.text import Text
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
ends = [
    {
        "node": tree.find(h.ids) or 0,
        "total": h.total,
        "length": len(h.ids),
        "words": f"a translation {i}",
        "finished": h.finished,
    }
    for i, h in enumerate(hypotheses)
]
data = {
    **tree_data(tree, [PIECES[node.id % len(PIECES)] for node in tree.nodes], ends, 2.0),
    "show": "sum",
    "start": "<s>",
    "search": {"width": width, "steps": steps, "limit": steps, "min": steps},
}
words = {
    **Text("en").section("beam.beamtree"),
    "told": "nothing pointed at",
    "node": "{path} | {logp} {p} {sum} | {reason}",
    "pruned": "rank {rank}",
}


def pressed(choice: Choice) -> None:
    if "node" in choice:
        st.session_state["pick"] = ["node", choice["node"]]
    elif "step" in choice:
        st.session_state["pick"] = ["step", choice["step"] - 1]
    else:
        st.session_state["pick"] = ["alpha", round(10 * choice["alpha"])]
    for name in ("step", "alpha"):
        st.session_state[name] = choice.get(name, st.session_state[name])


chosen = {
    "step": st.session_state.setdefault("step", 3),
    "alpha": st.session_state.setdefault("alpha", 0.6),
}
drawing("beam/beamtree", data, words=words, key="tree", chosen=chosen, on_choice=pressed)
report = {name: st.session_state.get(name) for name in ("runs", "pick")}
cut = [i for i, node in enumerate(tree.nodes) if node.verdict == "pruned"]
st.text(json.dumps({**report, "cut": cut[0], "nodes": len(tree.nodes)}))
