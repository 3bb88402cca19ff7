"""A page with nothing but the drawing, for test_flow_component.py.

The address says what to draw: `src`, `tgt` (tokens and steps), `layers`, `heads`, `lang`, `dark`,
`rank` (of the chosen tokens), `markup`. Below: how often the script ran and what it got back.
"""

from __future__ import annotations

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

MARKUP = "<img/src=x/onerror=alert(1)>"


def number(name: str, default: int) -> int:
    return int(st.query_params.get(name, default))


def sentence(seed: int) -> Translation:
    translation = fake_translation(
        seed=seed,
        n_src=number("src", 9),
        n_tgt=number("tgt", 10),
        layers=number("layers", 3),
        heads=number("heads", 8),
    )
    if number("markup", 0):
        tokens = (MARKUP, *translation.source.tokens[1:])
        source = dataclasses.replace(translation.source, tokens=tokens)
        translation = dataclasses.replace(translation, source=source)
    rank = number("rank", 1)
    if rank > 1:
        probs = translation.top_probs[:, rank - 1]
        ranks = (rank,) * len(translation.predicted)
        translation = dataclasses.replace(translation, predicted_ranks=ranks, predicted_probs=probs)
    return translation


def draw(seed: int) -> FlowState:
    lang = st.query_params.get("lang", "en")
    view = View(
        text=Text(lang),
        lang=lang,
        dark=bool(number("dark", 0)),
        translator_name="fake",
        card={},
        maybe_translation=sentence(seed),
    )
    return flow(
        view, key="flow", step=number("step", 7), layer=number("layer", 2), head=number("head", -1)
    )


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
