"""Temperature, top-k and top-p filtering of stored distributions, without a forward pass.

Everything is float64 and works along the last axis, so a whole run's stored log-probabilities
(T, V) are filtered in one call.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray


def apply_temperature(log_probs: ArrayLike, temperature: float) -> NDArray[np.float64]:
    """Return softmax(log_probs / temperature) along the last axis, float64, same shape.

    Temperature 0 is the limit: all probability on the largest entry (the first of equal ones).
    A row of -inf only gives zeros.

    Raises:
        ValueError: NaN or +inf among the log-probabilities, or a negative temperature.
    """
    if not 0 <= temperature < np.inf:
        raise ValueError(f"temperature: {temperature} is not a finite number of at least 0")
    values = np.asarray(log_probs, dtype=np.float64)
    if not (values < np.inf).all():
        raise ValueError("the log-probabilities hold NaN or +inf")
    top = values.max(axis=-1, keepdims=True)
    if temperature == 0:
        first = np.zeros(values.shape)
        np.put_along_axis(first, values.argmax(axis=-1, keepdims=True), 1.0, axis=-1)
        return np.where(top > -np.inf, first, 0.0)
    # Subtracting before dividing keeps tiny temperatures from overflowing.
    shifted = (values - np.where(top > -np.inf, top, 0.0)) / temperature
    weights: NDArray[np.float64] = np.exp(shifted)
    sums = weights.sum(axis=-1, keepdims=True)
    weights /= np.where(sums > 0, sums, 1.0)
    return weights


def filter_distribution(
    log_probs: ArrayLike,
    temperature: float = 1.0,
    top_k: int = 0,
    top_p: float = 1.0,
    *,
    forbidden: Sequence[int] = (),
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Apply temperature, top-k and top-p; return the distribution and which tokens are kept.

    The softmax with its temperature comes first, over the whole vocabulary; then the `forbidden`
    tokens are taken out; then both filters look at what remains, each for itself: top-k keeps the
    k most probable tokens, top-p the smallest set of most probable tokens whose share of the
    remaining probability reaches p (Holtzman et al. 2020, arXiv:1904.09751, section 3.1). A token
    stays if both keep it; in the end the probabilities are scaled to sum to 1. Equal
    probabilities: the lower id is kept first. 0 and 1.0 switch top-k and top-p off.

    Args:
        log_probs: natural log-probabilities (..., V).

    Returns:
        (probs, kept): float64 and bool, both (..., V). A row in which nothing has any probability
        is all zeros and False.

    Raises:
        ValueError: NaN or +inf among the log-probabilities, or a setting outside its range.
    """
    if top_k < 0:
        raise ValueError(f"top_k: {top_k} is below 0")
    if not 0 < top_p <= 1:
        raise ValueError(f"top_p: {top_p} is not above 0 and at most 1")
    allowed = np.array(log_probs, dtype=np.float64)
    allowed[..., list(forbidden)] = -np.inf
    # The softmax over the allowed tokens is the softmax over all of them with the others taken
    # out and the rest scaled; written so, it does not underflow where a forbidden token dominates.
    probs = apply_temperature(allowed, temperature)
    kept = probs > 0
    if top_k or top_p < 1:
        order = np.argsort(-allowed, axis=-1, kind="stable")
        ordered = np.take_along_axis(probs, order, axis=-1)
        keep = np.ones(probs.shape, dtype=bool)
        if top_k:
            keep[..., top_k:] = False
        if top_p < 1:
            before = np.cumsum(ordered, axis=-1) - ordered
            keep &= before < top_p
        by_id = np.empty_like(keep)
        np.put_along_axis(by_id, order, keep, axis=-1)
        kept &= by_id
    probs = np.where(kept, probs, 0.0)
    sums = probs.sum(axis=-1, keepdims=True)
    return probs / np.where(sums > 0, sums, 1.0), kept


def draw_token(probs: NDArray[np.float64], uniform: float) -> int:
    """Return the token that a uniform number in [0, 1) picks from probabilities (V,).

    They are added up from the largest on, of equal ones from the lower id. -1 if nothing has any
    probability.
    """
    if not probs.any():
        return -1
    order = np.argsort(-probs, kind="stable")
    return int(order[draw_ranks(probs[order], uniform)])


def draw_ranks(probs_N: NDArray[np.float64], uniforms: ArrayLike) -> NDArray[np.int64]:
    """Return the rank, from 0, that each uniform number picks of probabilities, largest first."""
    cumulative = np.cumsum(probs_N)
    found = np.searchsorted(cumulative, np.asarray(uniforms) * cumulative[-1], side="right")
    # Rounding may carry a number just below 1 past the last one.
    return np.minimum(found, np.count_nonzero(probs_N) - 1)
