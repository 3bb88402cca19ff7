"""Scores of the RNN era on any two sets of vectors: additive (Bahdanau), dot and general (Luong).

Bahdanau, Cho and Bengio 2015 (arXiv:1409.0473), section A.1.2: v . tanh(W s + U h).
Luong, Pham and Manning 2015 (arXiv:1508.04025), section 3.1: s . h and s . W h.

Shape suffixes: T decoder states s, S encoder states h, D their width, A hidden units, E d_head.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
ScoreName = Literal["additive", "dot", "general", "head"]


@dataclass(frozen=True)
class AdditiveWeights:
    """W and U (D, A), v (A,) of the additive score."""

    w_DA: Floats
    u_DA: Floats
    v_A: Floats


@lru_cache(maxsize=8)
def random_weights(d: int, a: int, seed: int = 0) -> AdditiveWeights:
    """Untrained weights, the same for the same seed: Glorot's uniform range."""
    rng = np.random.default_rng(seed)
    wide, thin = np.sqrt(6 / (d + a)), np.sqrt(6 / (a + 1))
    return AdditiveWeights(
        rng.uniform(-wide, wide, (d, a)),
        rng.uniform(-wide, wide, (d, a)),
        rng.uniform(-thin, thin, a),
    )


def additive(s_TD: Floats, h_SD: Floats, weights: AdditiveWeights) -> Floats:
    """(T, S): v . tanh(W s_t + U h_j), a small network for every pair."""
    hidden_TSA = np.tanh((s_TD @ weights.w_DA)[:, None, :] + (h_SD @ weights.u_DA)[None, :, :])
    scores: Floats = hidden_TSA @ weights.v_A
    return scores


def dot(s_TD: Floats, h_SD: Floats) -> Floats:
    """(T, S): s_t . h_j, nothing to learn."""
    return s_TD @ h_SD.T


def general(s_TD: Floats, h_SD: Floats, w_DD: Floats) -> Floats:
    """(T, S): s_t . W h_j, one matrix to learn."""
    return s_TD @ w_DD @ h_SD.T


def context(weights_TS: Floats, h_SD: Floats) -> Floats:
    """c_t = sum_j a_tj h_j, (T, D): a vector for every step."""
    return weights_TS @ h_SD


@dataclass(frozen=True)
class Cost:
    """What all T x S scores take: multiplications, tanh, and numbers to learn."""

    multiplications: int
    tanh: int
    parameters: int


def cost(name: ScoreName, t: int, s: int, d: int, inner: int) -> Cost:
    """`inner` is A for "additive" and E for "head" (one head of this model, with its biases)."""
    if name == "dot":
        return Cost(t * s * d, 0, 0)
    if name == "general":
        return Cost(t * d * d + t * s * d, 0, d * d)
    pairs, projections = t * s * inner, (t + s) * d * inner
    if name == "additive":
        return Cost(projections + pairs, pairs, 2 * d * inner + inner)
    return Cost(projections + pairs, 0, 2 * (d + 1) * inner)
