"""The reader's choices on the attention page: widgets and address.

In the address layer, head, row and column count from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.head_roles import Kind
from explainer.analysis.maps import Combine, MapOptions, sharpest_head
from explainer.frame import address, choices
from explainer.frame.pickers import KINDS, move, pick_kind, picker, sides
from explainer.text import Text
from explainer.translation import Translation

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

UNITS = "maps_units"  # session: visit, and what rows and columns are


@dataclass(frozen=True)
class Choice:
    """What is shown: the options of the map and what only the page needs to know."""

    options: MapOptions
    predicted: bool  # rows carry the piece predicted, not the piece fed
    head: int  # the head chosen in the grid, from 0
    unchosen: bool  # "mean of some" without any head chosen
    lines: bool = False  # the same weights as lines, too


def attention_arrays(translation: Translation) -> dict[Kind, NDArray[np.float32]]:
    """All weights, (L, H, Q, K) for each kind."""
    return {kind: translation.attention(kind) for kind in KINDS}


def read_choice(
    text: Text,
    translation: Translation,
    arrays: Mapping[Kind, NDArray[np.float32]],
    above: DeltaGenerator,
    below: DeltaGenerator,
) -> Choice:
    """Draw the controls and read them, the layer and the head from the address.

    The attention is chosen `above` the figure, how it is drawn `below` it.
    """
    with above:
        kind = pick_kind(text, said=False)
    with below, st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        combine = _combine(text)
        words = _words(text)
        predicted = kind != "encoder" and _rows_are_predicted(text, kind)
    n_layers, n_heads = arrays[kind].shape[:2]
    pick = picker(text, translation, kind)
    layer = pick.number("layer", text("words.layer"), n_layers, n_layers - 1)
    telling = sharpest_head(arrays[kind][layer], sides(translation, kind, predicted)[1])
    head = pick.number("head", text("words.head"), n_heads, telling)
    with below, st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        hide = choices.toggle(text, "hide", text("maps.hide"))
        lines = choices.toggle(text, "lines", text("maps.lines"))
    _forget_cell((words, hide))
    with below:
        chosen = _heads_to_average(text, n_heads) if combine == "chosen" else ()
    options = MapOptions(kind, layer, chosen or (head,), combine, words, hide)
    return Choice(options, predicted, head, combine == "chosen" and not chosen, lines)


def choose_head(pair: tuple[int, int]) -> None:
    """A clicked layer and head."""
    for name, index in zip(("layer", "head"), pair, strict=True):
        move(name, index)


def _forget_cell(units: tuple[bool, bool]) -> None:
    """With other rows and columns (words, or without special tokens) the same numbers would be
    another cell."""
    here = (address.visit(), units)
    before = st.session_state.get(UNITS, here)
    st.session_state[UNITS] = here
    if before[0] == here[0] and before != here and not address.went_back():
        for name in ("row", "col"):
            st.session_state.pop(name, None)
            st.query_params.pop(name, None)
            address.forget(name)


def _combine(text: Text) -> Combine:
    names = text.each("maps.combine_*", "one", "mean", "chosen", "rollout")
    picked = choices.segments(text, "combine", text("maps.combine"), names, "one")
    return cast("Combine", picked)


def _words(text: Text) -> bool:
    names = {"pieces": text("maps.unit_pieces"), "words": text("maps.unit_words")}
    return choices.segments(text, "unit", text("maps.unit"), names, "pieces") == "words"


def _rows_are_predicted(text: Text, kind: Kind) -> bool:
    """Cross-attention chooses the next token, decoder self-attention digests the last one."""
    names = {"fed": text("maps.rows_fed"), "predicted": text("maps.rows_predicted")}
    key, usual = ("rows", "predicted") if kind == "cross" else ("decoder_rows", "fed")
    return choices.segments(text, key, text("maps.rows"), names, usual) == "predicted"


def _heads_to_average(text: Text, n_heads: int) -> tuple[int, ...]:
    """The heads to average, `heads=1-3-4` in the address."""
    options = [str(h + 1) for h in range(n_heads)]

    def read(written: str) -> list[str]:
        return [name for name in options if name in written.split("-")]

    none: list[str] = []
    address.seed("heads", none, read)
    picked = st.pills(text("maps.chosen_heads"), options, key="heads", selection_mode="multi")
    heads = sorted(int(name) - 1 for name in picked if name in options)
    address.keep("heads", "-".join(str(h + 1) for h in heads), "")
    return tuple(heads)
