"""The reader's choices on the page of one cell; everything counts from 1 in the address.

kind, layer, head, row and col have the names and the meaning they have on the attention page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.cell_steps import STAGES, Place
from explainer.analysis.head_roles import Kind
from explainer.analysis.maps import SPECIAL
from explainer.chapters.maps.state import sides
from explainer.frame import address, choices
from explainer.frame.params import whole
from explainer.frame.place import start_step
from explainer.translation import STACKS

if TYPE_CHECKING:
    from explainer.text import Text
    from explainer.translation import Translation

SHOWN: Final = "cell_shown"  # session: sentence and attention the row and column belong to
DIM: Final = "cell_dim"
STAGE: Final = "cell_stage"
TELLING: Final = 0.7  # a weight that leaves something for the others


@dataclass(frozen=True)
class CellChoice:
    """The cell, counted from 0, and the words for its two sides."""

    kind: Kind
    layer: int
    place: Place
    rows: tuple[str, ...]  # the asking places; in the decoder "after" the piece that was fed
    keys: tuple[str, ...]

    @property
    def prefix(self) -> str:
        """The attention in the trace: "decoder.2.cross_attn"."""
        return prefix_of(self.kind, self.layer)

    @property
    def names(self) -> tuple[str, str]:
        """The piece that asks and the piece looked at."""
        return self.rows[self.place.row], self.keys[self.place.column]

    def params(self) -> dict[str, str]:
        """The address of this cell on any page of attention."""
        numbers = {
            "layer": self.layer,
            "head": self.place.head,
            "row": self.place.row,
            "col": self.place.column,
        }
        return {"kind": self.kind, **{name: str(n + 1) for name, n in numbers.items()}}


def prefix_of(kind: Kind, layer: int) -> str:
    stack, part = STACKS[kind]
    return f"{stack}.{layer}.{part}"


def read_cell(text: Text, translation: Translation) -> CellChoice:
    """Draw the controls of the page and read them."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = read_kind(text)
        weights = translation.attention(kind)
        layer = read_layer(text, weights.shape[0])
        row_side, key_side = sides(translation, kind, predicted=False)
        head = read_head(text, weights.shape[1], telling_head(translation, kind, layer))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        row = read_row(text, translation, kind, (layer, head), text("cell.row"))
        names = _key_names(text, kind, key_side.pieces, row)
        strongest = _ordinary(weights[layer, head, row], key_side.pieces)
        column = _listed(text, "col", text("cell.column"), names, strongest)
    place = Place(head, row, column)
    rows = row_side.pieces
    if kind != "encoder":
        rows = tuple(text("cell.after", piece=piece) for piece in rows)
    return CellChoice(kind, layer, place, rows, key_side.pieces)


def read_row(
    text: Text, translation: Translation, kind: Kind, head: tuple[int, int], label: str
) -> int:
    """The asking place, from 0; in another sentence or attention it begins anew."""
    _forget_elsewhere(translation, kind)
    keys = sides(translation, kind, predicted=False)[1]
    usual = _usual_row(translation, kind, translation.attention(kind)[head], keys.pieces)
    return _listed(text, "row", label, row_names(text, translation, kind), usual)


def read_kind(text: Text) -> Kind:
    """Which of the three attentions; the same control, name and address on every page."""
    names = {
        "encoder": text("words.kind_encoder"),
        "decoder": text("words.kind_decoder"),
        "cross": text("words.kind_cross"),
    }
    return cast("Kind", choices.segments(text, "kind", text("words.kind"), names, "cross"))


def read_layer(text: Text, n_layers: int) -> int:
    """A layer counted from 0, at first the last one."""
    return _numbered(text, "layer", text("cell.layer"), n_layers, n_layers) - 1


def read_head(text: Text, n_heads: int, usual: int) -> int:
    """A head counted from 0, at first `usual`."""
    return _numbered(text, "head", text("cell.head"), n_heads, usual + 1) - 1


def read_stage(text: Text) -> int:
    """The scrubber over the stages; opens on the last, where everything is computed."""
    count = len(STAGES)
    return choices.whole_number(text, STAGE, text("cell.stage"), 1, count, count) - 1


def read_dim(n_dims: int, usual: int) -> int:
    """The framed dimension: chosen in the drawing, kept in the address."""
    written = st.query_params.get(DIM)
    return int(written) - 1 if written is not None and whole(1, n_dims)(written) else usual


def obey(pick: tuple[str, int]) -> None:
    """What was pressed in the drawing becomes the state of the controls."""
    what, index = pick
    if what == "dim":
        st.query_params[DIM] = str(index + 1)
    else:
        st.session_state[{"stage": STAGE, "column": "col"}[what]] = index + 1


def row_names(text: Text, translation: Translation, kind: Kind) -> list[str]:
    """The asking places by name; in the decoder what was fed and what is written there."""
    if kind == "encoder":
        return [
            text("cell.piece", number=i, piece=piece)
            for i, piece in enumerate(translation.source.pieces, 1)
        ]
    pairs = zip(translation.fed_pieces, translation.predicted_pieces, strict=True)
    return [
        text("cell.row_decoder", number=i, fed=fed, predicted=predicted)
        for i, (fed, predicted) in enumerate(pairs, 1)
    ]


def _key_names(text: Text, kind: Kind, pieces: Sequence[str], row: int) -> list[str]:
    return [
        text("cell.column_hidden", number=i, piece=piece)
        if kind == "decoder" and i > row + 1
        else text("cell.piece", number=i, piece=piece)
        for i, piece in enumerate(pieces, 1)
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
    best = [float(row[_ordinary(row, keys)]) for row in weights]
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
    found = [[float(row[_ordinary(row, keys)]) for row in head] for head in weights]
    return int(np.abs(np.mean(found, axis=1) - TELLING).argmin())


def _ordinary(row: NDArray[np.floating], keys: Sequence[str]) -> int:
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


def _listed(text: Text, key: str, label: str, names: Sequence[str], usual: int) -> int:
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
