"""Top-k selection without a full sort."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def largest(values_V: NDArray[Any], count: int) -> NDArray[np.intp]:
    """Return the indices (count,) of the largest values, largest first, ties by lower index.

    Same as the start of a stable `argsort`, in linear time.
    """
    falling_V = -np.asarray(values_V)
    if not 0 < count < len(falling_V):
        return np.argsort(falling_V, kind="stable")[: max(count, 0)]
    last = np.partition(falling_V, count - 1)[count - 1]
    candidates = np.flatnonzero(~(falling_V > last))  # includes ties with the last one, and NaN
    order = np.argsort(falling_V[candidates], kind="stable")
    indices: NDArray[np.intp] = candidates[order[:count]]
    return indices
