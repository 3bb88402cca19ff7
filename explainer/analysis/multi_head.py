"""Multi-head attention: parameters, cost, and what each head attends to.

Vaswani et al. 2017, section 3.2.2: "Due to the reduced dimension of each head, the total
computational cost is similar to that of single-head attention with full dimensionality."

Letters: L heads, p width of one head (key and value), d width of the model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.cell import HeadTensors
from explainer.analysis.sublayer import Arrays, Floats


def attention_parameters(n_heads: int, d_head: int, d_model: int) -> int:
    """Count parameters: 3 p (d + 1) L for W_Q, W_K, W_V, d (p L + 1) for W_O, with biases."""
    inward = 3 * d_head * (d_model + 1) * n_heads
    return inward + d_model * (d_head * n_heads + 1)


@dataclass(frozen=True)
class Cost:
    """Multiplications of one attention over a whole sentence, and exponentials."""

    project: int  # q, k and v
    scores: int
    values: int  # weights times v
    out: int  # W_O
    exponents: int

    @property
    def total(self) -> int:
        return self.project + self.scores + self.values + self.out


def cost(queries: int, keys: int, n_heads: int, d_head: int, d_model: int) -> Cost:
    """Count the operations of `n_heads` heads of width `d_head` for these sentence lengths."""
    width = n_heads * d_head
    return Cost(
        project=(queries + 2 * keys) * d_model * width,
        scores=queries * keys * width,
        values=queries * keys * width,
        out=queries * width * d_model,
        exponents=n_heads * queries * keys,
    )


@dataclass(frozen=True)
class HeadFact:
    """One head on one sentence: its strongest cell and its evenness, 0 sharp to 1 uniform."""

    row: int
    column: int
    weight: float
    evenness: float


def head_fact(weights: NDArray[np.floating], visible: NDArray[np.bool_]) -> HeadFact:
    """Summarise one head's weights (Q, K); rows with a single visible key are ignored.

    Evenness is the mean over rows of entropy / ln(number of visible keys).
    """
    free = visible.sum(axis=-1) > 1
    maps = np.where(visible, weights.astype(np.float64), 0.0)
    counted = maps * free[:, None] if free.any() else maps
    row, column = np.unravel_index(int(counted.argmax()), maps.shape)
    if not free.any():
        return HeadFact(int(row), int(column), float(maps[row, column]), 0.0)
    logs = np.log(np.where(maps > 0.0, maps, 1.0))
    entropy = -(maps * logs).sum(axis=-1)[free] / np.log(visible.sum(axis=-1)[free])
    return HeadFact(int(row), int(column), float(maps[row, column]), float(entropy.mean()))


@dataclass(frozen=True)
class StrongestKey:
    """The key with the largest weight in a row, its weight, and its share of the output norm."""

    key: int
    weight: float
    share: float  # |w v| of that key among those of all keys


def strongest_key(head: HeadTensors, row: int) -> StrongestKey:
    """Return a row's strongest key and its norm-weighted share (`HeadTensors.norm_shares`)."""
    key = int(head.weights[row].argmax())
    return StrongestKey(key, float(head.weights[row, key]), float(head.norm_shares()[row, key]))


def query_from_slice(
    x: Floats, parameters: Arrays, head: int, d_head: int
) -> tuple[Floats, Floats]:
    """Compute q (E,) of one head for an input `x` (D,), correctly and by a common misconception.

    The model projects all of x; the misconception is that a head sees only "its slice" of x.
    """
    mine = slice(head * d_head, (head + 1) * d_head)
    weight = parameters["q_proj.weight"][mine].astype(np.float64)
    bias = parameters["q_proj.bias"][mine].astype(np.float64)
    return weight @ x + bias, weight[:, mine] @ x[mine] + bias


def parameter_count(parameters: Mapping[str, NDArray[np.floating]]) -> int:
    """Count the actual parameters of a part of the model."""
    return sum(int(array.size) for array in parameters.values())
