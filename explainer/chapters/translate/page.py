"""The first page: the whole model at work on one sentence, and what came out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import streamlit as st

from explainer.chapters.translate import below as parts
from explainer.chapters.translate.flow import FlowState, flow
from explainer.frame import teaching
from explainer.frame.navigation import open_page
from explainer.frame.page import Page
from explainer.frame.place import MEAN, keep_place, read_place

if TYPE_CHECKING:
    from explainer.chapters.translate.flow import Cell
    from explainer.engine import Translation
    from explainer.frame.view import View


# Where a region of the drawing leads: the page that explains it, with what it shows there.
REGIONS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "tokens": ("maps", {"kind": "encoder"}),
    "encoder": ("maps", {"kind": "encoder"}),
    "memory": ("maps", {"kind": "cross"}),
    "cross_attention": ("maps", {"kind": "cross"}),
    "decoder": ("maps", {"kind": "decoder"}),
    "output": ("maps", {"kind": "cross"}),
}


def draw(view: View) -> None:
    """One fragment: a click in the drawing leaves the sentence bar and the sidebar alone."""
    text, translation = view.text, view.translation
    shown = _drawing(view)
    parts.result(view)
    if not teaching.hides("probabilities"):
        parts.probabilities(view, shown.step)
        parts.table(text, translation)
        parts.hypotheses(view)
    parts.facts(text, translation)


def _drawing(view: View) -> FlowState:
    text, translation = view.text, view.translation
    (step, layer, head), ignored = read_place(translation)
    if ignored:
        st.info(text("shell.ignored", names=", ".join(ignored)), icon=":material/link_off:")
    step_shown = parts.clicked_step(translation, step)
    with st.container(key="figure_flow"):
        shown = flow(view, key="flow", step=step_shown, layer=layer, head=head)
    moved = shown.place != (step, layer, head)
    keep_place(translation, shown.place, () if moved else ignored)
    if shown.cell:
        open_page("cell", text, cell_params(shown.cell, translation))
    if shown.goto:
        chapter, params = REGIONS[shown.goto]
        open_page(chapter, text, params)
    return shown


def cell_params(cell: Cell, translation: Translation) -> dict[str, str]:
    """The address of a memory tile on the page of one cell; for the mean, of its strongest head."""
    heads = translation.attention("cross")[cell.layer, :, cell.row, cell.piece]
    head = int(heads.argmax()) if cell.head == MEAN else cell.head
    numbers = {"layer": cell.layer, "head": head, "row": cell.row, "col": cell.piece}
    return {"kind": "cross", **{name: str(number + 1) for name, number in numbers.items()}}


PAGE = Page(draw)
