"""Many heads: what each looks at; split, attend, join, project; what they cost together."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.heads.cost import draw_own, draw_price, equations
from explainer.chapters.heads.cut import Heads, draw_cut, draw_shapes
from explainer.chapters.heads.looks import draw_looks
from explainer.chapters.heads.mistake import draw_mistake
from explainer.chapters.heads.prediction import PREDICT
from explainer.chapters.heads.state import LIT, agreement, cell_params, read_heads
from explainer.chapters.heads.uses import draw_uses
from explainer.frame import chapter
from explainer.frame.navigation import open_page
from explainer.frame.page import Beat, Page
from explainer.frame.view import View

MODULE = "explainer.model.attention"
PRICED = ("heads_width", "heads_count", "heads_dims")  # in the address: choices behind the fold


def draw(view: View) -> Heads:
    """What a choice of head changes; price and parameters wait behind a fold."""
    text, translation = view.text, view.translation
    with chapter.figure(text("heads.looks"), text("heads.looks_line")):
        drawing = st.container()
        chosen = read_heads(text, translation)
        with drawing:
            draw_looks(view, chosen)
    draw_cut(view, chosen)
    agreement(view, chosen)
    _formula(view, chosen)
    _more(view, chosen)
    return chosen


def _more(view: View, chosen: Heads) -> None:
    """Where Q, K and V come from and what heads cost. Closed it computes nothing."""
    asked = any(name in st.query_params for name in PRICED)
    fold = chapter.fold(view.text("heads.more"), key="heads_more", expanded=asked)
    if not fold.open:
        return
    with fold:
        draw_uses(view, chosen.layer)
        draw_price(view, chosen)
        draw_own(view)


def _formula(view: View, chosen: Heads) -> None:
    text, translation = view.text, view.translation
    left, right = chapter.details()
    with left:
        heads, _, dims = translation.trace[f"{chosen.prefix}.q"].shape
        chapter.formula(text, equations(heads, dims))
        if st.button(text("heads.to_cell"), key="heads_to_cell", icon=":material/east:"):
            open_page("cell", text, cell_params(chosen))
    with right:
        draw_shapes(text, translation, chosen)
    chapter.code(text, MODULE, "MultiHeadAttention.forward")
    chapter.more_code(text, MODULE, "MultiHeadAttention.split")


PAGE = Page(
    draw,
    draw_mistake,
    live=True,
    beats=(
        Beat("cross", lets_go=(LIT,)),
        Beat("last", {"layer": "3"}),
        Beat("encoder", {"kind": "encoder"}),
        Beat("decoder", {"kind": "decoder"}),
    ),
    predict=PREDICT,
)
