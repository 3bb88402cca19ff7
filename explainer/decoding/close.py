"""Detect searches whose result rounding errors could change.

A padded batch adds numbers up in another order than one sentence does, so log-probabilities differ
in the last digits (measured: sums of a whole translation by up to 1e-5). Where two continuations
are nearer to each other than that, the batch would decide between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from explainer.decoding import EOS, BeamStep, Step
from explainer.decoding.hypothesis import length_penalty
from explainer.decoding.rows import rank_pool

CLOSE = 1e-4  # ten times the largest difference seen


def has_close_call(steps: Sequence[Step], sentence: int) -> bool:
    """Return whether any decision of the sentence's beam search had a margin below CLOSE.

    Decisions are: at every step, who is the last to be kept; and which of the hypotheses that
    ended is the best. Steps of other methods have none.
    """
    beams = [step for step in steps if isinstance(step, BeamStep) and sentence in step.rows]
    ended: list[float] = []
    for step in beams:
        # As the search itself looks at them: width + 1 of each row, because of a refused EOS.
        pool = rank_pool(step.rows[sentence], step.totals, step.top_log_probs, step.width + 1)
        if step.too_short:
            pool = [entry for entry in pool if step.top_ids[entry[1]][entry[2]] != EOS]
        if len(pool) > step.width and pool[step.width][0] - pool[step.width - 1][0] < CLOSE:
            return True
        ended += finished_scores(step, pool)
    if beams and not ended:  # cut off at the length limit: the best total is the best score
        last = beams[-1]
        pool = rank_pool(last.rows[sentence], last.totals, last.top_log_probs, last.width + 1)
        ended = [-minus_total for minus_total, _, _ in pool[:2]]
    best = sorted(ended, reverse=True)[:2]
    return len(best) == 2 and best[0] - best[1] < CLOSE


def finished_scores(step: BeamStep, pool: Sequence[tuple[float, int, int]]) -> Iterator[float]:
    """Yield the scores of the hypotheses that this step finished."""
    penalty = length_penalty(step.number, step.alpha)
    for minus_total, row, column in pool[: step.width]:
        if step.top_ids[row][column] == EOS:
            yield -minus_total / penalty
