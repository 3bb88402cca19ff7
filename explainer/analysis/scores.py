"""Attention score functions (additive, dot, general) and their cost.

Bahdanau, Cho and Bengio 2015 (arXiv:1409.0473), section A.1.2: v . tanh(W s + U h).
Luong, Pham and Manning 2015 (arXiv:1508.04025), section 3.1: s . h and s . W h.

Shape suffixes: T decoder states s, S encoder states h, D width of s, C width of h, A hidden units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
ScoreName = Literal["additive", "dot", "general", "head"]


@dataclass(frozen=True)
class AdditiveWeights:
    """W (D, A), U (C, A) and v (A,) of the additive score."""

    w_DA: Floats
    u_CA: Floats
    v_A: Floats


def additive(s_TD: Floats, h_SC: Floats, learned: AdditiveWeights) -> Floats:
    """Additive scores (T, S): v . tanh(W s_t + U h_j), a small network for every pair."""
    asked_TA, seen_SA = s_TD @ learned.w_DA, h_SC @ learned.u_CA
    hidden_TSA = np.tanh(asked_TA[:, None, :] + seen_SA[None, :, :])
    scores: Floats = hidden_TSA @ learned.v_A
    return scores


def dot(s_TD: Floats, h_SD: Floats) -> Floats:
    """Dot-product scores (T, S): s_t . h_j, no parameters."""
    return s_TD @ h_SD.T


def general(s_TD: Floats, h_SC: Floats, w_DC: Floats) -> Floats:
    """General (bilinear) scores (T, S): s_t . W h_j, one matrix to learn."""
    return s_TD @ w_DC @ h_SC.T


def context(weights_TS: Floats, h_SC: Floats) -> Floats:
    """Context vectors (T, C): c_t = sum_j a_tj h_j."""
    return weights_TS @ h_SC


@dataclass(frozen=True)
class Sizes:
    """Sizes of a score: T target and S source tokens, widths D of s and C of h.

    `inner` is A ("additive") or d_k ("head").
    """

    t: int
    s: int
    d: int
    c: int
    inner: int


@dataclass(frozen=True)
class Cost:
    """Cost of all T x S scores: multiplications and tanh evaluations."""

    multiplications: int
    tanh: int


def cost(name: ScoreName, sizes: Sizes) -> Cost:
    """Count the cost; products W s and U h (or W_K h) are computed once per step or source token.

    "dot" needs s and h of the same width D. "head" is one attention head.
    """
    t, s, d, c, inner = sizes.t, sizes.s, sizes.d, sizes.c, sizes.inner
    if name == "dot":
        return Cost(t * s * d, 0)
    if name == "general":
        return Cost(t * d * c + t * s * c, 0)
    pairs, projections = t * s * inner, (t * d + s * c) * inner
    return Cost(projections + pairs, pairs if name == "additive" else 0)
