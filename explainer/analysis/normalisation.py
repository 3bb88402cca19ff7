"""Layer norm and batch norm on real vectors, in float64.

Layer norm (arXiv:1607.06450): mean and deviation over the D numbers of one position. Batch norm
(arXiv:1502.03167), as in training: over the batch, for each of the D channels on its own. For use
it keeps a running mean and variance of the batches.

Shape suffixes: N batches, P positions (the batch), D width.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

EPSILON: Final = 1e-5  # torch.nn.LayerNorm's default, and ours
MOMENTUM: Final = 0.1  # torch.nn.BatchNorm1d's default: the share of the newest batch
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


@dataclass(frozen=True)
class Running:
    """Batch norm after N batches. `means` (N, D) are those of the batches; `mean` and `variance`
    (N + 1, D) what was kept before the first and after each.
    """

    means: NDArray[np.float64]
    mean: NDArray[np.float64]
    variance: NDArray[np.float64]

    def standard(self, x_PD: Floats) -> NDArray[np.float64]:
        """As in use, gamma = 1 and beta = 0: what was kept last, whatever else is in the batch."""
        x64 = x_PD.astype(np.float64)
        return (x64 - self.mean[-1]) / np.sqrt(self.variance[-1] + EPSILON)

    def shifts(self) -> NDArray[np.float64]:
        """How far the mean of each batch lies from the kept one in kept deviations, root mean
        square over the channels, (N,).
        """
        apart = (self.means - self.mean[-1]) / np.sqrt(self.variance[-1] + EPSILON)
        return np.sqrt((apart**2).mean(axis=1))


def running(batches: Sequence[Floats]) -> Running:
    """kept = 0.9 kept + 0.1 batch from mean 0 and variance 1 on, as torch does: the variance it
    keeps is over P - 1, the one it divides by in training over P.

    Raises ValueError for a batch of one position, which has no such variance.
    """
    if min(map(len, batches), default=2) < 2:
        raise ValueError("a batch of one position has no variance over P - 1")
    width = batches[0].shape[-1]
    mean, variance, means = [np.zeros(width)], [np.ones(width)], []
    for x_PD in batches:
        x64 = x_PD.astype(np.float64)
        means.append(x64.mean(axis=0))
        mean.append((1 - MOMENTUM) * mean[-1] + MOMENTUM * means[-1])
        variance.append((1 - MOMENTUM) * variance[-1] + MOMENTUM * x64.var(axis=0, ddof=1))
    return Running(np.stack(means), np.stack(mean), np.stack(variance))


def as_batch_grows(x_PD: Floats, position: int, channel: int) -> NDArray[np.float64]:
    """One number of one position after batch norm over 1, 2, ..., P positions, (P,).

    The batch begins with the position itself; the others follow in their order.
    """
    others = [p for p in range(len(x_PD)) if p != position]
    ordered = x_PD[[position, *others]]
    sizes = range(1, len(ordered) + 1)
    return np.array([batch_norm(ordered[:size]).standard[0, channel] for size in sizes])


def normalisation_count(width: int) -> int:
    """Fixed numbers of a normalisation layer fitted once: means, variances, how many were seen."""
    return 2 * width + 1


def batch_norm_count(width: int) -> int:
    """gamma and beta (trained), running mean and variance (not trained)."""
    return 4 * width


def layer_norm_count(width: int) -> int:
    """gamma and beta, both trained."""
    return 2 * width
