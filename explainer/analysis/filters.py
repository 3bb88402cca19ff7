"""Toy layers on four 2-d tokens: mixing within a vector against mixing between vectors.

All matrices are small constants (not trained), so that every product can be checked by hand. Rows
are tokens: y = x W.

Shape suffixes: N tokens, D channels.
"""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.lookup import softmax

Floats = NDArray[np.float64]
Filter = Literal["value", "attention", "recurrent", "convolution"]
FILTERS: Final[tuple[Filter, ...]] = ("value", "attention", "recurrent", "convolution")


def _fixed(rows: list[list[float]]) -> Floats:
    made = np.array(rows)
    made.setflags(write=False)
    return made


X: Final = _fixed([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-1.0, 1.0]])
W_Q: Final = _fixed([[1.0, 0.0], [1.0, 1.0]])
W_K: Final = _fixed([[1.0, 1.0], [0.0, 1.0]])
W_V: Final = _fixed([[2.0, 0.0], [0.0, -1.0]])
U: Final = _fixed([[1.0, 0.5], [0.0, 1.0]])
W: Final = _fixed([[0.5, 0.0], [0.5, 0.5]])
# One matrix for the token before, one for the token itself, one for the token after.
KERNEL: Final[tuple[Floats, ...]] = (
    _fixed([[0.5, 0.0], [0.0, 0.5]]),
    _fixed([[1.0, 0.0], [0.0, -1.0]]),
    _fixed([[0.0, 0.5], [0.5, 0.0]]),
)


def attention_weights(x_ND: Floats) -> Floats:
    """Self-attention weights (N, N)."""
    return softmax(x_ND @ W_Q @ (x_ND @ W_K).T / np.sqrt(x_ND.shape[1]))


def states(x_ND: Floats) -> Floats:
    """Hidden states (N, D) of an RNN: h_t = tanh(x_t U + h_{t-1} W), h_0 = 0."""
    state, rows = np.zeros(x_ND.shape[1]), []
    for given in x_ND:
        state = np.tanh(given @ U + state @ W)
        rows.append(state)
    return np.stack(rows)


def convolved(x_ND: Floats) -> Floats:
    """Convolve, (N, D): y_t = x_{t-1} K_1 + x_t K_2 + x_{t+1} K_3, zero-padded."""
    padded = np.pad(x_ND, ((1, 1), (0, 0)))
    parts = [padded[i : i + len(x_ND)] @ matrix for i, matrix in enumerate(KERNEL)]
    total: Floats = np.sum(parts, axis=0)
    return total


def outputs(name: Filter, x_ND: Floats) -> Floats:
    """Apply a layer, (N, D)."""
    if name == "value":
        return x_ND @ W_V
    if name == "attention":
        return attention_weights(x_ND) @ (x_ND @ W_V)
    if name == "recurrent":
        return states(x_ND)
    return convolved(x_ND)


def sensitivity(name: Filter, token: int, amount: float = 1.0) -> Floats:
    """Return each output's change, (N,), when `amount` is added to a token's channels."""
    moved = X.copy()
    moved[token] += amount
    distance: Floats = np.linalg.norm(outputs(name, moved) - outputs(name, X), axis=1)
    return distance
