"""The reader's choices on the page of heads: attention, layer, head, a token, and map options."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st

from explainer.analysis.head_disagreement import most_different
from explainer.analysis.head_roles import Kind
from explainer.analysis.maps import Combine, MapOptions, is_ordinary
from explainer.analysis.sublayer import recompute
from explainer.frame import address, chapter
from explainer.frame.choices import OneOf, Several, Switch
from explainer.frame.maps import Cell
from explainer.frame.pickers import HEAD, KIND, LAYER, ROW, move, picker, sides
from explainer.frame.view import View
from explainer.runs.resources import weights
from explainer.text import Text
from explainer.translation import Translation, prefix_of

LIT = "heads_lit"  # in the address: the chosen head alone is strong


@dataclass(frozen=True)
class Heads:
    """The choices in the figures, counted from 0."""

    kind: Kind
    layer: int
    head: int
    row: int

    @property
    def prefix(self) -> str:
        return prefix_of(self.kind, self.layer)


@dataclass(frozen=True)
class Choice:
    """How the large map is drawn: its options, and settings of the page."""

    options: MapOptions
    predicted: bool  # rows carry the token predicted, not the token fed
    head: int  # the head chosen, from 0
    unchosen: bool  # "mean of some" without any head chosen


def read_heads(text: Text, translation: Translation) -> Heads:
    """Draw the control of the attention kind; layer, head and row are chosen in the drawings.

    Defaults: the layer and row of a word where the heads disagree most, and that row's head with
    the largest weight.
    """
    kind = KIND.draw(text)
    weights = translation.attention(kind)
    pick = picker(text, translation, kind)
    telling, _ = usual_row(translation, kind)
    layer = pick.number(LAYER, len(weights), telling)
    _, start = usual_row(translation, kind, layer)
    rows = weights.shape[2]
    row = pick.number(ROW, rows, start, label=text("heads.token"))
    sharpest = int(np.argmax(weights[layer, :, row].max(axis=-1)))
    head = pick.number(HEAD, weights.shape[1], sharpest)
    return Heads(kind, layer, head, row)


def usual_row(translation: Translation, kind: Kind, layer: int | None = None) -> tuple[int, int]:
    """Return the layer and row of a word where heads disagree most; within `layer`, if given."""
    weights = translation.attention(kind)
    words = [is_ordinary(token) for token in sides(translation, kind)[0].tokens]
    return most_different(weights if layer is None else weights[[layer]], words)


COMBINE = OneOf[Combine]("combine", ("one", "mean", "chosen", "rollout"), says="heads.combine")
UNIT = OneOf("unit", ("tokens", "words"), says="heads.unit")
ROWS = OneOf("rows", ("fed", "predicted"), usual="predicted", says="heads.rows")
DECODER_ROWS = OneOf("decoder_rows", ("fed", "predicted"), says="heads.rows")
HIDE = Switch("hide", says="heads.hide")
AVERAGED = Several("heads", says="heads.chosen_heads")


def read_choice(text: Text, heads: Heads, n_heads: int) -> Choice:
    """Draw the controls of the map: combination of heads, kind of numbers, labels of the rows."""
    kind = heads.kind
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        combine, words = COMBINE.draw(text), UNIT.draw(text) == "words"
        predicted = kind != "encoder" and _rows_are_predicted(text, kind)
        hide = HIDE.draw(text)
    heads_there = {str(head): str(head) for head in range(1, n_heads + 1)}
    averaged = AVERAGED.draw(text, heads_there) if combine == "chosen" else ()
    chosen = tuple(int(name) - 1 for name in averaged)
    options = MapOptions(kind, heads.layer, chosen or (heads.head,), combine, words, hide)
    return Choice(options, predicted, heads.head, combine == "chosen" and not chosen)


def _rows_are_predicted(text: Text, kind: Kind) -> bool:
    """Return whether rows are named by predicted tokens.

    Cross-attention prepares the next token, decoder self-attention processes the last one.
    """
    return (ROWS if kind == "cross" else DECODER_ROWS).draw(text) == "predicted"


def is_lit() -> bool:
    """Return whether the user selected a head, which fades the others; kept in the URL."""
    lit = address.seed(LIT, False, address.switch)
    address.keep(LIT, lit, False)
    return lit


def choose_map(pressed: Cell, chosen: Heads) -> None:
    """Select the clicked small map's layer and head; a second click deselects it."""
    layer, head = pressed
    again = pressed == (chosen.layer, chosen.head) and bool(st.session_state.get(LIT))
    if layer != chosen.layer:
        move(LAYER, layer)
    move(HEAD, head)
    st.session_state[LIT] = not again


def cell_params(chosen: Heads) -> dict[str, str]:
    """Return the URL parameters of this head and row on the cell page."""
    numbers = {"layer": chosen.layer, "head": chosen.head, "row": chosen.row}
    return {"kind": chosen.kind, **{name: str(n + 1) for name, n in numbers.items()}}


def agreement(view: View, chosen: Heads) -> tuple[float, float]:
    """Return the sub-layer's difference from its float64 recomputation, and the tolerance."""
    translation = view.translation
    again = recompute(
        translation.trace, chosen.prefix, weights(view.translator_name, chosen.prefix)
    )
    limit = chapter.AGREE * max(1.0, again.largest)
    return again.difference(translation.trace, chosen.prefix), limit
