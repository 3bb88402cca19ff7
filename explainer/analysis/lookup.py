"""Attention as a dictionary that answers every question: look-up by similarity, not by equality.

A hard look-up needs the very key. A soft one compares the query with all keys, turns the
similarities into shares that sum to 1 (softmax), and mixes the values by these shares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

# The stationery shop: names of the goods are in the reader's language, so only ids stand here.
GOODS: Final = ("pencil", "mechanical", "notebook", "scissors", "ruler")
PRICES: Final = (200.0, 3000.0, 3000.0, 1000.0, 750.0)
SIMILARITIES: Final = (3.1, 3.5, 1.2, 0.1, 0.9)
# What a widely read page prints as the softmax of these similarities, and its value.
PRINTED_WEIGHTS: Final = (0.362, 0.531, 0.052, 0.016, 0.039)
PRINTED_VALUE: Final = 1866.65


@dataclass(frozen=True)
class SoftLookup:
    """Every step of a soft look-up, one number a key; `value` is the sum of `parts`."""

    numerators: Floats  # e^similarity
    denominator: float
    weights: Floats
    parts: Floats  # weight * value
    value: float


def softmax(scores: ArrayLike) -> Floats:
    """Shares along the last axis; the largest score is taken off first, so nothing overflows."""
    values = np.asarray(scores, dtype=np.float64)
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    shares: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def soft_lookup(similarities: ArrayLike, values: ArrayLike, sharpness: float = 1.0) -> SoftLookup:
    """Mix `values` by softmax(sharpness * similarities).

    `sharpness` 0 gives the plain mean, a large one the value of the most similar key alone.
    Raises ValueError for no keys, for unequal lengths and for a number that is not finite.
    """
    scores = sharpness * np.asarray(similarities, dtype=np.float64)
    given = np.asarray(values, dtype=np.float64)
    if scores.shape != given.shape or scores.ndim != 1 or not len(scores):
        raise ValueError(f"{scores.shape} similarities for {given.shape} values")
    if not (np.isfinite(scores).all() and np.isfinite(given).all()):
        raise ValueError("a similarity or a value is not a finite number")
    numerators = np.exp(scores)
    weights = softmax(scores)
    parts = weights * given
    return SoftLookup(numerators, float(numerators.sum()), weights, parts, float(parts.sum()))


def hard_lookup(table: Mapping[str, float], query: str) -> float | None:
    """What a Python dictionary answers: the value of the very key, or nothing."""
    return table.get(query)
