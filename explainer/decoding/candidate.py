"""The interface to a model, and the candidates that a search considers.

Legend of the shape suffixes: R rows of the batch at this step, V vocabulary.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from torch import Tensor

StepFunction = Callable[[Tensor, Tensor], Tensor]
"""One decoding step: (ids_R, parents_R) -> log_probs_RV.

Row r continues row parents_R[r] of the previous call with token ids_R[r]. In the first call there
is one row a sentence, its id is BOS and its parent is the sentence's own index. Rows may be
repeated (a beam splits), left out (finished) and reordered. Both arguments are int64 on the CPU;
the function moves them where it needs them. In greedy search and sampling parents_R is 0, 1, ...
whenever no row has left, so a cache then has nothing to move. It returns natural
log-probabilities over the whole vocabulary, at most 0, in a tensor that it does not write to
again: a step may keep it.
"""

Verdict = Literal[
    "kept",  # goes on to the next step
    "finished",  # chosen, and it is the end of sentence
    "cut",  # chosen, but the length limit ends it here unfinished
    "stopped",  # chosen, but nothing that is still alive can win any more: the search ends
    "pruned",  # greedy, beam: ranked too low
    "too_short",  # an end of sentence before the minimum length
    "top_k",  # sampling: not among the k most probable
    "top_p",  # sampling: outside the smallest set of probability p
    "not_drawn",  # sampling: could have been drawn, another one was
]


@dataclass(frozen=True)
class Candidate:
    """A continuation that a search step considered.

    Fields:
        sentence: index of the sentence in the batch.
        parent: row of the sentence's beam that it continues, 0 = best (0 for one-path searches).
        id: the token.
        log_prob: natural log-probability of the token over the whole vocabulary.
        total: sum of log-probabilities along its path, this token included.
        rank: place by total among the sentence's candidates of this step, 1 = best.
        verdict: what became of it, and why.
        row: row of the sentence's beam it becomes at the next step; None unless kept.
        chance: probability of being drawn after all filters; None except in sampling.
    """

    sentence: int
    parent: int
    id: int
    log_prob: float
    total: float
    rank: int
    verdict: Verdict
    row: int | None = None
    chance: float | None = None
