"""Why scores are divided by sqrt(d_k) (arXiv:1706.03762, section 3.2.1, footnote 4).

For independent components with mean 0 and variance 1 the dot product q . k = sum_i q_i k_i has
mean 0 and variance d_k. Unscaled, it saturates softmax at one key, where the gradient vanishes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.lookup import softmax

Floats = NDArray[np.float64]
Entries = Literal["normal", "uniform", "coin"]
Divisor = Literal["none", "root", "width", "model"]

WIDTHS: Final = (4, 8, 16, 32, 64, 128, 256, 512)
# Widths of the slider, including those above: eight per doubling.
STEPS: Final = tuple(sorted({round(4 * 2 ** (step / 8)) for step in range(57)}))
ENTRIES: Final[tuple[Entries, ...]] = ("normal", "uniform", "coin")
DIVISORS: Final[tuple[Divisor, ...]] = ("root", "none", "width", "model")
PAIRS: Final = 2000  # dot products in a histogram
ROWS: Final = 48  # softmax rows averaged for each point of a curve
MOST_KEYS: Final = 32


def divisor(name: Divisor, d_k: int, d_model: int) -> float:
    """Return the number that q . k is divided by."""
    return {"none": 1.0, "root": math.sqrt(d_k), "width": float(d_k), "model": math.sqrt(d_model)}[
        name
    ]


def relative(name: Divisor, d_k: int, d_model: int) -> float:
    """Return the factor that turns scores divided by sqrt(d_k) into scores with this divisor."""
    return math.sqrt(d_k) / divisor(name, d_k, d_model)


def unit_entries(
    rng: np.random.Generator, entries: Entries, shape: tuple[int, ...]
) -> NDArray[np.float32]:
    """Draw independent numbers with mean 0 and variance 1."""
    if entries == "normal":
        return rng.standard_normal(shape, dtype=np.float32)
    uniform = rng.random(shape, dtype=np.float32)
    if entries == "coin":
        return np.where(uniform < 0.5, np.float32(-1), np.float32(1))
    return (2 * uniform - 1) * np.float32(math.sqrt(3))


def random_dots(d_k: int, entries: Entries, seed: int, pairs: int = PAIRS) -> Floats:
    """Return (pairs,) dot products of random vectors, reproducible by seed; read-only."""
    return growing_dots(entries, seed, pairs)[STEPS.index(d_k)]


@lru_cache(maxsize=12)
def growing_dots(entries: Entries, seed: int, pairs: int = PAIRS) -> Floats:
    """Return (STEPS, pairs) dot products of random vectors at every width.

    Narrower vectors are prefixes of the widest, so each score changes continuously with width.
    """
    q, k = random_pairs(STEPS[-1], entries, seed, pairs)
    return _at_steps(q.astype(np.float64) * k)


@lru_cache(maxsize=12)
def growing_rows(entries: Entries, seed: int, n_keys: int) -> Floats:
    """Return (STEPS, ROWS, n_keys) scores, each row one query with its keys, as `growing_dots`."""
    rng = np.random.default_rng((seed, STEPS[-1], ROWS))
    q = unit_entries(rng, entries, (ROWS, 1, STEPS[-1]))
    k = unit_entries(rng, entries, (ROWS, MOST_KEYS, STEPS[-1]))
    return _at_steps(q.astype(np.float64) * k[:, :n_keys])


def _at_steps(terms: Floats) -> Floats:
    """Sum the first d_k terms of the last axis for each width; read-only."""
    sums = terms.cumsum(axis=-1)[..., np.array(STEPS) - 1]
    dots: Floats = np.ascontiguousarray(np.moveaxis(sums, -1, 0))
    dots.setflags(write=False)
    return dots


def random_pairs(
    d_k: int, entries: Entries, seed: int, pairs: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return q and k, each (pairs, d_k): prefixes of vectors of the largest width."""
    rng = np.random.default_rng((seed, STEPS[-1]))
    q, k = (unit_entries(rng, entries, (pairs, STEPS[-1])) for _ in range(2))
    return q[:, :d_k], k[:, :d_k]


@dataclass(frozen=True)
class Terms:
    """Moments of the d_k terms q_i k_i of a dot product, over many pairs.

    The mean of their means, of their variances, and of the covariances of two different terms.
    """

    mean: float
    variance: float
    covariance: float


