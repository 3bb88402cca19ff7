"""The first page: the whole model translating one sentence, and its output."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import streamlit as st

from explainer.analysis.head_disagreement import effective_keys
from explainer.chapters.translate import below as parts
from explainer.chapters.translate.flow import PLACED, STEP, FlowState, flow
from explainer.chapters.translate.marks import draw_marks
from explainer.frame import address, beats, teaching
from explainer.frame.controls import keep_sentence
from explainer.frame.navigation import open_page
from explainer.frame.page import Beat, Page
from explainer.frame.pickers import HEAD, LAYER, move, picker
from explainer.frame.terms import escape
from explainer.streamlit_internals import null_container
from explainer.text import isolated
from explainer.text.numbers import percent
from explainer.tokenizer import EOS

if TYPE_CHECKING:
    from explainer.chapters.translate.flow import Cell
    from explainer.engine import Translation
    from explainer.frame.view import View


MEAN: Final = -1  # in place of a head

# Where a region of the drawing leads: the page that explains it, with what it shows there.
REGIONS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "tokens": ("tokens", {}),
    "encoder": ("heads", {"kind": "encoder"}),
    "memory": ("heads", {"kind": "cross"}),
    "cross_attention": ("heads", {"kind": "cross"}),
    "decoder": ("heads", {"kind": "decoder"}),
    "output": ("greedy", {}),
}


def draw(view: View) -> None:
    """Draw the figure as one fragment, so a click does not rerun sentence bar and sidebar."""
    text, translation = view.text, view.translation
    draw_marks(view)
    shown = _drawing(view)
    beats.here()
    if not teaching.hides("probabilities"):
        parts.draw_table(text, translation)
    parts.draw_output(view, shown.step)


def _drawing(view: View) -> FlowState:
    text, translation = view.text, view.translation
    told = any(map(address.url_wins, PLACED))  # by a link, a beat or the way back
    step, layer, head = given = _place(view)
    with st.container(key="figure_flow"):
        shown = flow(view, key="flow", step=step, layer=layer, head=head, told=told)
    if shown.place != given:  # the reader moved in the drawing
        for name, index in zip(PLACED, shown.place, strict=True):
            move(name, index)
        with null_container():
            _place(view)
    if shown.cell:
        keep_sentence()
        open_page("cell", text, cell_params(shown.cell, translation))
    if shown.goto:
        chapter, params = REGIONS[shown.goto]
        if shown.instead is not None:
            keep_sentence()
            params = forced_params(translation, shown.step, shown.instead)
        open_page(chapter, text, params)
    return shown


def _place(view: View) -> tuple[int, int, int]:
    """Return (step, layer, head) from 0; by default a focused step, and the heads' mean."""
    text, translation = view.text, view.translation
    pick = picker(text, translation, "cross")
    layers, heads, steps, _ = translation.attention("cross").shape
    return (
        pick.number(STEP, steps, first_look(translation)),
        pick.number(LAYER, layers, layers - 1),
        pick.number(HEAD, heads + 1, 0, first=0) - 1,
    )


def cell_params(cell: Cell, translation: Translation) -> dict[str, str]:
    """Return the URL parameters of a memory tile on the cell page.

    For the mean of the heads those of the strongest head.
    """
    heads = translation.attention("cross")[cell.layer, :, cell.row, cell.token]
    head = int(heads.argmax()) if cell.head == MEAN else cell.head
    numbers = {"layer": cell.layer, "head": head, "row": cell.row, "col": cell.token}
    return {"kind": "cross", **{name: str(number + 1) for name, number in numbers.items()}}


def forced_params(translation: Translation, step: int, place: int) -> dict[str, str]:
    """Return the URL parameters of greedy search with another candidate forced at a step, from 0.

    Earlier tokens are forced, too, where the beam did not take the most probable one. UNK, which no
    search may produce, is not forced.
    """
    ranks = enumerate(translation.predicted_ranks[:step])
    forced = [(at, translation.predicted[at]) for at, rank in ranks if rank != 1]
    forced.append((step, int(translation.top_ids[step, place])))
    entries = [f"{at + 1}-{token}" for at, token in forced if token >= EOS]
    return {"greedy_step": str(step + 1), "greedy_force": "_".join(entries)}


def first_look(translation: Translation) -> int:
    """Return the first step, from 0, with at least half of its attention on one token, else 0.

    Step 0 is skipped, as it has read no token yet.
    """
    looks = translation.attention("cross")[-1].mean(0).max(-1)
    looks[0] = 0
    return int((looks >= 0.5).argmax())


def look_of(view: View) -> dict[str, object]:
    """Return the most attended token at that step, and the token written."""
    translation = view.translation
    step = first_look(translation)
    look = translation.attention("cross")[-1].mean(0)[step]
    return {
        "step": step + 1,
        "source": _said(translation.source.tokens[look.argmax()]),
        "share": percent(float(look.max()), 0),
        "token": _said(translation.predicted_tokens[step]),
    }


def _said(token: str) -> str:
    """Quote a token in a sentence, without the mark of its space."""
    return f"“{isolated(escape(token.removeprefix('▁') or token))}”"


def looks_of(view: View) -> dict[str, object]:
    """Return over how many source tokens cross-attention spreads in the first and last layer."""
    cross = effective_keys(view.translation.attention("cross"))
    return {
        "last": len(cross),
        "cross_first": f"{cross[0]:.1f}",
        "cross_last": f"{cross[-1]:.1f}",
    }


PAGE = Page(
    draw,
    beats=(
        Beat("look", fills=look_of),
        Beat("next", {"step": "3"}),
        Beat("layer", {"step": "3", "layer": "1"}, fills=looks_of),
        Beat("head", {"step": "3", "head": "2"}),
    ),
)
