"""A target text that is fed as a whole, seen with the edge of the decoder's mask moved.

Of the first decoder layer: its scores are made of embeddings alone, so a mask moved in every layer
moves the weights of this one exactly as the softmax over what may be seen does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.batch_masks import softmax, wanted_probs
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
    """What one model is fed and should write, a token a row; the first MOST rows of it."""

    model: str
    source: tuple[int, ...]
    fed: tuple[int, ...]
    fed_tokens: tuple[str, ...]
    wanted: tuple[int, ...]
    wanted_tokens: tuple[str, ...]

    def cut(self) -> Fed:
        rest = (self.fed, self.fed_tokens, self.wanted, self.wanted_tokens)
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


def edges_of(length: int) -> tuple[int, ...]:
    """How far beyond itself a row may be let see: 0, 1, 2 ... and everything."""
    return tuple(sorted({*range(min(length, MANY + 1)), length - 1}))


def answer_shares(scores_HTT: NDArray[np.floating]) -> NDArray[np.float64]:
    """The weight that each row would give to its answer, the very next key, (H, T - 1), if it could
    see that key and no later one."""
    rows = [softmax(scores_HTT[:, q, : q + 2])[:, -1] for q in range(scores_HTT.shape[-1] - 1)]
    return np.stack(rows, axis=1) if rows else np.zeros((len(scores_HTT), 0))


@dataclass(frozen=True)
class Names:
    """Of the controls in the address: edge (from 0) and row (from 1)."""

    edge: Place
    row: Place


def draw_edge(
    view: View, pick: Picker, names: Names, one: Fed, head: int, start: tuple[int, int]
) -> tuple[int, int]:
    """The drawing of one head; gives back (edge, row). `start` is where it opens."""
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
    """Scores of one head, future included, and p(wanted) both ways if it may be shown."""
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
