"""The largest of many values, without putting all of them in order."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def largest(values_V: NDArray[Any], count: int) -> NDArray[np.intp]:
    """Places (count,) of the largest values, largest first, of equal ones the lower place first.

    As the beginning of a stable `argsort`, in the time of one look at all values.
    """
    falling_V = -np.asarray(values_V)
    if not 0 < count < len(falling_V):
        return np.argsort(falling_V, kind="stable")[: max(count, 0)]
    last = np.partition(falling_V, count - 1)[count - 1]
    among = np.flatnonzero(~(falling_V > last))  # with all that equal the last one, and with NaN
    places: NDArray[np.intp] = among[np.argsort(falling_V[among], kind="stable")[:count]]
    return places
