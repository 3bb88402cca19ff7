"""One attention cell step by step, from its two input vectors to the sub-layer's output.

Every stage is a number or a vector of the trace; single products, sums and shares, which the trace
does not hold, are computed in float64. Vaswani et al. 2017, equation 1 and section 3.2.2.

Shape suffixes: S keys, D d_model, E d_head.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.sublayer import Arrays, Floats, inputs_of

STAGES: Final = (
    "project",
    "product",
    "sum",
    "scale",
    "mask",
    "softmax",
    "value",
    "head",
    "concat",
    "out",
)


@dataclass(frozen=True)
class CellIndex:
    """A cell: head, query row and key column, counted from 0."""

    head: int
    row: int
    column: int


@dataclass(frozen=True)
class CellSteps:
    """All stages of one cell; row vectors cover every key."""

    place: CellIndex
    x: Floats  # (D) the query position's input
    memory: Floats  # (D) the key position's input
    q: Floats  # (E)
    k: Floats  # (E)
    dots: Floats  # (S) q.k for every key
    scores: Floats  # (S) divided by sqrt(E)
    allowed: NDArray[np.bool_]  # (S)
    weights: Floats  # (S)
    values: Floats  # (S, E)
    head_out: Floats  # (E) the head's output for this row
    concat: Floats  # (D) all heads side by side
    out: Floats  # (D) after W_O

    @property
    def products(self) -> Floats:
        """(E) q_i k_i: they sum to the dot product."""
        return self.q * self.k

    @property
    def root(self) -> float:
        """sqrt(d_k), the divisor of the dot product."""
        return math.sqrt(len(self.q))

    @property
    def dot(self) -> float:
        """q . k of the cell."""
        return float(self.dots[self.place.column])

    @property
    def score(self) -> float:
        """The recorded score, dot / root."""
        return float(self.scores[self.place.column])

    @property
    def is_allowed(self) -> bool:
        """Whether the mask allows the cell."""
        return bool(self.allowed[self.place.column])

    @property
    def masked_score(self) -> float:
        """The score with the mask applied, -inf if masked."""
        return self.score if self.is_allowed else -math.inf

    @property
    def numerator(self) -> float:
        """e to the power of the masked score."""
        return math.exp(self.masked_score)

    @property
    def denominator(self) -> float:
        """The sum of the row's numerators."""
        return float(np.exp(self.scores[self.allowed]).sum())

    @property
    def weight(self) -> float:
        """The recorded attention weight."""
        return float(self.weights[self.place.column])

    @property
    def contribution(self) -> Floats:
        """(E) this cell's contribution to the head's output: weight times v."""
        return self.weight * self.values[self.place.column]

    @property
    def first(self) -> int:
        """Index of this head's first channel in the concatenation."""
        return self.place.head * len(self.q)

    def strongest_dimension(self) -> int:
        """Return the dimension with the largest |q_i k_i|."""
        return int(np.abs(self.products).argmax())


def cell_steps(trace: Arrays, prefix: str, place: CellIndex) -> CellSteps:
    """Collect the stages of cell `place` of the attention recorded under `prefix`."""
    head, row, column = place.head, place.row, place.column

    def part(name: str) -> Floats:
        return trace[f"{prefix}.{name}"].astype(np.float64)

    x_name, memory_name = inputs_of(trace, prefix)
    q, keys = part("q")[head, row], part("k")[head]
    return CellSteps(
        place=place,
        x=trace[x_name][row].astype(np.float64),
        memory=trace[memory_name][column].astype(np.float64),
        q=q,
        k=keys[column],
        dots=keys @ q,
        scores=part("scores")[head, row],
        allowed=trace[f"{prefix}.mask"][head, row].astype(bool),
        weights=part("weights")[head, row],
        values=part("v")[head],
        head_out=part("heads")[head, row],
        concat=part("concat")[row],
        out=part("out")[row],
    )


@dataclass(frozen=True)
class Projected:
    """One component of q or k: sum over d of x_d W_d,i, and the bias."""

    total: float
    bias: float


def projection(vector: Floats, parameters: Arrays, name: str, index: int) -> Projected:
    """Component `index` of a projection ("q_proj", "k_proj"), before the split into heads."""
    column = parameters[f"{name}.weight"][index].astype(np.float64)
    return Projected(float(vector @ column), float(parameters[f"{name}.bias"][index]))


@dataclass(frozen=True)
class OutChannel:
    """One output channel of W_O: the parts of this head and of the others, and the bias."""

    channel: int
    this_head: float
    other_heads: float
    bias: float


def out_channel(steps: CellSteps, parameters: Arrays) -> OutChannel:
    """Return the output channel that this head changes most."""
    weight = parameters["out_proj.weight"].astype(np.float64)
    mine = slice(steps.first, steps.first + len(steps.q))
    own = weight[:, mine] @ steps.concat[mine]
    channel = int(np.abs(own).argmax())
    total = float(weight[channel] @ steps.concat)
    bias = float(parameters["out_proj.bias"][channel])
    return OutChannel(channel, float(own[channel]), total - float(own[channel]), bias)