@lru_cache(maxsize=32)
def measured_terms(d_k: int, entries: Entries, seed: int, pairs: int = PAIRS) -> Terms:
    """Measure the terms; covariances follow from the variance of the sum minus all variances."""
    q, k = random_pairs(d_k, entries, seed, pairs)
    terms_PE = q.astype(np.float64) * k
    variances = terms_PE.var(axis=0)
    crossed = terms_PE.sum(axis=1).var() - variances.sum()
    return Terms(
        float(terms_PE.mean()), float(variances.mean()), float(crossed / (d_k * (d_k - 1)))
    )


def jacobian_norm(weights: Floats) -> Floats:
    """Return the Frobenius norm of the softmax Jacobian diag(w) - w w^T for every row of weights.

    |J|^2 = sum_i w_i^2 (1 - w_i)^2 + sum_{i != j} w_i^2 w_j^2; 0 if one weight is 1.
    """
    squares = weights**2
    total = squares.sum(axis=-1)
    own = (squares * (1 - weights) ** 2).sum(axis=-1)
    others = total**2 - (squares**2).sum(axis=-1)
    norm: Floats = np.sqrt(np.maximum(0.0, own + others))
    return norm


@dataclass(frozen=True)
class Saturation:
    """Means over many rows of the largest weight and the norm of the softmax Jacobian."""

    largest: float
    gradient: float


@lru_cache(maxsize=32)
def saturation(
    n_keys: int, entries: Entries, seed: int
) -> Mapping[tuple[int, Divisor], Saturation]:
    """Measure how saturated the softmax over `n_keys` random keys is, by (width in STEPS, divisor).

    The divisor "model" is left out. `entries` is the distribution of the vectors' entries.
    """
    measures: dict[tuple[int, Divisor], Saturation] = {}
    for d_k in STEPS:
        dots = growing_rows(entries, seed, n_keys)[STEPS.index(d_k)]
        for name in DIVISORS[:3]:
            weights = softmax(dots / divisor(name, d_k, d_k))
            measures[d_k, name] = Saturation(
                float(weights.max(axis=-1).mean()),
                float(jacobian_norm(weights).mean()),
            )
    return MappingProxyType(measures)


def histogram(values: Floats, reach: float, bins: int) -> tuple[Floats, Floats]:
    """Return (left edges, density) of `bins` equal bins over -reach..reach, dropping outliers."""
    counts, edges = np.histogram(values, bins=bins, range=(-reach, reach))
    return edges[:-1], counts / (len(values) * (edges[1] - edges[0]))


def normal_density(places: Floats, deviation: float) -> Floats:
    """Return the density of the normal distribution with mean 0."""
    height: Floats = np.exp(-((places / deviation) ** 2) / 2)
    return height / (deviation * math.sqrt(2 * math.pi))


def rescaled_weights(dots: Floats, visible: NDArray[np.bool_], by: float) -> Floats:
    """Return softmax(q . k / by) over the visible keys, (Q, K)."""
    return softmax(np.where(visible, dots / by, -np.inf))


@dataclass(frozen=True)
class ScaledHead:
    """q.k of one head (Q, K) in float64, its mask, and the recorded weights."""

    dots: Floats
    visible: NDArray[np.bool_]
    recorded: NDArray[np.float32]
    d_k: int
    d_model: int
    part_variance: float  # mean square of q's components times that of k's

    def weights(self, by: Divisor) -> Floats:
        """Return the weights (Q, K) with this divisor."""
        return rescaled_weights(self.dots, self.visible, divisor(by, self.d_k, self.d_model))


def scaled_head(trace: Mapping[str, NDArray[np.float32]], name: str, head: int) -> ScaledHead:
    """Extract one head from a trace; `name` is the attention's, e.g. "decoder.2.cross_attn"."""
    q, k = (trace[f"{name}.{part}"].astype(np.float64) for part in "qk")
    heads, _, d_k = q.shape
    return ScaledHead(
        q[head] @ k[head].T,
        np.isfinite(trace[f"{name}.masked_scores"][head]),
        trace[f"{name}.weights"][head],
        d_k,
        heads * d_k,
        float(np.mean(q[head] ** 2) * np.mean(k[head] ** 2)),
    )


def strongest_row(head: ScaledHead) -> int:
    """Return the row whose largest weight falls most when dividing by d_k instead of sqrt(d_k)."""
    drops = head.weights("root").max(axis=-1) - head.weights("width").max(axis=-1)
    return int(drops.argmax())
