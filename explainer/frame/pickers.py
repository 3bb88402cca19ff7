"""The one picker: attention, layer, head, row and column, kept in the address under the names that
all chapters share. The address counts from 1, what is returned from 0."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, cast

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.head_roles import Kind
from explainer.analysis.maps import SPECIAL, Side, sharpest_head
from explainer.frame import address, choices
from explainer.frame.params import whole
from explainer.frame.place import start_step
from explainer.translation import AttentionKind

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.text import Text


SHOWN: Final = "cell_shown"  # session: sentence and attention the row and column belong to


TELLING: Final = 0.7  # a weight that leaves something for the others


def read_row(
    text: Text, translation: Translation, kind: Kind, head: tuple[int, int], label: str
) -> int:
    """The asking place, from 0; in another sentence or attention it begins anew."""
    _forget_elsewhere(translation, kind)
    keys = sides(translation, kind, predicted=False)[1]
    usual = _usual_row(translation, kind, translation.attention(kind)[head], keys.pieces)
    return pick_listed(text, "row", label, row_names(text, translation, kind), usual)


def pick_kind(text: Text, usual: Kind = "cross") -> Kind:
    """Which of the three attentions; the same control, name and address on every page."""
    names = {
        "encoder": text("words.kind_encoder"),
        "decoder": text("words.kind_decoder"),
        "cross": text("words.kind_cross"),
    }
    return cast("Kind", choices.segments(text, "kind", text("words.kind"), names, usual))


def read_layer(text: Text, n_layers: int) -> int:
    """A layer counted from 0, at first the last one."""
    return _numbered(text, "layer", text("words.layer"), n_layers, n_layers) - 1


def read_head(text: Text, n_heads: int, usual: int) -> int:
    """A head counted from 0, at first `usual`."""
    return _numbered(text, "head", text("words.head"), n_heads, usual + 1) - 1


def row_names(text: Text, translation: Translation, kind: Kind) -> list[str]:
    """The asking places by name; in the decoder what was fed and what is written there."""
    if kind == "encoder":
        return [
            text("words.piece_numbered", number=i, piece=piece)
            for i, piece in enumerate(translation.source.pieces, 1)
        ]
    pairs = zip(translation.fed_pieces, translation.predicted_pieces, strict=True)
    return [
        text("words.row_decoder", number=i, fed=fed, predicted=predicted)
        for i, (fed, predicted) in enumerate(pairs, 1)
    ]


def _forget_elsewhere(translation: Translation, kind: Kind) -> None:
    """In another sentence or attention the same row and column would be another cell."""
    here = (kind, translation.model, translation.source.text, translation.predicted)
    before = st.session_state.get(SHOWN)
    st.session_state[SHOWN] = here
    if before is None or before == here:
        return
    for name in ("row", "col"):
        if not address.leads(name):
            del st.session_state[name]
            st.query_params.pop(name, None)
        address.forget(name)  # what a link says still counts


def _usual_row(
    translation: Translation, kind: Kind, weights: NDArray[np.floating], keys: Sequence[str]
) -> int:
    """The row that opens the page: the farthest look, or the strongest at an ordinary piece."""
    if kind == "cross":
        return start_step(translation)
    best = [float(row[strongest_ordinary(row, keys)]) for row in weights]
    return int(np.argmax(best))


def telling_head(translation: Translation, kind: Kind, layer: int) -> int:
    """The head that opens a page: clear about where it looks, yet not all in one cell.

    Its strongest weight on an ordinary piece is closest to TELLING: in the row that opens the page
    of cross-attention, in the mean over all rows elsewhere.
    """
    keys = sides(translation, kind, predicted=False)[1].pieces
    weights = translation.attention(kind)[layer]
    if kind == "cross":
        weights = weights[:, [start_step(translation)]]
    found = [[float(row[strongest_ordinary(row, keys)]) for row in head] for head in weights]
    return int(np.abs(np.mean(found, axis=1) - TELLING).argmin())


def strongest_ordinary(row: NDArray[np.floating], keys: Sequence[str]) -> int:
    """The key with the most weight that is no special token (any key where all are)."""
    allowed = np.array([piece not in SPECIAL for piece in keys])
    if not (row * allowed).any():
        return int(row.argmax())
    return int(np.where(allowed, row, -1.0).argmax())


def _numbered(text: Text, key: str, label: str, count: int, default: int) -> int:
    """One of 1..count, side by side; numbers stay numbers, as on the first page."""
    options = list(range(1, count + 1))
    _seed(text, key, default, count)
    picked = st.segmented_control(label, options, required=True, key=key, format_func=str)
    address.keep(key, picked, default)
    return int(picked or default)


def pick_listed(text: Text, key: str, label: str, names: Sequence[str], usual: int) -> int:
    """One of `names` as an index from 0; at first `usual`."""
    default = usual + 1
    _seed(text, key, default, len(names))
    picked = st.selectbox(
        label,
        list(range(1, len(names) + 1)),
        key=key,
        width=260,
        format_func=lambda number: names[number - 1],
    )
    address.keep(key, picked, default)
    return int(picked) - 1


def _seed(text: Text, key: str, default: int, count: int) -> None:
    """`address.seed` for a number 1..count; what cannot be used is named once."""
    fits: Callable[[str], bool] = whole(1, count)
    written = st.query_params.get(key)
    if address.leads(key) and written is not None and not fits(written):
        st.info(text("shell.ignored", names=key), icon=":material/link_off:")
    found = address.seed(key, default, lambda value: int(value) if fits(value) else None)
    if type(found) is not int or not 1 <= found <= count:
        st.session_state[key] = default


KINDS: tuple[Kind, ...] = ("encoder", "decoder", "cross")


def sides(translation: Translation, kind: Kind, predicted: bool | None = None) -> tuple[Side, Side]:
    """Pieces along the rows and along the columns of a map.

    Rows of the decoder carry what is written there (`predicted`), or what was fed; unless told, a
    cross map names what is written.
    """
    source = Side(translation.source.pieces, translation.source.words)
    if kind == "encoder":
        return source, source
    fed = Side(translation.fed_pieces, (-1, *translation.predicted_words[:-1]))
    written = Side(translation.predicted_pieces, translation.predicted_words)
    rows = written if predicted or (predicted is None and kind == "cross") else fed
    return rows, (source if kind == "cross" else fed)


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
    _seed_named(text, "row", key, count, start, int)
    st.session_state[key] = min(max(int(st.session_state[key]), 1), count)
    if count > 1:
        st.slider(text("words.row"), 1, count, key=key, help=text("words.row_help"))
    row = int(st.session_state[key]) - 1
    _keep("row", row, start)
    return row


def _segment(text: Text, name: str, key: str, label: str, count: int, start: int) -> int:
    options = [str(i + 1) for i in range(count)]
    _seed_named(text, name, key, count, start, str)
    if st.session_state[key] not in options:  # another model has fewer
        st.session_state[key] = options[start]
    if count > 1:
        st.segmented_control(label, options, required=True, key=key)
    picked = options.index(st.session_state[key])
    _keep(name, picked, start)
    return picked


def _seed_named(
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
