"""The same pass with PyTorch's own layers, and in which order other libraries take q, k and v."""

from __future__ import annotations

import streamlit as st

from explainer.analysis.one_file import fits_card
from explainer.chapters.program.faults import draw_outcome
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.runs.program import compare, with_fault
from explainer.text.numbers import power

TWIN = "explainer.analysis.torch_twin"


def draw_libraries(view: View) -> None:
    """A table of orders; `nn.Transformer` with these weights."""
    text = view.text
    with chapter.figure(text("program.orders"), text("program.orders_line")):
        st.markdown(text.article("program.arguments"))
    if not fits_card(view.card["model"]):
        st.info(text("program.variant"))
        return
    with chapter.figure(text("program.twin"), text("program.twin_line")):
        differences = compare(view.translation)
        with st.container(horizontal=True, gap="large"):
            st.metric(text("program.twin_file"), power(differences.file, 1))
            st.metric(text("program.twin_torch"), power(differences.torch, 1))
        st.caption(text("program.twin_differs"))
        st.markdown(text.article("program.same_pass"))
    chapter.code(text, TWIN, "torch_logits", "x: Tensor")
    chapter.more_code(text, TWIN, "as_torch")


def draw_mistake(view: View) -> None:
    """Key and value exchanged: the shapes fit, so nothing complains."""
    text = view.text
    st.markdown(text("program.mistake_line"))
    if not fits_card(view.card["model"]):
        return
    draw_outcome(view, with_fault(view.translation, "swapped")[1])
    st.markdown(text("program.mistake_end"))
