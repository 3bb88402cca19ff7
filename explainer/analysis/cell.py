"""The computation behind one cell of an attention map, from the recorded q, k, v and scores.

Vaswani et al. 2017, equation 1: weight = softmax over the row of q.k / sqrt(d_k).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class CellNumbers:
    """One attention cell of one head: score = dot / root, weight = numerator / denominator."""

    dot: float  # q.k
    root: float  # sqrt(d_k)
    score: float
    numerator: float  # e^score
    denominator: float  # sum of e^score over the keys that are not masked
    weight: float


def head_tensors(trace: Mapping[str, NDArray[np.floating]], name: str, head: int) -> HeadTensors:
    """Take one head of the attention recorded under `name` ("decoder.0.cross_attn")."""
    return HeadTensors(
        **{
            part: trace[f"{name}.{part}"][head]
            for part in ("q", "k", "v", "scores", "masked_scores", "weights")
        }
    )


@dataclass(frozen=True)
class HeadTensors:
    """q (Q, E), k and v (K, E), scores, masked_scores and weights (Q, K) of one head."""

    q: NDArray[np.floating]
    k: NDArray[np.floating]
    v: NDArray[np.floating]
    scores: NDArray[np.floating]
    masked_scores: NDArray[np.floating]
    weights: NDArray[np.floating]

    def cell(self, query: int, key: int) -> CellNumbers:
        """Return the numbers of one cell: recorded score and weight, the rest in float64."""
        row = self.masked_scores[query].astype(np.float64)
        return CellNumbers(
            dot=float(self.q[query].astype(np.float64) @ self.k[key].astype(np.float64)),
            root=math.sqrt(self.q.shape[-1]),
            score=float(self.scores[query, key]),
            numerator=float(np.exp(row[key])),
            denominator=float(np.exp(row).sum()),
            weight=float(self.weights[query, key]),
        )

    def recomputed_difference(self) -> float:
        """Return max |recorded weights - softmax(q k^T / sqrt(d))|, recomputed in float64."""
        scores = self.q.astype(np.float64) @ self.k.astype(np.float64).T
        scores = np.where(np.isfinite(self.masked_scores), scores, -np.inf)
        scores /= math.sqrt(self.q.shape[-1])
        raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
        again = raised / raised.sum(axis=-1, keepdims=True)
        return float(np.abs(again - self.weights).max())

    def norm_shares(self) -> NDArray[np.float32]:
        """Return the norm-weighted attention |w * v| of each key as a share of its row, (Q, K).

        Kobayashi et al. 2020, "Attention is Not Only a Weight", section 2.2, taken inside the
        head, that is before W_O.
        """
        lengths = np.linalg.norm(self.v.astype(np.float64), axis=-1)
        weighted = self.weights.astype(np.float64) * lengths
        return (weighted / weighted.sum(axis=-1, keepdims=True)).astype(np.float32)
