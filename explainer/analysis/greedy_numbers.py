"""Statistics of greedy search: one step's distribution, and close calls.

Shape suffix: V vocabulary. Log-probabilities are natural, entropy is in nats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.ranking import largest
from explainer.analysis.sampling import entropy

Floats = NDArray[np.float64]
Ids = tuple[int, ...]

EOS: Final = 3  # ids below it are never output: <pad>, <unk>, <s>


@dataclass(frozen=True)
class Choice:
    """A step's distribution and the token chosen from it.

    `top` are ids, most probable first; `best` is the most probable token allowed as output;
    `rank` is the chosen token's among all tokens.
    """

    top: Ids
    probs: Floats
    chosen: int
    prob: float
    rank: int
    best: int
    entropy: float

    @property
    def rest(self) -> float:
        """Total probability of the tokens not in `top`."""
        return max(0.0, 1.0 - float(self.probs.sum()))


def choice(log_probs_V: Floats, chosen: int, count: int, first: int = EOS) -> Choice:
    """Describe one step: its `count` most probable tokens and the one chosen.

    `first` is the lowest id allowed: EOS, or EOS + 1 before the minimum length. Raises IndexError
    for a token outside the vocabulary.
    """
    if not 0 <= chosen < len(log_probs_V):
        raise IndexError(f"token {chosen} is not among {len(log_probs_V)}")
    order = largest(log_probs_V, count)
    return Choice(
        top=tuple(int(i) for i in order),
        probs=np.exp(log_probs_V[order]),
        chosen=chosen,
        prob=float(np.exp(log_probs_V[chosen])),
        rank=1 + int((log_probs_V > log_probs_V[chosen]).sum()),
        best=first + int(log_probs_V[first:].argmax()),
        entropy=float(entropy(np.exp(log_probs_V))),
    )


def runner_up(log_probs_V: Floats, chosen: int, first: int = EOS) -> tuple[int, float]:
    """Return the most probable allowed token other than `chosen`, and the difference in p."""
    others_V = log_probs_V.copy()
    others_V[:first] = -np.inf
    others_V[chosen] = -np.inf
    second = int(others_V.argmax())
    return second, float(np.exp(log_probs_V[chosen]) - np.exp(log_probs_V[second]))


def closest(leads: Sequence[float]) -> int:
    """Return the step (from 0) with the smallest lead; 0 for no steps."""
    return int(np.argmin(leads)) if len(leads) else 0
