"""Attention as a soft dictionary look-up: by similarity to the keys, not by equality.

A hard look-up needs an exact match. A soft one compares the query with all keys, turns the
similarities into weights that sum to 1 (softmax), and averages the values with these weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

# The stationery shop; the names of the goods are in the text catalogue.
GOODS: Final = ("pencil", "mechanical", "notebook", "scissors", "ruler")
PRICES: Final = (200.0, 3000.0, 3000.0, 1000.0, 750.0)
SIMILARITIES: Final = (3.1, 3.5, 1.2, 0.1, 0.9)
# The softmax of these similarities, and its value, as printed on a widely read page.
PRINTED_WEIGHTS: Final = (0.362, 0.531, 0.052, 0.016, 0.039)
PRINTED_VALUE: Final = 1866.65


@dataclass(frozen=True)
class SoftLookup:
    """Every step of a soft look-up, one number per key; `value` is the sum of `parts`."""

    numerators: Floats  # e^similarity
    denominator: float
    weights: Floats
    parts: Floats  # weight * value
    value: float


def softmax(scores: ArrayLike) -> Floats:
    """Softmax along the last axis; the maximum is subtracted first, so nothing overflows.

    A row with only -inf is NaN.
    """
    values = np.asarray(scores, dtype=np.float64)
    with np.errstate(invalid="ignore"):  # of that row
        raised = np.exp(values - values.max(axis=-1, keepdims=True))
    shares: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def soft_lookup(similarities: ArrayLike, values: ArrayLike, sharpness: float = 1.0) -> SoftLookup:
    """Average `values` with weights softmax(sharpness * similarities).

    `sharpness` 0 gives the plain mean, a large one the value of the most similar key.
    Raises ValueError for no keys, unequal lengths or a number that is not finite.
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
    """Look up an exact key, as in a Python dictionary; None if there is none."""
    return table.get(query)
