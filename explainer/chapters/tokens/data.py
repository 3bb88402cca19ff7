"""Data of the tokens page: chips of tokens, translations of ids."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from explainer.frame.chips import Chip, kind_of
from explainer.frame.view import View
from explainer.runs import gate, resources
from explainer.tokenizer import Tokens
from explainer.tokenizer.lattice import Arc


def write_from(view: View, ids: Sequence[int]) -> resources.Written | None:
    """Translate source ids as the page's sentence is; None, after a message, when busy."""
    try:
        return resources.write_from(view.translation, tuple(ids))
    except gate.Busy:
        st.warning(view.text("shell.busy"), icon=":material/hourglass_top:")
        return None


def translate_ids(view: View, ids: Sequence[int]) -> str | None:
    """Return the text that `write_from` returns."""
    written = write_from(view, ids)
    return written and written[-1]


def source_chips(tokens: Tokens) -> list[Chip]:
    """Return a sentence's tokens with ids and the characters they cover."""
    words = (-2, *tokens.words)
    columns = zip(tokens.tokens, tokens.ids, tokens.spans, strict=True)
    return [
        Chip(
            token,
            kind_of(index, "source"),
            (str(index), f"{start}–{end}" if end > start else "·"),
            begins=words[place] != words[place + 1],
        )
        for place, (token, index, (start, end)) in enumerate(columns)
    ]


def arc_chips(arcs: Sequence[Arc]) -> list[Chip]:
    """Return a segmentation's tokens with ids."""
    return [
        Chip(arc.token, kind_of(arc.id, "source"), (str(arc.id),), arc.token.startswith("▁"))
        for arc in arcs
    ]
