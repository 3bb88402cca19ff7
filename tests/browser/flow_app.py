"""A page with nothing but the drawing, for test_flow_component.py.

The address says what to draw: `src`, `tgt` (tokens and steps), `layers`, `heads`, `lang`, `dark`.
Below: how often the script ran and what it got back.
"""

import dataclasses
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import streamlit as st

from explainer.chapters.translate.flow import FlowState, flow
from explainer.frame.view import View
from explainer.text import Text
from explainer.translation import Translation
from tests.fakes import fake_translation


def number(name: str, default: int) -> int:
    return int(st.query_params.get(name, default))


def sentence(seed: int) -> Translation:
    sizes = {"n_src": number("src", 9), "n_tgt": number("tgt", 10)}
    return fake_translation(seed, layers=number("layers", 3), heads=number("heads", 8), **sizes)


def draw(seed: int) -> FlowState:
    lang = st.query_params.get("lang", "en")
    view = View(Text(lang), lang, bool(number("dark", 0)), "fake", {}, sentence(seed))
    step, layer, head = number("step", 7), number("layer", 2), number("head", -1)
    return flow(view, key="flow", step=step, layer=layer, head=head)


st.set_page_config(page_title="flow", layout="wide")
st.session_state["runs"] = st.session_state.get("runs", 0) + 1
st.button("again", key="again")
if st.button("other sentence", key="other"):
    st.session_state["seed"] = st.session_state.get("seed", 0) + 1
    st.query_params["step"] = "2"
state = draw(st.session_state.get("seed", 0))
for name, value in zip(("step", "layer", "head"), state.place, strict=True):
    st.query_params[name] = str(value)
if state.goto:
    st.session_state["goto"] = state.goto
if state.cell:
    st.session_state["cell"] = dataclasses.asdict(state.cell)
kept = {name: st.session_state.get(name) for name in ("runs", "goto", "cell")}
st.text(json.dumps({**kept, "place": state.place}))
