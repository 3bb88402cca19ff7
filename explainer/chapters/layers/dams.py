"""Removed sub-layers ("dams"), kept in the URL as "d3c.e1f"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

from explainer.analysis.stack import SUBLAYERS, SublayerId
from explainer.drawings import Choice
from explainer.frame import address
from explainer.frame.choices import Place

if TYPE_CHECKING:
    from explainer.text import Text

NAME = Place("layers_dams")
VISIT: Final = "layers_dams_visit"  # session: the visit of the page they were read for
LETTERS: Final = {"self_attn": "s", "cross_attn": "c", "ffn": "f"}


def codes(sizes: Mapping[str, Any]) -> dict[str, SublayerId]:
    """Return every sub-layer of a model by its short code, in order of computation."""
    return {
        f"{stack[0]}{layer + 1}{LETTERS[part]}": (stack, layer, part)
        for stack, parts in SUBLAYERS.items()
        for layer in range(sizes[f"n_{stack}_layers"])
        for part in parts
    }


def read_dams(text: Text, sizes: Mapping[str, Any]) -> tuple[SublayerId, ...]:
    """Return this page's removed sub-layers; unknown ones are ignored with one message."""
    known = codes(sizes)
    if st.session_state.get(VISIT) != address.visit():  # another page was open, or a link leads
        st.session_state[VISIT] = address.visit()
        st.session_state.pop(NAME, None)
    if address.url_wins(NAME):
        written = st.query_params.get(NAME, "")
        if any(code not in known for code in _split(written)):
            address.say_ignored(text, NAME)
    value = address.seed(NAME, "", str)
    kept = [code for code in known if code in _split(value)]
    st.session_state[NAME] = ".".join(kept)
    address.keep(NAME, ".".join(kept), "")
    return tuple(known[code] for code in kept)


def trace_name(sublayer: SublayerId) -> str:
    """Return a sub-layer's trace name: "decoder.2.cross_attn", or "decoder.embed"."""
    stack, layer, part = sublayer
    return f"{stack}.{part}" if layer < 0 else f"{stack}.{layer}.{part}"


def set_dams(sizes: Mapping[str, Any], choice: Choice) -> None:
    """Store the removed sub-layers that a browser sent."""
    if isinstance(sent := choice.get("dams"), list):
        there = (code for code, place in codes(sizes).items() if trace_name(place) in sent)
        st.session_state[NAME] = ".".join(there)


def open_all() -> None:
    """Put all removed sub-layers back; for a button."""
    st.session_state[NAME] = ""


def _split(written: str) -> set[str]:
    return set(filter(None, written.split(".")))
