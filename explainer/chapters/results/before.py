"""The systems before the Transformer: what each was made of, and where that is compared."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.data.results import SYSTEMS
from explainer.frame.course import chapter_of
from explainer.frame.navigation import open_page
from explainer.frame.view import View

WAYS: Final = ("rnn", "alignment", "complexity")  # the chapters on such systems and what they cost


def draw_before(view: View) -> None:
    """A sentence each, in the order of the paper's table."""
    text = view.text
    said = {
        "ByteNet": text("results.before_bytenet"),
        "Deep-Att + PosUnk": text("results.before_deep_att"),
        "GNMT + RL": text("results.before_gnmt"),
        "ConvS2S": text("results.before_convs2s"),
        "MoE": text("results.before_moe"),
    }
    sources = {system.name: system.source for system in SYSTEMS}
    lines = [f"- **{name}** (arXiv:{sources[name]}): {line}" for name, line in said.items()]
    st.markdown("\n".join(lines))
    names = text.each("results.to_*", *WAYS)
    with st.container(horizontal=True):
        for way in WAYS:
            if chapter_of(way) is not None and st.button(
                names[way], key=f"results_to_{way}", icon=":material/east:"
            ):
                open_page(way, text, {})
