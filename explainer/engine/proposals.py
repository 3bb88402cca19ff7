"""What a decoder proposed at every step: its most probable tokens, and where the chosen one stood.

Shape suffixes: T decoder steps, V vocabulary, K tokens shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray


class Proposals(NamedTuple):
    """`ids` and `probs` (T, K) most probable first; `chosen` (T,) probabilities, `ranks` from 1."""

    ids: NDArray[np.int64]
    probs: NDArray[np.float32]
    chosen: NDArray[np.float32]
    ranks: tuple[int, ...]


def proposals(probs_TV: NDArray[np.float32], predicted: Sequence[int], most: int) -> Proposals:
    """Of a pass with its distributions; `predicted` are the T tokens chosen."""
    top_TK = torch.from_numpy(probs_TV.copy()).topk(min(most, probs_TV.shape[1])).indices.numpy()
    chosen_T = probs_TV[np.arange(len(predicted)), list(predicted)]
    ranks_T = 1 + (probs_TV > chosen_T[:, None]).sum(axis=1)
    probs_TK = np.take_along_axis(probs_TV, top_TK, axis=1)
    return Proposals(top_TK, probs_TK, chosen_T, tuple(int(rank) for rank in ranks_T))


def chosen_only(log_probs: Sequence[float]) -> Proposals:
    """Of a search without a pass after it, which knows the log-probabilities it chose alone."""
    none = np.empty((len(log_probs), 0))
    chosen_T = np.exp(np.array(log_probs, dtype=np.float32))
    return Proposals(none.astype(np.int64), none.astype(np.float32), chosen_T, ())
