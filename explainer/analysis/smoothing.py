"""Kernel smoothing (Nadaraya 1964, Watson 1964) and the attention that is the same formula.

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

LOW, HIGH = 0.0, 10.0  # where the keys lie
GAP: Final = (5.2, 6.6)  # where there are none
POINTS: Final = 40
NOISE: Final = 0.3
RADIUS: Final = 8.0  # of the circle on which keys of equal norm stand: less than half of it used
NARROW, WIDE = 0.05, 5.0  # bandwidths that are tried

# Heights of the kernels at distance t >= 0, in bandwidths; the factor in front cancels.
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
    """Keys (N,) and noisy values (N,), the same at every call; nothing lies inside GAP."""
    rng = np.random.default_rng(7)
    room = HIGH - LOW - (GAP[1] - GAP[0])
    keys = np.sort(rng.uniform(LOW, LOW + room, POINTS))
    keys = np.where(keys > GAP[0], keys + GAP[1] - GAP[0], keys)
    values = SHAPES[name](keys) + rng.normal(0.0, NOISE, POINTS)
    keys.setflags(write=False)
    values.setflags(write=False)
    return keys, values


def kernel_weights(queries: Floats, keys: Floats, bandwidth: float, name: KernelName) -> Floats:
    """(Q, N), every row sums to 1; a row of NaN where no key is inside the window (0/0)."""
    distances = np.abs(queries[:, None] - keys[None, :]) / bandwidth
    if name == "gaussian":  # never 0/0, however far the next key is
        return softmax(-(distances**2) / 2)
    heights = KERNELS[name](distances)
    totals = heights.sum(axis=1, keepdims=True)
    return np.divide(heights, totals, out=np.full_like(heights, np.nan), where=totals > 0)


def leave_one_out(keys: Floats, values: Floats, bandwidth: float, name: KernelName) -> float:
    """Mean squared error when each point is guessed from all others.

    Infinite when a point has no other inside its window: it could not be guessed at all.
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
    """Learn one number, the bandwidth, from the data: a search over a grid, then ever closer."""
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
    """(N, 2): numbers as vectors of one and the same norm, their order kept along the circle."""
    angles = places / radius
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=-1)


def dot_attention(q_QE: Floats, k_NE: Floats, bandwidth: float) -> Floats:
    """softmax(q . k / h^2), (Q, N): attention with the divisor h^2 in place of sqrt(d_k)."""
    return softmax(q_QE @ k_NE.T / bandwidth**2)


def gaussian_attention(q_QE: Floats, k_NE: Floats, bandwidth: float) -> Floats:
    """A Gaussian kernel of the distance between vectors, (Q, N).

    |q - k|^2 = |q|^2 - 2 q.k + |k|^2. The first term is the same for all keys of a row and cancels
    in the softmax; so does the last when all keys have one norm. Then this is `dot_attention`.
    """
    squares = ((q_QE[:, None, :] - k_NE[None, :, :]) ** 2).sum(axis=-1)
    return softmax(-squares / (2 * bandwidth**2))
