"""Two common mistakes: that writing is parallel too, and O(n) for the path of a convolution."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.analysis.paths import Sizes, fewest_layers, longest_path
from explainer.chapters.complexity.passes import passes_verdict
from explainer.chapters.complexity.stored import measurements
from explainer.frame import choices
from explainer.frame.view import View

LENGTHS: Final = (8, 16, 27, 32, 64)
FIRST: Final = 27
KERNEL: Final = 3


def draw_waiting(view: View) -> None:
    """ "Self-attention is parallel, so inference is faster." """
    text = view.text
    st.markdown(text("complexity.mistake_waiting"))
    st.markdown(passes_verdict(view, measurements().passes[-1]))
    st.markdown(text("complexity.mistake_waiting_end"))


def draw_path(view: View) -> None:
    """The layers a stack of convolutions needs, found by search for a length of one's choice."""
    text = view.text
    st.markdown(text("complexity.mistake_path"))
    n = choices.stops(text, "complexity_far", text("complexity.far"), LENGTHS, FIRST)
    sizes = Sizes(n, KERNEL, 3)
    st.markdown(
        text(
            "complexity.mistake_path_live",
            n=n,
            k=KERNEL,
            contiguous=fewest_layers("contiguous", sizes),
            dilated=fewest_layers("dilated", sizes),
            formula=longest_path("dilated", sizes),
            recurrent=longest_path("recurrent", sizes),
        )
    )
    st.markdown(text("complexity.mistake_path_end"))
