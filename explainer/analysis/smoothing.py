"""Kernel smoothing (Nadaraya 1964, Watson 1964) and its equivalence to attention.

u(q) = sum_j w(q, k_j) v_j with w(q, k_j) = K((q - k_j) / h) / sum_l K((q - k_l) / h).

Shape suffixes: Q queries, N data points, E width of a vector.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.lookup import softmax

Floats = NDArray[np.float64]
KernelName = Literal["gaussian", "boxcar", "epanechnikov", "triangular", "tricube"]
DataName = Literal["wave", "jump", "line"]

LOW, HIGH = 0.0, 10.0  # range of the keys
GAP: Final = (5.2, 6.6)  # interval without keys
POINTS: Final = 40
NOISE: Final = 0.3
RADIUS: Final = 8.0  # of the circle of keys of equal norm, of which less than half is used
NARROW, WIDE = 0.05, 5.0  # range of the bandwidth search

# Kernels at distance t >= 0, in bandwidths, without their normalising factors, which cancel.
KERNELS: Final[dict[KernelName, Callable[[Floats], Floats]]] = {
    "gaussian": lambda t: np.exp(-(t**2) / 2),
    "boxcar": lambda t: (t <= 1).astype(np.float64),
    "epanechnikov": lambda t: np.maximum(0.0, 1 - t**2),
    "triangular": lambda t: np.maximum(0.0, 1 - t),
    "tricube": lambda t: np.maximum(0.0, 1 - t**3) ** 3,
}
SHAPES: Final[dict[DataName, Callable[[Floats], Floats]]] = {
    "wave": lambda x: np.sin(x) + 0.2 * x,
    "jump": lambda x: np.where(x < 4.0, 0.5, 2.5),
    "line": lambda x: 0.3 * x,
}


@lru_cache(maxsize=8)
def sample(name: DataName) -> tuple[Floats, Floats]:
    """Return fixed sample data: keys (N,), none inside GAP, and noisy values (N,)."""
    rng = np.random.default_rng(7)
    room = HIGH - LOW - (GAP[1] - GAP[0])
    keys = np.sort(rng.uniform(LOW, LOW + room, POINTS))
    keys = np.where(keys > GAP[0], keys + GAP[1] - GAP[0], keys)
    values = SHAPES[name](keys) + rng.normal(0.0, NOISE, POINTS)
    keys.setflags(write=False)
    values.setflags(write=False)
    return keys, values


def kernel_weights(queries: Floats, keys: Floats, bandwidth: float, name: KernelName) -> Floats:
    """Return kernel weights (Q, N) with rows of sum 1; NaN if no key is in the window (0/0)."""
    distances = np.abs(queries[:, None] - keys[None, :]) / bandwidth
    if name == "gaussian":  # softmax avoids 0/0 for distant keys
        return softmax(-(distances**2) / 2)
    heights = KERNELS[name](distances)
    totals = heights.sum(axis=1, keepdims=True)
    return np.divide(heights, totals, out=np.full_like(heights, np.nan), where=totals > 0)


def leave_one_out(keys: Floats, values: Floats, bandwidth: float, name: KernelName) -> float:
    """Return the leave-one-out mean squared error, predicting each point from all others.

    Infinite if some point has no other in its window.
    """
    distances = np.abs(keys[:, None] - keys[None, :]) / bandwidth
    if name == "gaussian":
        scores = -(distances**2) / 2
        np.fill_diagonal(scores, -np.inf)
        guesses = softmax(scores) @ values
    else:
        heights = KERNELS[name](distances)
        np.fill_diagonal(heights, 0.0)
        totals = heights.sum(axis=1)
        if not totals.all():
            return float("inf")
        guesses = heights @ values / totals
    return float(np.mean((guesses - values) ** 2))


@dataclass(frozen=True)
class Fit:
    """The bandwidth with the smallest error."""

    bandwidth: float
    error: float


@lru_cache(maxsize=16)
def fit_bandwidth(data: DataName, name: KernelName, steps: int = 70) -> Fit:
    """Return the bandwidth with the smallest leave-one-out error, and that error.

    `data` names a sample, `name` a kernel. A grid search, then a finer one around its best.
    """
    keys, values = sample(data)
    tried = np.geomspace(NARROW, WIDE, steps)
    errors = np.array([leave_one_out(keys, values, float(h), name) for h in tried])
    best = int(errors.argmin())
    low, high = tried[max(0, best - 1)], tried[min(steps - 1, best + 1)]
    closer = np.geomspace(low, high, steps // 2)
    closer_errors = [leave_one_out(keys, values, float(h), name) for h in closer]
    at = int(np.argmin(closer_errors))
    return Fit(float(closer[at]), closer_errors[at])


def on_circle(places: Floats, radius: float = RADIUS) -> Floats:
    """Map numbers to vectors (N, 2) of equal norm, in order along a circle."""
    angles = places / radius
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=-1)


def dot_attention(q_QE: Floats, k_NE: Floats, bandwidth: float) -> Floats:
    """Dot-product attention softmax(q . k / h^2), (Q, N): h^2 in place of sqrt(d_k)."""
    return softmax(q_QE @ k_NE.T / bandwidth**2)


def gaussian_attention(q_QE: Floats, k_NE: Floats, bandwidth: float) -> Floats:
    """Attention by a Gaussian kernel of the distance between vectors, (Q, N).

    |q - k|^2 = |q|^2 - 2 q.k + |k|^2. The first term is the same for all keys of a row and cancels
    in the softmax; so does the last if all keys have the same norm. Then this is `dot_attention`.
    """
    squares = ((q_QE[:, None, :] - k_NE[None, :, :]) ** 2).sum(axis=-1)
    return softmax(-squares / (2 * bandwidth**2))
