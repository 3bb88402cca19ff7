"""The reader's choices on the page of heads: the attention, layer, head, and one token."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer.analysis.head_disagreement import most_different
from explainer.analysis.maps import is_ordinary
from explainer.analysis.sublayer import recompute
from explainer.chapters.heads.cut import Heads
from explainer.components.shared import Pick
from explainer.frame import address, chapter
from explainer.frame.pickers import move, numbers_from_one, pick_kind, picker, sides
from explainer.frame.view import View
from explainer.runs.resources import weights
from explainer.text import Text
from explainer.translation import Translation

LIT = "heads_lit"  # in the address: the chosen head alone is strong


def read_heads(text: Text, translation: Translation) -> Heads:
    """Draw the controls of attention and layer; head and row are chosen in the drawing.

    At first the layer and the row of a word where the heads disagree most, and of that row the head
    with the largest weight.
    """
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = pick_kind(text)
        weights = translation.attention(kind)
        pick = picker(text, translation, kind)
        words = [is_ordinary(piece) for piece in sides(translation, kind)[0].pieces]
        telling = most_different(weights, words)[0]
        layer = pick.segments("layer", text("words.layer"), numbers_from_one(len(weights)), telling)
    start = most_different(weights[[layer]], words)[1]
    row = pick.number("row", text("heads.piece"), len(words), start)
    sharpest = int(np.argmax(weights[layer, :, row].max(axis=-1)))
    head = pick.number("head", text("words.head"), weights.shape[1], sharpest)
    return Heads(kind, layer, head, row)


def is_lit() -> bool:
    """Whether the reader pressed a head: then the others stay pale. It is in the address."""
    lit = address.seed(LIT, False, address.switch)
    address.keep(LIT, lit, False)
    return lit


def obey(picked: Pick, chosen: Heads) -> None:
    """A press in the drawing; a second one on the head lets all heads stand out again."""
    what, index = picked
    move(what, index)
    if what == "head":
        st.session_state[LIT] = not (st.session_state.get(LIT) and index == chosen.head)


def cell_params(chosen: Heads) -> dict[str, str]:
    """The address of this head and row on the page of one cell."""
    numbers = {"layer": chosen.layer, "head": chosen.head, "row": chosen.row}
    return {"kind": chosen.kind, **{name: str(n + 1) for name, n in numbers.items()}}


def agreement(view: View, chosen: Heads) -> None:
    """The whole sub-layer computed again from x and its weights."""
    translation = view.translation
    again = recompute(
        translation.trace, chosen.prefix, weights(view.translator_name, chosen.prefix)
    )
    limit = chapter.AGREE * max(1.0, again.largest)
    chapter.agreement(view.text, again.difference(translation.trace, chosen.prefix), limit)
