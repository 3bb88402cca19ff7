"""The reader's choices on the page of one cell; everything counts from 1 in the address.

kind, layer, head, row and col have the names and the meaning they have on the attention page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import streamlit as st

from explainer.analysis.cell_steps import STAGES, CellIndex
from explainer.analysis.head_roles import Kind
from explainer.frame import choices
from explainer.frame.params import whole
from explainer.frame.pickers import (
    move,
    pick_head,
    pick_kind,
    row_names,
    sides,
    strongest_ordinary,
    telling_head,
    telling_row,
)
from explainer.text import Text
from explainer.translation import Translation, prefix_of

DIM: Final = "cell_dim"
STAGE: Final = "cell_stage"


@dataclass(frozen=True)
class CellChoice:
    """The cell, counted from 0, and the words for its two sides."""

    kind: Kind
    layer: int
    place: CellIndex
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


def read_cell(text: Text, translation: Translation) -> CellChoice:
    """Draw the controls of the page and read them."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = pick_kind(text)
        weights = translation.attention(kind)
        pick, layer, head = pick_head(text, translation, kind, telling_head)
    row_side, key_side = sides(translation, kind, predicted=False)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        names = row_names(text, translation, kind)
        telling = telling_row(translation, kind, weights[layer, head])
        row = pick.listed("row", text("cell.row"), names, telling, width=260)
        names = _key_names(text, kind, key_side.pieces, row)
        telling = strongest_ordinary(weights[layer, head, row], key_side.pieces)
        column = pick.listed("col", text("cell.column"), names, telling, width=260)
    place = CellIndex(head, row, column)
    rows = row_side.pieces
    if kind != "encoder":
        rows = tuple(text("cell.after", piece=piece) for piece in rows)
    return CellChoice(kind, layer, place, rows, key_side.pieces)


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
        move({"stage": STAGE, "column": "col"}[what], index)


def _key_names(text: Text, kind: Kind, pieces: Sequence[str], row: int) -> list[str]:
    return [
        text("cell.column_hidden", number=i, piece=piece)
        if kind == "decoder" and i > row + 1
        else text("words.piece_numbered", number=i, piece=piece)
        for i, piece in enumerate(pieces, 1)
    ]
