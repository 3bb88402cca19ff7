"""Attention rollout: how much of each *input* token can have reached a layer's positions.

Abnar & Zuidema 2020, "Quantifying Attention Flow in Transformers", section 3: the residual carries
half of every position past the attention, so with A_l the mean over heads of layer l

    R_0 = I,    R_l = norm(0.5 * A_l + 0.5 * I) @ R_{l-1}

where norm divides each row by its sum. Values, feed-forward layers and LayerNorm are ignored: this
describes possible paths, not what was actually used.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

RESIDUAL_SHARE = 0.5


def rollout(weights: NDArray[np.floating]) -> NDArray[np.float32]:
    """Compute the rollout of self-attention after every layer.

    `weights` (L, H, N, N), rows sum to 1 -> (L, N, N), rows sum to 1; entry [l] covers layers
    0..l. Works for the encoder and for the decoder, whose causal A is lower triangular. Raises
    ValueError for maps that are not square.
    """
    if weights.ndim != 4 or weights.shape[-1] != weights.shape[-2]:
        raise ValueError(f"self-attention must be (layers, heads, N, N), got {weights.shape}")
    n_layers, _, size, _ = weights.shape
    reached = np.eye(size)
    after = np.empty((n_layers, size, size))
    for layer in range(n_layers):
        mixed = (1.0 - RESIDUAL_SHARE) * weights[layer].astype(np.float64).mean(axis=0)
        mixed += RESIDUAL_SHARE * np.eye(size)
        reached = (mixed / mixed.sum(axis=-1, keepdims=True)) @ reached
        after[layer] = reached
    return after.astype(np.float32)


def cross_rollout(
    cross: NDArray[np.floating], encoder: NDArray[np.floating]
) -> NDArray[np.float32]:
    """Compute cross-attention to source tokens, by rollout through the encoder.

    A memory position is no longer one token: the encoder has mixed all tokens into it. With C_l the
    mean over heads of decoder layer l and R_L the encoder's rollout through all its layers

        X_l = C_l @ R_L

    `cross` (L, H, T, S), `encoder` (L', H', S, S) -> (L, T, S), rows sum to 1.
    """
    if cross.ndim != 4 or cross.shape[-1] != encoder.shape[-1]:
        raise ValueError(f"last axes of cross {cross.shape} and encoder {encoder.shape} differ")
    through = rollout(encoder)[-1].astype(np.float64)
    return (cross.astype(np.float64).mean(axis=1) @ through).astype(np.float32)
