"""The first page: the whole model translating one sentence, and its output."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import streamlit as st

from explainer.analysis.head_disagreement import effective_keys
from explainer.chapters.translate import below as parts
from explainer.chapters.translate.flow import PLACED, STEP, FlowPosition, FlowState, flow
from explainer.chapters.translate.marks import draw_marks
from explainer.frame import address, beats, teaching
from explainer.frame.choices import Drawn
from explainer.frame.controls import keep_sentence
from explainer.frame.navigation import open_page
from explainer.frame.page import Beat, Page
from explainer.frame.pickers import HEAD, LAYER, move, picker
from explainer.frame.terms import escape
from explainer.runs.greedy import as_translation, forced_search
from explainer.streamlit_internals import null_container
from explainer.text import isolated
from explainer.text.numbers import percent
from explainer.tokenizer import EOS

if TYPE_CHECKING:
    from explainer.chapters.translate.flow import Cell
    from explainer.engine import Translation
    from explainer.frame.view import View


MEAN: Final = -1  # in place of a head
ENTRY: Final = r"[1-9]\d{0,2}-\d{1,6}"
LONGEST: Final = 200  # characters of the address


def _read_instead(written: str) -> str | None:
    fits = len(written) <= LONGEST and re.fullmatch(rf"{ENTRY}(_{ENTRY})*", written)
    return written if fits else None


# Tokens that the reader wrote: "3-61_5-120" is token 61 at step 3 and, in what follows, 120 at 5.
INSTEAD = Drawn("translate_instead", _read_instead, usual="")

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
    draw_marks(view)
    found = view.translation
    written = INSTEAD.in_drawing(view.text, of=(found.model, found.predicted))
    address.forget(INSTEAD.name)  # who comes back by the menu finds the model's own
    own = replace(view, maybe_translation=rewritten(found, written))
    shown = _drawing(view, own)
    beats.here()
    if not teaching.hides("probabilities"):
        parts.draw_table(view.text, own.translation)
    parts.draw_output(own, shown.step)


def _drawing(view: View, own: View) -> FlowState:
    text, translation = view.text, own.translation
    told = any(map(address.url_wins, PLACED))  # by a link, a beat or the way back
    step, layer, head = given = _place(view, translation)

    def write(place: FlowPosition, candidate: int | None) -> None:
        step = place[0]
        if candidate is None:
            step = min(step, len(view.translation.predicted) - 1)
        for name, index in zip(PLACED, (step, *place[1:]), strict=True):
            move(name, index)
        tokens = "" if candidate is None else forced_by(translation, step, candidate)
        st.session_state[INSTEAD.name] = tokens

    with st.container(key="figure_flow"):
        shown = flow(
            own,
            key="flow",
            step=step,
            layer=layer,
            head=head,
            told=told,
            is_own=translation is not view.translation,
            write=write,
        )
    if shown.place != given:  # the reader moved in the drawing
        for name, index in zip(PLACED, shown.place, strict=True):
            move(name, index)
        with null_container():
            _place(view, translation)
    if shown.cell:
        keep_sentence()
        open_page("cell", text, cell_params(shown.cell, translation))
    if shown.goto:
        chapter, params = REGIONS[shown.goto]
        open_page(chapter, text, params)
    return shown


def _place(view: View, shown: Translation) -> FlowPosition:
    """Return (step, layer, head) from 0; by default a focused step, and the heads' mean."""
    pick = picker(view.text, view.translation, "cross")
    layers, heads, steps, _ = shown.attention("cross").shape
    return (
        pick.number(STEP, steps, min(first_look(view.translation), steps - 1)),
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


def rewritten(found: Translation, written: str) -> Translation:
    """Return the translation; of tokens in the form of `INSTEAD` the one greedy search makes."""
    entries = (map(int, entry.split("-")) for entry in written.split("_") if entry)
    tokens = sorted((step - 1, token) for step, token in entries if EOS <= token < found.n_vocab)
    path = forced_search(found, tuple(tokens)) if tokens else None
    return as_translation(found, path) if path and path.ids != found.predicted else found


def forced_by(translation: Translation, step: int, place: int) -> str:
    """Return the tokens that greedy search is given to write another candidate at a step, from 0.

    Earlier tokens are given, too, where the most probable one was not taken.
    """
    ranks = enumerate(translation.predicted_ranks[:step])
    forced = [(at, translation.predicted[at]) for at, rank in ranks if rank != 1]
    forced.append((step, int(translation.top_ids[step, place])))
    return "_".join(f"{at + 1}-{token}" for at, token in forced if token >= EOS)


def first_look(translation: Translation) -> int:
    """Return the first step, from 0, with at least half of its attention on one token, else 0.

    Step 0 is skipped, as it has read no token yet.
    """
    looks = translation.attention("cross")[-1].mean(0).max(-1)
    looks[0] = 0
    return int((looks >= 0.5).argmax())


def look_of(view: View) -> dict[str, object]:
    """Return the token read at that step, the one most attended to, and the one written."""
    translation = view.translation
    step = first_look(translation)
    look = translation.attention("cross")[-1].mean(0)[step]
    return {
        "read": _said(translation.fed_tokens[step]),
        "source": _said(translation.source.tokens[look.argmax()]),
        "share": percent(float(look.max()), 0),
        "token": _said(translation.predicted_tokens[step]),
    }


def next_of(view: View) -> dict[str, object]:
    """Return the token that the third step reads, the last one's in a shorter translation."""
    return {"token": _said(view.translation.fed_tokens[:3][-1])}


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
        Beat("look", fills=look_of, lets_go=(INSTEAD.name,)),
        Beat("next", {"step": "3"}, fills=next_of),
        Beat("layer", {"step": "3", "layer": "1"}, fills=looks_of),
        Beat("head", {"step": "3", "head": "2"}),
    ),
)
