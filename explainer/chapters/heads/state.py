"""The reader's choices on the page of heads: the attention, layer, head, and one piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.analysis.sublayer import recompute
from explainer.chapters.heads.cut import Heads
from explainer.frame import chapter
from explainer.frame.pickers import pick_head, pick_kind, row_names, telling_head, telling_row
from explainer.runs.resources import weights

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.text import Text
    from explainer.translation import Translation


def read_heads(text: Text, translation: Translation) -> Heads:
    """Draw the controls and read them; they have the same names on every page of attention."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = pick_kind(text)
        found = translation.attention(kind)
        pick, layer, head = pick_head(text, translation, kind, telling_head)
        names = row_names(text, translation, kind)
        telling = telling_row(translation, kind, found[layer, head])
        row = pick.listed("row", text("heads.piece"), names, telling, width=260)
    return Heads(kind, layer, head, row)


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
