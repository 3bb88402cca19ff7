"""Disagreement between the attention heads of a layer (Jensen-Shannon divergence).

The generalised Jensen-Shannon divergence with equal weights (Lin 1991, "Divergence Measures Based
on the Shannon Entropy", section V): the entropy of the mean row minus the mean entropy of the rows,
in nats. 0 if all heads are equal; ln(number of heads) if no two heads attend to the same key.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def disagreement(weights: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the divergence between heads (..., Q), in nats, of weights (..., H, Q, K)."""
    maps = weights.astype(np.float64)
    apart = _entropy(maps.mean(axis=-3)) - _entropy(maps).mean(axis=-2)
    return np.maximum(apart, 0.0)  # rounding


def most_different(
    weights: NDArray[np.floating], rows: Sequence[bool] | None = None
) -> tuple[int, int]:
    """Return the (layer, row) of (L, H, Q, K) weights where the heads disagree most.

    Only rows flagged in `rows` are considered, if any are.
    """
    nats = disagreement(weights)
    if rows is not None and any(rows):
        nats = np.where(np.array(rows), nats, -1.0)
    layer, row = np.unravel_index(int(nats.argmax()), nats.shape)
    return int(layer), int(row)


def effective_keys(weights: NDArray[np.floating]) -> list[float]:
    """Return the effective number of keys per row of each layer, for the mean over heads.

    It is e to the mean entropy of the rows of (L, H, Q, K) weights: 1 for one key, K for uniform
    attention.
    """
    return [float(wide) for wide in np.exp(_entropy(weights.mean(axis=1)).mean(axis=-1))]


def _entropy(maps: NDArray[np.float64]) -> NDArray[np.float64]:
    logs = np.log(np.where(maps > 0.0, maps, 1.0))
    entropy: NDArray[np.float64] = -(maps * logs).sum(axis=-1)
    return entropy
