"""The systems before the Transformer: what each was made of, and where that is compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.data.results import SYSTEMS
from explainer.frame.course import chapter_of
from explainer.frame.navigation import open_page

if TYPE_CHECKING:
    from explainer.frame.view import View

COMPARED = "complexity"  # the chapter on what such layers cost


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
    if chapter_of(COMPARED) is not None and st.button(
        text("results.to_costs"), key="results_to_costs", icon=":material/east:"
    ):
        open_page(COMPARED, text, {})
