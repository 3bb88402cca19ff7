"""Rerank a finished beam search for other settings, and tell when it must be run again.

Pruning uses sums of log-probabilities only, so the length penalty changes nothing in a search but
when it stops; a minimum length changes it where an EOS took a place in the beam.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.beam_tree import Pools

Missing = Literal["", "alpha", "shorter", "longer"]


@dataclass(frozen=True)
class SearchSettings:
    """Settings of a search: beam width, hypotheses returned, maximum length, penalty, minimum."""

    width: int
    n_best: int
    max_length: int
    alpha: float
    min_length: int


def penalty(length: int | NDArray[np.int64], alpha: float) -> NDArray[np.float64]:
    """Return ((5 + length) / 6) ** alpha, Wu et al. 2016 (arXiv:1609.08144), equation 14."""
    return np.asarray(((5 + np.asarray(length, dtype=np.float64)) / 6) ** alpha)


def winners_by_alpha(ends: Sequence[tuple[float, int]], most: float) -> list[tuple[float, int]]:
    """List (alpha, index) of each hypothesis that wins for some alpha in 0..most, and from where.

    `ends` are (total, length). A score is total / penalty, so as alpha grows only a longer one
    can overtake: where ln(total / total') = alpha ln(penalty / penalty').
    """
    if not ends:
        return []
    best = min(range(len(ends)), key=lambda i: (-ends[i][0], ends[i][1]))
    winners = [(0.0, best)]
    while True:
        total, length = ends[best]
        later = [
            (log(other[0] / total) / log((5 + other[1]) / (5 + length)), -other[1], i)
            for i, other in enumerate(ends)
            if other[1] > length and total < 0.0
        ]
        if not later or min(later)[0] > most:
            return winners
        alpha, _, best = min(later)
        winners.append((alpha, best))


def why_missing(
    pools: Pools,
    finished: Sequence[tuple[float, int]],
    searched: SearchSettings,
    alpha: float,
    min_length: int,
) -> Missing:
    """Return why the stored hypotheses may lack one that a new search would find; "" if not.

    "" means that reranking by `alpha` and `min_length` gives the same `n_best` hypotheses as a
    new search with these values. "longer" and "shorter": the minimum length would have kept other
    hypotheses in the beam. "alpha": with this penalty the search would not have stopped where it
    did.

    Args:
        finished: (total, length) of every finished hypothesis of the search.
    """
    for step, pool in enumerate(pools, start=1):
        verdicts = {c.verdict for c in pool}
        if step < min_length and {"finished", "pruned"} <= verdicts:
            return "longer"  # a pruned candidate would have taken the place
        may_end = step >= min_length
        if may_end and any(c.verdict == "too_short" and c.rank <= searched.width for c in pool):
            return "shorter"
    alive = [c.total for c in pools[-1] if c.verdict == "stopped"] if pools else []
    if not alive:
        return ""
    long_enough = [(total, length) for total, length in finished if length >= min_length]
    if len(long_enough) < searched.n_best:
        return "longer"
    totals, lengths = (np.array(column) for column in zip(*long_enough, strict=True))
    scores = np.sort(totals / penalty(lengths, alpha))[::-1]
    highest = penalty(searched.max_length, alpha)
    settled = max(alive) / highest <= scores[searched.n_best - 1]
    return "" if settled else "alpha"


def log_probs_of(logits_TV: NDArray[np.floating], ids: Sequence[int]) -> NDArray[np.float64]:
    """Return the log-softmax of each step's logits at the token written, in float64, (T,)."""
    logits = logits_TV.astype(np.float64)
    top = logits.max(axis=1, keepdims=True)
    norm = top[:, 0] + np.log(np.exp(logits - top).sum(axis=1))
    log_probs: NDArray[np.float64] = logits[np.arange(len(ids)), list(ids)] - norm
    return log_probs
