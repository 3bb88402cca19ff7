"""What several heads cost, what each looks at, and what of the input each of them sees.

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
    """3 p (d + 1) L + d (p L + 1): W_Q, W_K, W_V with their biases, then W_O with its own."""
    inward = 3 * d_head * (d_model + 1) * n_heads
    return inward + d_model * (d_head * n_heads + 1)


@dataclass(frozen=True)
class Cost:
    """Multiplications of one attention over a whole sentence, and how often e^x is taken."""

    project: int  # q, k and v
    scores: int
    values: int  # weights times v
    out: int  # W_O
    exponents: int

    @property
    def total(self) -> int:
        return self.project + self.scores + self.values + self.out


def cost(queries: int, keys: int, n_heads: int, d_head: int, d_model: int) -> Cost:
    """Of `n_heads` heads of width `d_head`, for a sentence of these lengths."""
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
    """One head on one sentence: its sharpest cell and how evenly it looks, 0 sharp to 1 even."""

    row: int
    column: int
    weight: float
    evenness: float


def head_fact(weights: NDArray[np.floating], visible: NDArray[np.bool_]) -> HeadFact:
    """Of (Q, K) weights; rows that can see one key only have no choice and do not count.

    Evenness is the mean over rows of the entropy divided by ln(number of visible keys).
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
class Fetched:
    """The key a row of one head looks at most, its weight, and its share of what is fetched."""

    key: int
    weight: float
    share: float  # |w v| of that key among those of all keys


def fetched(head: HeadTensors, row: int) -> Fetched:
    """What one head brings to one row, see `HeadTensors.norm_shares`."""
    key = int(head.weights[row].argmax())
    return Fetched(key, float(head.weights[row, key]), float(head.norm_shares()[row, key]))


def slice_belief(x: Floats, parameters: Arrays, head: int, d_head: int) -> tuple[Floats, Floats]:
    """q (E,) of one head for the (D,) input `x` of one token: from all of x, which the model does,
    and from "its slice" of x alone.
    """
    mine = slice(head * d_head, (head + 1) * d_head)
    weight = parameters["q_proj.weight"][mine].astype(np.float64)
    bias = parameters["q_proj.bias"][mine].astype(np.float64)
    return weight @ x + bias, weight[:, mine] @ x[mine] + bias


def own_count(parameters: Mapping[str, NDArray[np.floating]]) -> int:
    """Numbers a part of the model really has."""
    return sum(int(array.size) for array in parameters.values())
