"""The reader's choices on the page of one cell; in the URL everything counts from 1.

kind, layer, head, row and col have the same names as on the page of heads. All are chosen in the
drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import streamlit as st

from explainer.analysis.cell_steps import STAGES, CellIndex
from explainer.analysis.head_roles import Kind
from explainer.drawings import Choice, place_in
from explainer.frame.choices import Place
from explainer.frame.params import whole
from explainer.frame.pickers import (
    COLUMN,
    HEAD,
    KIND,
    KINDS,
    LAYER,
    ROW,
    Picker,
    move,
    picker,
    row_names,
    sides,
    strongest_ordinary,
    telling_head,
    telling_row,
)
from explainer.text import Text
from explainer.translation import Translation, prefix_of

DIM: Final = "cell_dim"
STAGE = Place("cell_stage", "cell.cellsteps.scrubber")
OPENS: Final = STAGES.index("sum")  # where q and k have become one number

# The story of the page: each beat ends with the step that its name stands for.
BEATS: Final = {"sum": "sum", "scale": "scale", "soft": "softmax", "gather": "head", "out": "out"}


@dataclass(frozen=True)
class Crumb:
    """One control in the figure's title line: the current choice as displayed, and the options."""

    name: str
    label: str
    shown: str
    options: tuple[str, ...]
    at: int


@dataclass(frozen=True)
class CellChoice:
    """A cell, counted from 0, and the words for its two sides."""

    kind: Kind
    layer: int
    place: CellIndex
    rows: tuple[str, ...]  # the asking places; in the decoder "after" the token that was fed
    keys: tuple[str, ...]
    crumbs: tuple[Crumb, ...]

    @property
    def prefix(self) -> str:
        """Trace name of the attention, such as "decoder.2.cross_attn"."""
        return prefix_of(self.kind, self.layer)

    @property
    def names(self) -> tuple[str, str]:
        """Return the query's and the key's token."""
        return self.rows[self.place.row], self.keys[self.place.column]

    def params(self) -> dict[str, str]:
        """Return the URL parameters of this cell, the same on every page of attention."""
        numbers = {
            "layer": self.layer,
            "head": self.place.head,
            "row": self.place.row,
            "col": self.place.column,
        }
        return {"kind": self.kind, **{name: str(n + 1) for name, n in numbers.items()}}


def read_cell(text: Text, translation: Translation) -> CellChoice:
    """Return the cell chosen in the drawing or URL, by default an informative one."""
    names = text.each("words.kind_*", "encoder", "decoder", "cross")
    kind = KIND.in_drawing(text)
    weights = translation.attention(kind)
    layers, heads, n_rows, n_keys = weights.shape
    pick = picker(text, translation, kind)
    layer = pick.number(LAYER, layers, layers - 1)
    telling = telling_head(translation, kind, layer)
    head = pick.number(HEAD, heads, telling)
    row_side, key_side = sides(translation, kind, predicted=False)
    telling = telling_row(translation, kind, weights[layer, head])
    row = pick.number(ROW, n_rows, telling, label=text("cell.row"))
    telling = strongest_ordinary(weights[layer, head, row], key_side.tokens)
    column = pick.number(COLUMN, n_keys, telling, label=text("cell.column"))
    rows = row_side.tokens
    if kind != "encoder":
        rows = tuple(text("cell.after", token=token) for token in rows)
    keys = key_side.tokens
    layer_names = tuple(text("cell.crumb_layer", number=i + 1) for i in range(layers))
    head_names = tuple(text("cell.crumb_head", number=i + 1) for i in range(heads))
    asking = tuple(row_names(text, translation, kind))
    looked_at = _key_names(text, kind, keys, row)
    crumbs = (
        Crumb("kind", text("words.kind"), names[kind], tuple(names.values()), KINDS.index(kind)),
        Crumb("layer", text("words.layer"), layer_names[layer], layer_names, layer),
        Crumb("head", text("words.head"), head_names[head], head_names, head),
        Crumb("row", text("cell.row"), rows[row], asking, row),
        Crumb(COLUMN, text("cell.column"), keys[column], looked_at, column),
    )
    return CellChoice(kind, layer, CellIndex(head, row, column), rows, keys, crumbs)


def read_stage(text: Text) -> int:
    """Return the step, from 0; by default the dot product."""
    return Picker(text, ()).number(STAGE, len(STAGES), OPENS)


def is_unread() -> bool:
    """Return whether no step was chosen by user or link, so that the figure plays."""
    return STAGE not in st.query_params


def beat_steps() -> dict[str, range]:
    """Return the range of steps, from 1, that each story step covers."""
    steps, first = dict[str, range](), 1
    for beat, stage in BEATS.items():
        last = STAGES.index(stage) + 1
        steps[beat] = range(first, last + 1)
        first = last + 1
    return steps


def read_dim(n_dims: int, usual: int) -> int:
    """Return the framed dimension, chosen in the drawing and kept in the URL."""
    written = st.query_params.get(DIM)
    return int(written) - 1 if written is not None and whole(1, n_dims)(written) else usual


def dispatch_choice(crumbs: Sequence[Crumb], n_dims: int, choice: Choice) -> None:
    """Write a click in the drawing to the controls' state."""
    counts = {crumb.name: len(crumb.options) for crumb in crumbs}
    for what, count in {**counts, "stage": len(STAGES), "dim": n_dims}.items():
        if (index := place_in(choice, what, count)) is not None:
            _obey(what, index)


def _obey(what: str, index: int) -> None:
    if what == "dim":
        st.query_params[DIM] = str(index + 1)
    elif what == "kind":
        st.session_state[what] = KINDS[index]
    else:
        move(STAGE if what == "stage" else what, index)


def _key_names(text: Text, kind: Kind, tokens: Sequence[str], row: int) -> tuple[str, ...]:
    return tuple(
        text("cell.column_hidden", number=i, token=token)
        if kind == "decoder" and i > row + 1
        else text("words.token_numbered", number=i, token=token)
        for i, token in enumerate(tokens, 1)
    )
