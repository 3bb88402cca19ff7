"""Teacher forcing: score a given translation token by token.

Shape suffixes: T target tokens (EOS included), V vocabulary, K candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
TOP = 5
CLOSE = 1e-4  # nats: sums closer than this count as equal


@dataclass(frozen=True)
class Forced:
    """One teacher-forced pass, in float64 and nats.

    `log_probs` (T,) and `ranks` (T,) of the wanted tokens, rank 1 being the most probable;
    `top_ids` and `top_probs` (T, K) best first; `n_vocab` V.
    """

    wanted: tuple[int, ...]
    log_probs: Floats
    ranks: NDArray[np.int64]
    top_ids: NDArray[np.int64]
    top_probs: Floats
    n_vocab: int

    @property
    def losses(self) -> Floats:
        """-log p of each wanted token, (T,)."""
        return -self.log_probs

    @property
    def total(self) -> float:
        """log p of the whole translation."""
        return float(self.log_probs.sum())

    @property
    def hits(self) -> NDArray[np.bool_]:
        """Whether each wanted token is the most probable one given the wanted prefix, (T,)."""
        hits: NDArray[np.bool_] = self.top_ids[:, 0] == np.array(self.wanted)
        return hits


def read_forced_pass(
    logits_TV: NDArray[np.floating], wanted: Sequence[int], top: int = TOP
) -> Forced:
    """Score the logits of one teacher-forced pass. Raises ValueError if the lengths differ."""
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
    """Return the ids of each row's largest logits, best first, without a full sort."""
    unsorted = np.sort(np.argpartition(-logits, top - 1, axis=1)[:, :top], axis=1)
    order = np.argsort(-np.take_along_axis(logits, unsorted, axis=1), axis=1, kind="stable")
    ids: NDArray[np.int64] = np.take_along_axis(unsorted, order, axis=1)
    return ids


def divergence(reference: Sequence[int], output: Sequence[int]) -> int | None:
    """Return the first position where two outputs differ; None if they are equal."""
    for position, (a, b) in enumerate(zip(reference, output, strict=False)):
        if a != b:
            return position
    return None if len(reference) == len(output) else min(len(reference), len(output))


def matching_positions(reference: Sequence[int], output: Sequence[int]) -> int:
    """Count the positions at which reference and output have the same token."""
    return sum(a == b for a, b in zip(reference, output, strict=False))


def lcs_length(reference: Sequence[int], output: Sequence[int]) -> int:
    """Return the length of the longest common subsequence (LCS)."""
    best = [0] * (len(output) + 1)
    for a in reference:
        before = 0
        for column, b in enumerate(output, start=1):
            before, best[column] = (
                best[column],
                before + 1 if a == b else max(best[column], best[column - 1]),
            )
    return best[-1]


Verdict = Literal["found", "search", "model", "tie"]


def verdict(
    reference: tuple[Sequence[int], float], hypothesis: tuple[Sequence[int], float]
) -> Verdict:
    """Tell a search error from a model error when the search did not output the reference.

    Each side is (ids, score). "search": the reference scores higher but was not found; "model":
    the model itself prefers the hypothesis.
    """
    (wanted, score), (output, other) = reference, hypothesis
    if tuple(wanted) == tuple(output):
        return "found"
    if abs(score - other) < CLOSE:
        return "tie"
    return "search" if score > other else "model"
