"""Many heads: split, attend, join, project; what each looks at and what they cost together."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.heads.cost import draw_own, draw_price, equations
from explainer.chapters.heads.cut import Heads, draw_cut, draw_shapes
from explainer.chapters.heads.looks import draw_looks, draw_uses
from explainer.chapters.heads.mistake import draw_mistake
from explainer.chapters.heads.state import agreement, cell_params, read_heads
from explainer.frame import chapter
from explainer.frame.navigation import open_page
from explainer.frame.page import Beat, Page
from explainer.frame.view import View

MODULE = "explainer.model.attention"


def draw(view: View) -> Heads:
    """What a choice of head changes; the price and the head of one's own are fragments."""
    text, translation = view.text, view.translation
    chosen = read_heads(text, translation)
    draw_cut(view, chosen)
    agreement(view, chosen)
    _formula(view, chosen)
    draw_looks(view, chosen)
    draw_uses(view, chosen.layer)
    draw_price(view, chosen)
    draw_own(view)
    return chosen


def _formula(view: View, chosen: Heads) -> None:
    text, translation = view.text, view.translation
    left, right = st.columns(2, gap="large")
    with left:
        heads, _, dims = translation.trace[f"{chosen.prefix}.q"].shape
        chapter.formula(text, equations(heads, dims))
        if st.button(text("heads.to_cell"), key="heads_to_cell", icon=":material/east:"):
            open_page("cell", text, cell_params(chosen))
    with right:
        draw_shapes(text, translation, chosen)
    chapter.code(text, MODULE, "MultiHeadAttention.forward")
    chapter.more_code(MODULE, "MultiHeadAttention.split")


PAGE = Page(
    draw,
    draw_mistake,
    live=True,
    beats=(
        Beat("cross"),
        Beat("encoder", {"kind": "encoder"}),
        Beat("layer", {"kind": "encoder", "layer": "1"}),
        Beat("decoder", {"kind": "decoder"}),
    ),
)
