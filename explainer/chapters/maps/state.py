"""The reader's choices on the attention page: widgets and address.

In the address layer, head, row and column count from 1; every other name is that of a widget.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.head_roles import Kind
from explainer.analysis.maps import Combine, MapOptions, sharpest_head
from explainer.frame import address
from explainer.frame.params import whole
from explainer.frame.pickers import KINDS, sides

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.text import Text


Cell = tuple[int, int]

IGNORED = "maps_ignored"  # session: names of address values that were not usable
KEPT = "maps_kept"  # session: the cell in the address, if this page wrote or obeyed it
LONGEST = 999  # a row or column beyond this is no cell of any map


@dataclass(frozen=True)
class Choice:
    """What is shown: the options of the map and what only the page needs to know."""

    options: MapOptions
    predicted: bool  # rows carry the piece predicted, not the piece fed
    head: int  # the head chosen in the grid, from 0
    other: tuple[int, int] | None  # (layer, head) to compare with
    ignored: tuple[str, ...]  # names of address values that were not usable
    unchosen: bool  # "mean of some" without any head chosen

    def compared(self) -> Choice:
        """The same choice for the second head. Only when `other` is set."""
        assert self.other is not None
        layer, head = self.other
        options = replace(self.options, layer=layer, heads=(head,), combine="one")
        return replace(self, options=options, head=head)


def attention_arrays(translation: Translation) -> dict[Kind, NDArray[np.float32]]:
    """All weights, (L, H, Q, K) for each kind."""
    return {kind: translation.attention(kind) for kind in KINDS}


def read_choice(
    text: Text, translation: Translation, arrays: Mapping[Kind, NDArray[np.float32]]
) -> Choice:
    """Draw the controls and read them, the layer and the head from the address."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = _kind(text)
        combine = _combine(text)
        words = _words(text)
        predicted = kind != "encoder" and _predicted(text, kind)
    n_layers, n_heads = arrays[kind].shape[:2]
    keys = sides(translation, kind, predicted)[1]
    wrong: list[str] = []
    layer = _number("layer", n_layers, wrong)
    layer = n_layers - 1 if layer is None else layer
    head = _number("head", n_heads, wrong)
    head = sharpest_head(arrays[kind][layer], keys) if head is None else head
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        hide = _switch("hide", text("maps.hide"))
        other = _other(text, n_layers, n_heads) if combine == "one" else None
    chosen = _chosen(text, n_heads) if combine == "chosen" else ()
    options = MapOptions(kind, layer, chosen or (head,), combine, words, hide)
    ignored = (*wrong, *st.session_state.get(IGNORED, ()))
    return Choice(options, predicted, head, other, ignored, combine == "chosen" and not chosen)


def choose_head(pair: tuple[int, int]) -> None:
    """Put a clicked layer and head into the address."""
    st.session_state.pop(IGNORED, None)
    st.query_params.update({"layer": str(pair[0] + 1), "head": str(pair[1] + 1)})


def cell_in_address() -> Cell | None:
    """The cell of a link, `row` and `col`; None when there is none."""
    wrong: list[str] = []
    row, column = _number("row", LONGEST, wrong), _number("col", LONGEST, wrong)
    return None if row is None or column is None else (row, column)


def keep_cell(cell: Cell) -> None:
    """Put the clicked cell into the address."""
    st.session_state[KEPT] = cell
    if cell_in_address() != cell:
        st.query_params.update({"row": str(cell[0] + 1), "col": str(cell[1] + 1)})


def _forget_cell() -> None:
    """On another map the same row and column would be another cell."""
    for name in ("row", "col"):
        st.query_params.pop(name, None)


def _number(name: str, count: int, wrong: list[str]) -> int | None:
    """A number 1..count of the address as 0..count-1; None when absent, or noted in `wrong`."""
    written = st.query_params.get(name)
    if written is None:
        return None
    if whole(1, count)(written):
        return int(written) - 1
    wrong.append(name)
    return None


def _seed(key: str, default: str, options: Mapping[str, str]) -> None:
    """`address.seed` for an option id, noting an id nobody knows."""

    def read(written: str) -> str | None:
        if written in options:
            return written
        st.session_state[IGNORED] = (*st.session_state.get(IGNORED, ()), key)
        return None

    address.seed(key, default, read)


def _segments(
    key: str, label: str, names: Mapping[str, str], default: str, *, new_cells: bool = False
) -> str:
    """One choice among a few, shown side by side."""
    _seed(key, default, names)
    picked = st.segmented_control(
        label,
        tuple(names),
        required=True,
        key=key,
        format_func=names.__getitem__,
        on_change=_forget_cell if new_cells else None,
    )
    address.keep(key, picked, default)
    return picked or default


def _switch(key: str, label: str) -> bool:
    """A toggle; it changes which cells there are."""
    address.seed(key, False, address.switch)
    on = st.toggle(label, key=key, on_change=_forget_cell)
    address.keep(key, on, False)
    return on


def _kind(text: Text) -> Kind:
    names = {
        "encoder": text("words.kind_encoder"),
        "decoder": text("words.kind_decoder"),
        "cross": text("words.kind_cross"),
    }
    label = text("words.kind")
    return cast("Kind", _segments("kind", label, names, "cross", new_cells=True))


def _combine(text: Text) -> Combine:
    names = {
        "one": text("maps.combine_one"),
        "mean": text("maps.combine_mean"),
        "chosen": text("maps.combine_chosen"),
        "rollout": text("maps.combine_rollout"),
    }
    return cast("Combine", _segments("combine", text("maps.combine"), names, "one"))


def _words(text: Text) -> bool:
    names = {"pieces": text("maps.unit_pieces"), "words": text("maps.unit_words")}
    label = text("maps.unit")
    return _segments("unit", label, names, "pieces", new_cells=True) == "words"


def _predicted(text: Text, kind: Kind) -> bool:
    """Cross-attention chooses the next piece, decoder self-attention digests the last one."""
    names = {"fed": text("maps.rows_fed"), "predicted": text("maps.rows_predicted")}
    default = "predicted" if kind == "cross" else "fed"
    key = "rows" if kind == "cross" else "decoder_rows"
    return _segments(key, text("maps.rows"), names, default) == "predicted"


def _chosen(text: Text, n_heads: int) -> tuple[int, ...]:
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


def _other(text: Text, n_layers: int, n_heads: int) -> tuple[int, int] | None:
    """The second head, `other=LAYER.HEAD`; None when only one map is wanted."""
    address.seed("compare", False, address.switch)
    on = st.toggle(text("maps.compare"), key="compare")
    address.keep("compare", on, False)
    if not on:
        return None
    pairs = {f"{i + 1}.{j + 1}": (i, j) for i in range(n_layers) for j in range(n_heads)}
    names = {
        option: text("words.head_name", layer=i + 1, head=j + 1) for option, (i, j) in pairs.items()
    }
    _seed("other", "1.1", names)
    picked = st.selectbox(
        text("maps.other"),
        list(names),
        format_func=names.__getitem__,
        key="other",
        label_visibility="collapsed",
        width=180,
    )
    address.keep("other", picked, "1.1")
    return pairs[picked]
