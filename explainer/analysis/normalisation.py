"""Layer norm and batch norm in float64.

Layer norm (arXiv:1607.06450): mean and deviation over the D channels of one position. Batch norm
(arXiv:1502.03167), in training mode: over the batch, separately for each channel.

Shape suffixes: P positions (the batch), D width.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

EPSILON: Final = 1e-5  # torch.nn.LayerNorm's default, which the model uses
Floats = NDArray[np.floating]


@dataclass(frozen=True)
class Normed:
    """`standard` = (x - mean) / sqrt(variance + EPSILON), `out` = gamma standard + beta."""

    mean: NDArray[np.float64]
    deviation: NDArray[np.float64]
    standard: NDArray[np.float64]
    out: NDArray[np.float64]


def layer_norm(x_PD: Floats, gamma_D: Floats, beta_D: Floats) -> Normed:
    """Normalise each row, or a single vector (D,); mean and deviation have shape (P, 1)."""
    return _normalise(x_PD, gamma_D, beta_D, axis=-1)


def batch_norm(x_PD: Floats) -> Normed:
    """Normalise each column with gamma = 1, beta = 0; mean and deviation have shape (1, D)."""
    width = x_PD.shape[-1]
    return _normalise(x_PD, np.ones(width), np.zeros(width), axis=0)


def _normalise(x: Floats, gamma_D: Floats, beta_D: Floats, axis: int) -> Normed:
    x64 = x.astype(np.float64)
    mean = x64.mean(axis=axis, keepdims=True)
    variance = ((x64 - mean) ** 2).mean(axis=axis, keepdims=True)
    standard = (x64 - mean) / np.sqrt(variance + EPSILON)
    return Normed(mean, np.sqrt(variance), standard, gamma_D * standard + beta_D)


def normalisation_count(width: int) -> int:
    """Count the numbers of a fitted (untrained) normalisation layer: means, variances, a count."""
    return 2 * width + 1


def batch_norm_count(width: int) -> int:
    """Count gamma and beta (trained), running mean and variance (not trained)."""
    return 4 * width


def layer_norm_count(width: int) -> int:
    """Count gamma and beta, both trained."""
    return 2 * width
