"""Layer, head and row of a chapter, kept in the address under the names all chapters share.

The address counts from 1, what is returned from 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from explainer.analysis.maps import Side, sharpest_head
from explainer.frame import address, choices
from explainer.translation import STACKS, AttentionKind

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.text import Text


def pick_kind(text: Text) -> AttentionKind:
    """Which of the three attentions."""
    names = {
        "encoder": text("words.kind_encoder"),
        "decoder": text("words.kind_decoder"),
        "cross": text("words.kind_cross"),
    }
    picked = choices.segments(text, "kind", text("words.kind"), names, "cross")
    kinds: dict[str, AttentionKind] = {"encoder": "encoder", "decoder": "decoder", "cross": "cross"}
    return kinds[picked]


def pick_head(
    text: Text, page: str, translation: Translation, kind: AttentionKind
) -> tuple[int, int]:
    """(layer, head): first the last layer and its sharpest head."""
    weights = translation.attention(kind)
    layers, heads = weights.shape[:2]
    layer = _segment(text, "layer", f"{page}_layer", text("words.layer"), layers, layers - 1)
    start = sharpest_head(weights[layer], sides(translation, kind)[1])
    head = _segment(text, "head", f"{page}_head", text("words.head"), heads, start)
    return layer, head


def pick_row(text: Text, page: str, count: int, start: int) -> int:
    """A row of a map, by its number."""
    key = f"{page}_row"
    _seed(text, "row", key, count, start, int)
    st.session_state[key] = min(max(int(st.session_state[key]), 1), count)
    if count > 1:
        st.slider(text("words.row"), 1, count, key=key, help=text("words.row_help"))
    row = int(st.session_state[key]) - 1
    _keep("row", row, start)
    return row


def sides(translation: Translation, kind: AttentionKind) -> tuple[Side, Side]:
    """Pieces along the rows and along the columns; rows of a cross map name what is written."""
    source = Side(translation.source.pieces, translation.source.words)
    if kind == "encoder":
        return source, source
    fed = Side(translation.fed_pieces, (-1, *translation.predicted_words[:-1]))
    written = Side(translation.predicted_pieces, translation.predicted_words)
    return (written, source) if kind == "cross" else (fed, fed)


def prefix(kind: AttentionKind, layer: int) -> str:
    """The name in the trace: `decoder.2.cross_attn`."""
    stack, part = STACKS[kind]
    return f"{stack}.{layer}.{part}"


def _segment(text: Text, name: str, key: str, label: str, count: int, start: int) -> int:
    options = [str(i + 1) for i in range(count)]
    _seed(text, name, key, count, start, str)
    if st.session_state[key] not in options:  # another model has fewer
        st.session_state[key] = options[start]
    if count > 1:
        st.segmented_control(label, options, required=True, key=key)
    picked = options.index(st.session_state[key])
    _keep(name, picked, start)
    return picked


def _seed(
    text: Text, name: str, key: str, count: int, start: int, form: Callable[[str], str | int]
) -> None:
    """The value of the address, once; one that is no number 1..count is named and ignored."""
    if not address.leads(key):
        return
    written = st.query_params.get(name)
    options = {str(i + 1) for i in range(count)}
    if written is not None and written not in options:
        st.info(text("shell.ignored", names=name), icon=":material/link_off:")
    st.session_state[key] = form(written if written in options else str(start + 1))


def _keep(name: str, picked: int, start: int) -> None:
    """Into the address, unless it is where everybody starts."""
    if picked == start:
        st.query_params.pop(name, None)
    elif st.query_params.get(name) != str(picked + 1):
        st.query_params[name] = str(picked + 1)
