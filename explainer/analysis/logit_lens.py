"""Logit lens: project every intermediate decoder state to the vocabulary.

After nostalgebraist (2020). States of a post-norm model are projected directly; those of a pre-norm
model pass through its final norm first, as in the model itself.

Shape suffixes: N states, T decoder steps, V vocabulary, D d_model, K candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.normalisation import layer_norm

TOP: Final = 5
Floats = NDArray[np.floating]


@dataclass(frozen=True)
class Lens:
    """What each state would predict at each step.

    `top_ids` and `top_probs` (N, T, K), best first; `probs` and `logits` (N, T) of the wanted
    (output) token; `log_sums` (N, T), the log-sum-exp of all logits.
    """

    top_ids: NDArray[np.int64]
    top_probs: NDArray[np.float64]
    probs: NDArray[np.float64]
    logits: NDArray[np.float64]
    log_sums: NDArray[np.float64]


def through_final_norm(states: Floats, gamma_D: Floats, beta_D: Floats) -> Floats:
    """Apply a pre-norm decoder's final norm to its states."""
    return layer_norm(states, gamma_D, beta_D).out.astype(states.dtype)


def lens(
    states_NTD: Floats,
    matrix_VD: Floats,
    wanted_T: Sequence[int],
    top: int = TOP,
    bias_V: Floats | None = None,
) -> Lens:
    """Apply the logit lens to all states; the last one gives the model's own prediction.

    `bias_V` is added to the logits where the model has one.
    """
    bias_V = np.zeros(1, np.float32) if bias_V is None else bias_V
    wanted = np.asarray(wanted_T)
    steps = np.arange(len(wanted))
    rows: list[tuple[NDArray[Any], ...]] = []
    for state_TD in states_NTD:
        log_probs_TV, log_sums_T = _log_probs(state_TD, matrix_VD, bias_V)
        best = _best(log_probs_TV, min(top, log_probs_TV.shape[1]))
        found_T = log_probs_TV[steps, wanted]
        rows.append(
            (
                best,
                np.exp(np.take_along_axis(log_probs_TV, best, axis=1)),
                np.exp(found_T),
                found_T + log_sums_T,
                log_sums_T,
            )
        )
    return Lens(*(np.stack(column) for column in zip(*rows, strict=True)))


def _log_probs(state_TD: Floats, matrix_VD: Floats, bias_V: Floats) -> tuple[Floats, Floats]:
    """Return log-probabilities (T, V) and log-sum-exp (T,) in float64; the product is float32."""
    logits = (state_TD.astype(np.float32) @ matrix_VD.T + bias_V).astype(np.float64)
    highest = logits.max(axis=1, keepdims=True)
    log_sums = highest + np.log(np.exp(logits - highest).sum(axis=1, keepdims=True))
    return logits - log_sums, log_sums[:, 0]


def _best(log_probs_TV: Floats, top: int) -> NDArray[np.int64]:
    """Return the ids of the `top` largest of each row, largest first."""
    unsorted = np.argpartition(-log_probs_TV, top - 1, axis=1)[:, :top]
    order = np.argsort(-np.take_along_axis(log_probs_TV, unsorted, axis=1), axis=1)
    return np.take_along_axis(unsorted, order, axis=1)
