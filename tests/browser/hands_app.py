"""A page with nothing but the two drawings whose parts are dragged, for test_hands.py.

The address says which: `draw` is "triangle" or "recut". Below: what
was sent, and how often the script ran.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np
import streamlit as st

from explainer.analysis.scaling import STEPS
from explainer.chapters.masks.edge import edges_of
from explainer.chapters.scaling.random import WIDTH, draw_recut, random_data
from explainer.drawings import drawing
from explainer.text import Text

MARKUP = "<img/src=x/onerror=alert(1)>"
FED = ("<s>", "▁a", MARKUP, "▁cat", "s", "▁sleep")
WANTED = (*FED[1:], "</s>")

st.set_page_config(page_title="hands", layout="wide")
st.session_state["runs"] = st.session_state.get("runs", 0) + 1
if st.query_params.get("draw") == "recut":
    data = random_data(Text("en"), "normal", 10, 1)
    draw_recut(Text("en"), data, "recut", st.session_state.get(WIDTH, 64))
    told = {"scores": data["scores"], "width": st.session_state.get(WIDTH), "stops": list(STEPS)}
else:
    rng = np.random.default_rng(5)
    scores = rng.normal(size=(len(FED), len(FED))) * 2
    probs = rng.random((len(edges_of(len(FED))), len(FED)))
    data = {
        "fed": FED,
        "wanted": WANTED,
        "scores": scores.tolist(),
        "edges": edges_of(len(FED)),
        "probs": probs.tolist(),
        "steps": probs[0].tolist(),
    }
    drawing(
        "masks/triangle",
        data,
        words=Text("en").section("masks.triangle"),
        key="triangle",
        chosen={"at": st.session_state.get("at", 2), "edge": st.session_state.get("edge", 0)},
        on_choice=st.session_state.update,
    )
    told = {}
report = {name: st.session_state.get(name) for name in ("runs", "edge", "at")}
st.text(json.dumps({**report, **told}))
