"""A target text that is fed as a whole, seen with the edge of the decoder's mask moved.

Of the first decoder layer: its scores are made of embeddings alone, so a mask moved in every layer
moves the weights of this one exactly as the softmax over what may be seen does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.batch_masks import softmax, wanted_probs
from explainer.chapters.masks.triangle import (
    TriangleWords,
    edges_of,
    triangle,
    triangle_payload,
)
from explainer.frame import teaching
from explainer.frame.pickers import Picker
from explainer.frame.view import View
from explainer.runs import batches, resources
from explainer.text import Text

MOST: Final = 40  # rows: a longer target is cut, for cells one can still see
FIRST: Final = "decoder.0.self_attn.scores"


@dataclass(frozen=True)
class Fed:
    """What one model is fed and should write, a token a row; the first MOST rows of it."""

    model: str
    source: tuple[int, ...]
    fed: tuple[int, ...]
    fed_pieces: tuple[str, ...]
    wanted: tuple[int, ...]
    wanted_pieces: tuple[str, ...]

    def cut(self) -> Fed:
        rest = (self.fed, self.fed_pieces, self.wanted, self.wanted_pieces)
        return Fed(self.model, self.source, *(part[:MOST] for part in rest))  # type: ignore[arg-type]

    def scores(self) -> NDArray[np.float32]:
        """Of all heads of the first layer, future included (H, T, T)."""
        return resources.experiment(self.model, self.source, self.fed)[FIRST]

    def probs(self) -> NDArray[np.float32]:
        """p(wanted) for every edge (edges, T)."""
        edges = edges_of(len(self.fed))
        return batches.edges(self.model, self.source, self.fed, self.wanted, edges)

    def stepwise(self) -> NDArray[np.float32]:
        """Log-probabilities (T, V) of translation, one token a step."""
        return batches.stepwise(self.model, self.source, self.fed)

    def steps(self) -> NDArray[np.float32]:
        """p(wanted) of translation (T,)."""
        return np.asarray(np.exp(wanted_probs(self.stepwise(), self.wanted)), dtype=np.float32)


def answer_shares(scores_HTT: NDArray[np.floating]) -> NDArray[np.float64]:
    """The weight that each row would give to its answer, the very next key, (H, T - 1), if it could
    see that key and no later one."""
    rows = [softmax(scores_HTT[:, q, : q + 2])[:, -1] for q in range(scores_HTT.shape[-1] - 1)]
    return np.stack(rows, axis=1) if rows else np.zeros((len(scores_HTT), 0))


@dataclass(frozen=True)
class Names:
    """Of the controls in the address: edge (from 0) and row (from 1)."""

    edge: str
    row: str


def draw_edge(
    view: View,
    pick: Picker,
    names: Names,
    one: Fed,
    head: int,
    start: tuple[int, int],
    told: Mapping[str, str],
) -> tuple[int, int]:
    """The drawing of one head; gives back (edge, row). `start` is where it opens."""
    text, count = view.text, len(one.fed)
    edges = edges_of(count)
    edge = pick.one(names.edge, text("masks.edge"), list(edges), start[0])
    row = pick.number(names.row, text("masks.row"), count, start[1])
    hidden = teaching.hides("probabilities")
    data = triangle_payload(
        one.scores()[head],
        one.fed_pieces,
        one.wanted_pieces,
        row=row,
        edge=edge,
        probs=None if hidden else one.probs(),
        steps=None if hidden else one.steps(),
        words=triangle_words(text, count, told),
        dark=view.dark,
    )
    triangle(data, key=f"{names.edge}_triangle", on_place=_place(names))
    return edge, row


def _place(names: Names) -> Callable[[int, int], None]:
    def place(edge: int, row: int) -> None:
        st.session_state[names.edge] = edge
        st.session_state[names.row] = row + 1

    return place


def triangle_words(text: Text, count: int, told: Mapping[str, str]) -> TriangleWords:
    return TriangleWords(
        name=text("masks.triangle_name"),
        left=text("masks.at_once"),
        left_line=text("masks.at_once_line", count=count),
        right=text("masks.one_by_one"),
        right_line=text("masks.one_by_one_line"),
        play=text("masks.play"),
        rows=text("masks.row"),
        row=text.template("masks.triangle_row"),
        edge=text("masks.edge"),
        edge_closed=text("masks.edge_closed"),
        edge_open=text.template("masks.edge_open"),
        key=text("masks.looked_at"),
        score=text("masks.step_score"),
        mask=text("masks.step_mask"),
        bar=text("masks.bar"),
        not_yet=text("masks.not_yet"),
        legend=text.each("masks.legend_*", "weight", "closed", "future", "answer"),
        told=told,
    )
