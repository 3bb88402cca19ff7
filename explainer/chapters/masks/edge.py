"""A teacher-forced target with the edge of the decoder's causal mask moved.

Uses the first decoder layer: its scores depend on embeddings only, so moving the mask in every
layer changes its weights exactly as a softmax over the visible keys does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.batch_masks import wanted_probs
from explainer.analysis.lookup import softmax
from explainer.drawings import Choice, drawing
from explainer.frame import teaching
from explainer.frame.choices import Place
from explainer.frame.pickers import Picker
from explainer.frame.view import View
from explainer.runs import batches, resources

MOST: Final = 40  # rows: a longer target is cut, for cells one can still see
MANY: Final = 10  # edges next to the causal one that can be chosen, besides the widest
DIGITS: Final = 6  # of a number that travels: two are printed
FIRST: Final = "decoder.0.self_attn.scores"


@dataclass(frozen=True)
class Fed:
    """A model's teacher-forced input and target, one token per row; its first MOST rows."""

    model: str
    source: tuple[int, ...]
    fed: tuple[int, ...]
    fed_tokens: tuple[str, ...]
    wanted: tuple[int, ...]
    wanted_tokens: tuple[str, ...]

    def cut(self) -> Fed:
        """Return the first MOST rows only."""
        rest = (self.fed, self.fed_tokens, self.wanted, self.wanted_tokens)
        return Fed(self.model, self.source, *(part[:MOST] for part in rest))  # type: ignore[arg-type]

    def scores(self) -> NDArray[np.float32]:
        """Return all heads' scores in the first layer, future included, (H, T, T)."""
        return resources.experiment(self.model, self.source, self.fed)[FIRST]

    def probs(self) -> NDArray[np.float32]:
        """Return p(wanted) for every edge, (edges, T)."""
        edges = edges_of(len(self.fed))
        return batches.mask_edge_probs(self.model, self.source, self.fed, self.wanted, edges)

    def stepwise(self) -> NDArray[np.float32]:
        """Return log-probabilities (T, V) of decoding token by token."""
        return batches.stepwise_log_probs(self.model, self.source, self.fed)

    def steps(self) -> NDArray[np.float32]:
        """Return p(wanted) of decoding token by token, (T,)."""
        return np.asarray(np.exp(wanted_probs(self.stepwise(), self.wanted)), dtype=np.float32)


def edges_of(length: int) -> tuple[int, ...]:
    """Return the edges to choose from: 0, 1, 2 ... positions ahead, and all."""
    return tuple(sorted({*range(min(length, MANY + 1)), length - 1}))


def answer_shares(scores_HTT: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return each row's weight (H, T - 1) on the next key, its answer, if that were visible too."""
    rows = [softmax(scores_HTT[:, q, : q + 2])[:, -1] for q in range(scores_HTT.shape[-1] - 1)]
    return np.stack(rows, axis=1) if rows else np.zeros((len(scores_HTT), 0))


@dataclass(frozen=True)
class Names:
    """URL parameters of the controls: edge (from 0) and row (from 1)."""

    edge: Place
    row: Place


def draw_edge(
    view: View, pick: Picker, names: Names, one: Fed, head: int, start: tuple[int, int]
) -> tuple[int, int]:
    """Draw one head; return the chosen (edge, row), by default `start`."""
    text, count = view.text, len(one.fed)
    edges = edges_of(count)
    edge = pick.one(names.edge, list(edges), start[0])
    row = pick.number(names.row, count, start[1])

    def choose(choice: Choice) -> None:
        if type(to := choice.get("edge")) is int and to in edges:
            st.session_state[names.edge] = to
        if type(at := choice.get("at")) is int and 0 <= at < count:
            st.session_state[names.row] = at + 1

    drawing(
        "masks/triangle",
        triangle_data(one, head),
        words=text.section("masks.triangle"),
        key=f"{names.edge}_triangle",
        chosen={"edge": edge, "at": row},
        on_choice=choose,
    )
    return edge, row


def triangle_data(one: Fed, head: int) -> dict[str, Any]:
    """Return a head's scores, future included, and p(wanted) both ways if it may be shown."""
    hidden = teaching.hides("probabilities")
    return {
        "fed": one.fed_tokens,
        "wanted": one.wanted_tokens,
        "scores": _rounded(one.scores()[head]),
        "edges": edges_of(len(one.fed)),
        "probs": None if hidden else _rounded(one.probs()),
        "steps": None if hidden else _rounded(one.steps()),
    }


def _rounded(values: NDArray[np.floating]) -> Any:
    return np.round(values.astype(np.float64), DIGITS).tolist()
