"""The numbers of a greedy search: one step's distribution, and close calls.

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

EOS: Final = 3  # the tokens before it are never written: <pad>, <unk>, <s>


@dataclass(frozen=True)
class Choice:
    """A step's distribution and the token chosen from it.

    `top` are ids, most probable first; `best` is the most probable token that may be written,
    `rank` that of the chosen one among all tokens.
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
        """Probability of all tokens that are not in `top`."""
        return max(0.0, 1.0 - float(self.probs.sum()))


def choice(log_probs_V: Floats, chosen: int, count: int, first: int = EOS) -> Choice:
    """`first` is the lowest id that may be written: EOS, or the one after it while an end would
    come too early. Raises IndexError for a token outside the vocabulary.
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
    """The most probable other token that may be written, and how far it is behind in p."""
    others_V = log_probs_V.copy()
    others_V[:first] = -np.inf
    others_V[chosen] = -np.inf
    second = int(others_V.argmax())
    return second, float(np.exp(log_probs_V[chosen]) - np.exp(log_probs_V[second]))


def closest(leads: Sequence[float]) -> int:
    """The step (from 0) at which the choice was closest; 0 for no steps."""
    return int(np.argmin(leads)) if len(leads) else 0


def fork(one: Sequence[int], other: Sequence[int]) -> int | None:
    """The first step (from 0) at which two outputs differ; None for equal ones."""
    shared = min(len(one), len(other))
    for step in range(shared):
        if one[step] != other[step]:
            return step
    return None if len(one) == len(other) else shared
