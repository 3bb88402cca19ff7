"""Layer norm and batch norm on real vectors, in float64.

Layer norm (arXiv:1607.06450): mean and deviation over the D numbers of one position. Batch norm
(arXiv:1502.03167), as in training: over the batch, for each of the D channels on its own.

Shape suffixes: P positions (the batch), D width.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

EPSILON: Final = 1e-5  # torch.nn.LayerNorm's default, and ours
Floats = NDArray[np.floating]


@dataclass(frozen=True)
class Normed:
    """`standard` = (x - mean) / sqrt(variance + EPSILON), `out` = gamma standard + beta."""

    mean: NDArray[np.float64]
    deviation: NDArray[np.float64]
    standard: NDArray[np.float64]
    out: NDArray[np.float64]


def layer_norm(x_PD: Floats, gamma_D: Floats, beta_D: Floats) -> Normed:
    """Each row by itself; mean and deviation have shape (P, 1). Also takes one vector (D,)."""
    return _normalise(x_PD, gamma_D, beta_D, axis=-1)


def batch_norm(x_PD: Floats) -> Normed:
    """Each column by itself, gamma = 1 and beta = 0; mean and deviation have shape (1, D)."""
    width = x_PD.shape[-1]
    return _normalise(x_PD, np.ones(width), np.zeros(width), axis=0)


def _normalise(x: Floats, gamma_D: Floats, beta_D: Floats, axis: int) -> Normed:
    x64 = x.astype(np.float64)
    mean = x64.mean(axis=axis, keepdims=True)
    variance = ((x64 - mean) ** 2).mean(axis=axis, keepdims=True)
    standard = (x64 - mean) / np.sqrt(variance + EPSILON)
    return Normed(mean, np.sqrt(variance), standard, gamma_D * standard + beta_D)


def normalisation_count(width: int) -> int:
    """Fixed numbers of a normalisation layer fitted once: means, variances, how many were seen."""
    return 2 * width + 1


def batch_norm_count(width: int) -> int:
    """gamma and beta (trained), running mean and variance (not trained)."""
    return 4 * width


def layer_norm_count(width: int) -> int:
    """gamma and beta, both trained."""
    return 2 * width
