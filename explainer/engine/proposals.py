"""A decoder's proposals at every step: its most probable tokens, and the rank of the chosen one.

Shape suffixes: T decoder steps, V vocabulary, K tokens shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray


class Proposals(NamedTuple):
    """Top tokens `ids`, `probs` (T, K), best first; p (T,) and `ranks` (from 1) of the `chosen`."""

    ids: NDArray[np.int64]
    probs: NDArray[np.float32]
    chosen: NDArray[np.float32]
    ranks: tuple[int, ...]


def proposals(logits_TV: NDArray[np.float32], predicted: Sequence[int], most: int) -> Proposals:
    """Rank the tokens of a pass from its logits; `predicted` are the T tokens chosen."""
    with torch.inference_mode():
        log_probs_TV = torch.tensor(logits_TV).log_softmax(dim=-1)
        top = log_probs_TV.topk(min(most, logits_TV.shape[1]))
        chosen_T1 = log_probs_TV.gather(1, torch.tensor(predicted)[:, None])
        above_T = np.count_nonzero(log_probs_TV.numpy() > chosen_T1.numpy(), axis=1)
        probs_TK, chosen_T = top.values.exp(), chosen_T1[:, 0].exp()
    ranks = tuple((1 + above_T).tolist())
    return Proposals(top.indices.numpy(), probs_TK.numpy(), chosen_T.numpy(), ranks)


def chosen_proposals(log_probs: Sequence[float]) -> Proposals:
    """Make proposals of a search without logits, with only the chosen tokens' log-probabilities."""
    none = np.empty((len(log_probs), 0))
    chosen_T = np.exp(np.array(log_probs, dtype=np.float32))
    return Proposals(none.astype(np.int64), none.astype(np.float32), chosen_T, ())
