"""Many heads: split, attend, join, project; what each looks at and what they cost together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.heads.cost import draw_own, draw_price, equations
from explainer.chapters.heads.cut import Heads, draw_cut, draw_shapes
from explainer.chapters.heads.looks import draw_looks, draw_uses
from explainer.chapters.heads.mistake import draw_mistake
from explainer.chapters.heads.state import agreement, cell_params, read_heads
from explainer.frame import chapter
from explainer.frame.navigation import open_page

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.translation import Translation

MODULE = "explainer.model.attention"


def render(view: View) -> None:
    """Two fragments: what a choice of head changes, and the price, which has its own controls."""
    if view.translation is None:
        chapter.no_translation(view.text)
        return
    _panel(view, view.translation)
    draw_own(view, view.translation)


@chapter.panel
def _panel(view: View, translation: Translation) -> None:
    text = view.text
    chosen = read_heads(text, translation)
    draw_cut(view, translation, chosen)
    agreement(view, translation, chosen)
    _formula(view, translation, chosen)
    draw_looks(view, translation, chosen)
    draw_uses(view, translation, chosen.layer)
    _price(view, translation, chosen)
    mistake, tasks = st.columns(2)
    with mistake:
        draw_mistake(view, translation, chosen)
    with tasks:
        chapter.tasks(text, text.article("heads.try"))


@chapter.panel
def _price(view: View, translation: Translation, chosen: Heads) -> None:
    draw_price(view, translation, chosen)


def _formula(view: View, translation: Translation, chosen: Heads) -> None:
    text = view.text
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
