"""The position-wise feed-forward network of a layer: max(0, x W1 + b1) W2 + b2 (equation 2).

Models that were trained elsewhere may have swish, h * sigmoid(h), in place of ReLU, max(0, h).
Shape suffixes: P positions, D d_model, F d_ff. torch keeps W1 as (F, D) and W2 as (D, F).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
Pair = tuple[NDArray[np.float64], NDArray[np.float64]]


@dataclass(frozen=True)
class FeedForward:
    """Weights of one feed-forward network."""

    w1_FD: Floats
    b1_F: Floats
    w2_DF: Floats
    b2_D: Floats
    activation: str = field(default="relu", kw_only=True)

    def pre(self, x_PD: Floats) -> Floats:
        """Return the pre-activations x W1 + b1, (P, F)."""
        # einsum adds in the same order for every row, so equal rows give equal bits; a matrix
        # product may not.
        return np.einsum("pd,fd->pf", x_PD, self.w1_FD) + self.b1_F

    def act(self, pre: Floats) -> Floats:
        """Apply the activation: max(0, h), or swish, h * sigmoid(h)."""
        return np.maximum(pre, 0) if self.activation == "relu" else pre * _sigmoid(pre)

    def slope(self, pre: Floats) -> Floats:
        """Return the activation's derivative."""
        if self.activation == "relu":
            return (pre > 0).astype(np.float64)
        return _sigmoid(pre) * (1 + pre * (1 - _sigmoid(pre)))

    def out(self, x_PD: Floats) -> Floats:
        """Return the output of the whole network, (P, D)."""
        act_PF = self.act(self.pre(x_PD))
        return np.einsum("pf,df->pd", act_PF, self.w2_DF) + self.b2_D

    def jacobian(self, x_D: Floats) -> NDArray[np.float64]:
        """Return d out / d x at one position, (D, D): of ReLU, only active units contribute."""
        slope_F = self.slope(self.w1_FD.astype(np.float64) @ x_D.astype(np.float64) + self.b1_F)
        on_F = slope_F != 0
        w1_FD = slope_F[on_F, None] * self.w1_FD[on_F].astype(np.float64)
        return self.w2_DF[:, on_F].astype(np.float64) @ w1_FD


def _sigmoid(h: Floats) -> Floats:
    return 1 / (1 + np.exp(-h))


def feed_forward(
    weights: Mapping[str, Floats], layer: int, activation: str = "relu"
) -> FeedForward:
    """Pick one layer's network from a stack's parameters by name ("0.ffn.expand.weight")."""
    names = ("expand.weight", "expand.bias", "contract.weight", "contract.bias")
    return FeedForward(*(weights[f"{layer}.ffn.{name}"] for name in names), activation=activation)


@dataclass(frozen=True)
class Unit:
    """One hidden unit at one position: pre = product + bias, act = its activation.

    `contribution` is the norm of its part of the output, |act * its column of W2|.
    """

    product: float
    bias: float
    pre: float
    act: float
    contribution: float


def unit_numbers(part: FeedForward, x_D: Floats, unit: int) -> Unit:
    """Compute one hidden unit from the input vector, in float64."""
    product = float(x_D.astype(np.float64) @ part.w1_FD[unit].astype(np.float64))
    bias = float(part.b1_F[unit])
    act = float(part.act(np.array(product + bias)))
    length = float(np.linalg.norm(part.w2_DF[:, unit].astype(np.float64)))
    return Unit(product, bias, product + bias, act, abs(act) * length)


def shuffle_difference(part: FeedForward, x_PD: Floats, order: Sequence[int]) -> float:
    """Return max |FFN(shuffled x) - shuffled FFN(x)|: 0, as positions are independent."""
    shuffled = part.out(x_PD[list(order)])
    return float(np.abs(shuffled - part.out(x_PD)[list(order)]).max())


def singular_values(jacobian_DD: NDArray[np.float64]) -> Pair:
    """Return the singular values of dF/dx and of I + dF/dx, each (D,), largest first."""
    without = np.linalg.svd(jacobian_DD, compute_uv=False)
    with_skip = np.linalg.svd(np.eye(len(jacobian_DD)) + jacobian_DD, compute_uv=False)
    return without.astype(np.float64), with_skip.astype(np.float64)
