"""The reader's choices on the page of heads: the attention, layer, head, and one piece."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.sublayer import recompute
from explainer.chapters.heads.cut import Heads
from explainer.frame import chapter
from explainer.frame.pickers import pick_head, pick_kind, row_names, telling_head
from explainer.frame.view import View
from explainer.runs.resources import weights
from explainer.text import Text
from explainer.translation import Translation


def read_heads(text: Text, translation: Translation) -> Heads:
    """Draw the controls and read them; they have the same names on every page of attention."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = pick_kind(text)
        found = translation.attention(kind)
        pick, layer, head = pick_head(text, translation, kind, telling_head)
        names = row_names(text, translation, kind)
        telling = most_different_row(found[layer])
        row = pick.listed("row", text("heads.piece"), names, telling, width=260)
    return Heads(kind, layer, head, row)


def most_different_row(weights_HQK: NDArray[np.floating]) -> int:
    """Of a layer's weights (H, Q, K) the row whose heads look at the most different keys."""
    looks_HQ = weights_HQK.argmax(axis=-1)
    return max(range(looks_HQ.shape[1]), key=lambda row: len(set(looks_HQ[:, row].tolist())))


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
