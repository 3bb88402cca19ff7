"""Hypotheses with their scores, and reranking without another forward pass."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Hypothesis:
    """An output of a search.

    Fields:
        ids: the tokens; EOS is the last one when finished, BOS is never among them.
        log_probs: natural log-probability of each token, over the whole vocabulary.
        finished: ended with EOS; False when the length limit (or a dead end) cut it off.
        total: sum of `log_probs`.
        score: total / length_penalty(len(ids), alpha).
    """

    ids: tuple[int, ...]
    log_probs: tuple[float, ...]
    finished: bool
    total: float
    score: float


def length_penalty(length: int, alpha: float) -> float:
    """Return ((5 + length) / 6) ** alpha, by which a total log-probability is divided.

    Source: Wu et al. 2016 (arXiv:1609.08144), equation 14. `length` counts tokens with EOS.
    """
    return float(((5 + length) / 6) ** alpha)


def make_hypothesis(
    ids: Iterable[int], log_probs: Iterable[float], *, finished: bool, total: float, alpha: float
) -> Hypothesis:
    """Make a hypothesis and compute its score; `total` is passed in as the search summed it."""
    ids = tuple(ids)
    score = total / length_penalty(len(ids), alpha)
    return Hypothesis(ids, tuple(log_probs), finished, total, score)


def rerank(hypotheses: Sequence[Hypothesis], alpha: float, min_length: int = 0) -> list[Hypothesis]:
    """Sort hypotheses by their score with another `alpha`, best first.

    Finished ones shorter than `min_length` tokens (EOS included) are left out. Unfinished ones
    come after all finished ones. Equal scores: the shorter one first, then the given order. No
    forward pass: a hypothesis the search never finished cannot appear, so a search repeated with
    the new values may find a better one (not if the first search was exhaustive).
    """
    scored = [
        replace(h, score=h.total / length_penalty(len(h.ids), alpha))
        for h in hypotheses
        if not h.finished or len(h.ids) >= min_length
    ]
    return sorted(scored, key=lambda h: (not h.finished, -h.score, len(h.ids)))
