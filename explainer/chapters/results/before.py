"""What each system of the table is made of, and where such systems are compared."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.frame.course import chapter_of
from explainer.frame.navigation import open_page
from explainer.frame.view import View
from explainer.text import Text

WAYS: Final = ("rnn", "alignment", "complexity")  # the chapters on such systems and what they cost


def made_of(text: Text) -> dict[str, str]:
    """A sentence each, by the name of a single model."""
    transformer = text("results.before_transformer")
    return {
        "ByteNet": text("results.before_bytenet"),
        "Deep-Att + PosUnk": text("results.before_deep_att"),
        "GNMT + RL": text("results.before_gnmt"),
        "ConvS2S": text("results.before_convs2s"),
        "MoE": text("results.before_moe"),
        "Transformer (base)": transformer,
        "Transformer (big)": transformer,
    }


def draw_ways(view: View) -> None:
    """To the chapters on what came before."""
    text = view.text
    names = text.each("results.to_*", *WAYS)
    with st.container(horizontal=True):
        for way in WAYS:
            if chapter_of(way) is not None and st.button(
                names[way], key=f"results_to_{way}", icon=":material/east:"
            ):
                open_page(way, text, {})
