"""What a model says about a given translation, token by token: teacher forcing in numbers.

Shape suffixes: T target tokens (the end of sentence among them), V vocabulary, K candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
TOP = 5
CLOSE = 1e-4  # nats: sums that are nearer to each other are called equal


@dataclass(frozen=True)
class Forced:
    """One pass over all positions; everything in float64, in nats.

    `log_probs` (T,) of the wanted tokens, `ranks` (T,) with 1 for the most probable, `top_ids`
    and `top_probs` (T, K) best first, `n_vocab` V.
    """

    wanted: tuple[int, ...]
    log_probs: Floats
    ranks: NDArray[np.int64]
    top_ids: NDArray[np.int64]
    top_probs: Floats
    n_vocab: int

    @property
    def losses(self) -> Floats:
        """(T,): -log p of each wanted token."""
        return -self.log_probs

    @property
    def total(self) -> float:
        """log p of the whole translation."""
        return float(self.log_probs.sum())

    @property
    def hits(self) -> NDArray[np.bool_]:
        """(T,): the wanted token is the most probable one, given the wanted ones before it."""
        hits: NDArray[np.bool_] = self.top_ids[:, 0] == np.array(self.wanted)
        return hits


def read_forced_pass(
    logits_TV: NDArray[np.floating], wanted: Sequence[int], top: int = TOP
) -> Forced:
    """Read the logits of one teacher-forced pass. Raises ValueError when the lengths differ."""
    if len(logits_TV) != len(wanted):
        raise ValueError(f"{len(logits_TV)} positions for {len(wanted)} wanted tokens")
    logits = logits_TV.astype(np.float64)
    high = logits.max(axis=1, keepdims=True)
    norms = high[:, 0] + np.log(np.exp(logits - high).sum(axis=1))
    steps = np.arange(len(wanted))
    chosen = logits[steps, list(wanted)]
    best = _best(logits, min(top, logits.shape[1]))
    return Forced(
        wanted=tuple(int(i) for i in wanted),
        log_probs=chosen - norms,
        ranks=1 + (logits > chosen[:, None]).sum(axis=1),
        top_ids=best,
        top_probs=np.exp(np.take_along_axis(logits, best, axis=1) - norms[:, None]),
        n_vocab=logits.shape[1],
    )


def _best(logits: Floats, top: int) -> NDArray[np.int64]:
    """Ids of the largest logits of each row, best first, without sorting the whole vocabulary."""
    some = np.sort(np.argpartition(-logits, top - 1, axis=1)[:, :top], axis=1)
    order = np.argsort(-np.take_along_axis(logits, some, axis=1), axis=1, kind="stable")
    ids: NDArray[np.int64] = np.take_along_axis(some, order, axis=1)
    return ids


def divergence(wanted: Sequence[int], written: Sequence[int]) -> int | None:
    """The first position where two outputs differ; None when they are the same."""
    for place, (a, b) in enumerate(zip(wanted, written, strict=False)):
        if a != b:
            return place
    return None if len(wanted) == len(written) else min(len(wanted), len(written))


def same_places(wanted: Sequence[int], written: Sequence[int]) -> int:
    """How many tokens are the same at the same position."""
    return sum(a == b for a, b in zip(wanted, written, strict=False))


def in_order(wanted: Sequence[int], written: Sequence[int]) -> int:
    """The most tokens both have in the same order, wherever they stand (LCS)."""
    best = [0] * (len(written) + 1)
    for a in wanted:
        before = 0
        for place, b in enumerate(written, start=1):
            before, best[place] = (
                best[place],
                before + 1 if a == b else max(best[place], best[place - 1]),
            )
    return best[-1]


Verdict = Literal["found", "search", "model", "tie"]


def verdict(
    reference: tuple[Sequence[int], float], hypothesis: tuple[Sequence[int], float]
) -> Verdict:
    """Whose error it is that the search wrote something else than the reference.

    Each side is (ids, value), where the larger value is what the search should prefer. "search":
    the reference is worth more and was not found; "model": the model itself prefers what was found.
    """
    (wanted, worth), (written, other) = reference, hypothesis
    if tuple(wanted) == tuple(written):
        return "found"
    if abs(worth - other) < CLOSE:
        return "tie"
    return "search" if worth > other else "model"
