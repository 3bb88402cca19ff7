"""Inverted dropout: draw masks and apply them.

Srivastava et al. 2014 (JMLR 15); arXiv:1706.03762, section 5.4.

Shape suffixes: N draws, D units.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def keep_mask(count: int, p: float, draws: int, seed: int) -> NDArray[np.bool_]:
    """Draw keep masks (N, D): each unit is dropped with probability p, reproducible by seed."""
    return np.random.default_rng(seed).random((draws, count)) >= p


def drop_units(values_D: Floats, keep_ND: NDArray[np.bool_], p: float) -> Floats:
    """Zero the dropped units and divide the others by 1 - p, (N, D)."""
    return np.where(keep_ND, values_D / (1 - p), 0.0)
