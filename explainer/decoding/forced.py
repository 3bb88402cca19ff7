"""Force given tokens first (a user's choice, or a pruned branch), then search freely.

Shape suffixes: R rows of the batch, V vocabulary.
"""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from explainer.decoding.candidate import StepFunction
from explainer.decoding.options import FORBIDDEN


class Forced:
    """Wrap a step function so that its first steps allow only the forced tokens.

    All others get -inf there, so every search takes the prefix as it is, counts its steps and
    sums its true log-probabilities; after it the search is free.

    Raises:
        ValueError: PAD, UNK or BOS in the prefix: no search may produce them.
    """

    def __init__(self, step: StepFunction, prefix: Sequence[int]) -> None:
        wrong = [token for token in prefix if token in FORBIDDEN or token < 0]
        if wrong:
            raise ValueError(f"prefix: token {wrong[0]} can never be produced")
        self.step = step
        self.prefix = list(prefix)
        self.number = 0

    def __call__(self, ids_R: Tensor, parents_R: Tensor) -> Tensor:
        """Return log-probabilities (R, V). Raises ValueError for a token outside the vocabulary."""
        log_probs_RV = self.step(ids_R, parents_R)
        self.number += 1
        if self.number > len(self.prefix):
            return log_probs_RV
        token = self.prefix[self.number - 1]
        if token >= log_probs_RV.shape[1]:
            raise ValueError(f"prefix: token {token} is not among {log_probs_RV.shape[1]}")
        forced_RV = torch.full_like(log_probs_RV, -math.inf)
        forced_RV[:, token] = log_probs_RV[:, token]
        return forced_RV
