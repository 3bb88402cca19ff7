"""How far the heads of one attention disagree about where a row looks.

The generalised Jensen-Shannon divergence of their distributions with equal shares (Lin 1991,
"Divergence Measures Based on the Shannon Entropy", section V): the entropy of the mean row minus
the mean entropy of the rows, in nats. 0 where all heads look alike; the logarithm of the number of
heads where no two of them look at the same key.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def disagreement(weights: NDArray[np.floating]) -> NDArray[np.float64]:
    """(..., Q) nats, from (..., H, Q, K) weights whose rows sum to 1."""
    maps = weights.astype(np.float64)
    apart = _entropy(maps.mean(axis=-3)) - _entropy(maps).mean(axis=-2)
    return np.maximum(apart, 0.0)  # rounding


def most_different(
    weights: NDArray[np.floating], rows: Sequence[bool] | None = None
) -> tuple[int, int]:
    """(layer, row) of (L, H, Q, K) weights where the heads disagree most, among `rows` if any."""
    nats = disagreement(weights)
    if rows is not None and any(rows):
        nats = np.where(np.array(rows), nats, -1.0)
    layer, row = np.unravel_index(int(nats.argmax()), nats.shape)
    return int(layer), int(row)


def tokens_looked_at(weights: NDArray[np.floating]) -> list[float]:
    """Over how many keys a row of each layer spreads, with the heads averaged as they are drawn:
    e to the mean entropy of the rows of (L, H, Q, K) weights. 1 for one key, K for all alike."""
    return [float(wide) for wide in np.exp(_entropy(weights.mean(axis=1)).mean(axis=-1))]


def _entropy(maps: NDArray[np.float64]) -> NDArray[np.float64]:
    logs = np.log(np.where(maps > 0.0, maps, 1.0))
    entropy: NDArray[np.float64] = -(maps * logs).sum(axis=-1)
    return entropy
