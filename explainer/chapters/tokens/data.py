"""Data of the tokens page: tokenizer, segmentations, small translations."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from explainer.frame.chips import Chip, kind_of
from explainer.runs import gate, resources
from explainer.text import Text
from explainer.tokenizer import Tokens
from explainer.tokenizer.lattice import Arc


def translate_ids(text: Text, model: str, ids: Sequence[int]) -> str | None:
    """Translate source ids greedily; None, after a message, when busy."""
    try:
        return resources.greedy_output(model, tuple(ids))[2]
    except gate.Busy:
        st.warning(text("shell.busy"), icon=":material/hourglass_top:")
        return None


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
