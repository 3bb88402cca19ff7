"""Common mistake: taking a model's confidence for quality."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from explainer.batch.rows import Row
from explainer.frame import chapter
from explainer.text import Text
from explainer.text.numbers import decimal

FEWEST: Final = 4  # rows with both numbers, below which an order says nothing
WEAK, STRONG = 0.3, 0.7


def draw_mistake(text: Text, rows: Sequence[Row]) -> None:
    """Correlate confidence with BLEU or chrF on these lines."""
    chapter.wrong(text, text("sentences.mistake"), _how_far(text, rows))


def _how_far(text: Text, rows: Sequence[Row]) -> str:
    both = [row for row in rows if row.chrf is not None and row.log_prob_per_token is not None]
    if len(both) < FEWEST:
        return text("sentences.mistake_none")
    rho = rank_correlation(
        [row.log_prob_per_token or 0.0 for row in both], [row.chrf or 0.0 for row in both]
    )
    if rho is None:
        return ""
    facts = {"rho": decimal(rho), "count": f"{len(both):,}"}
    if rho >= STRONG:
        return text("sentences.mistake_strong", **facts)
    return text("sentences.mistake_some" if rho >= WEAK else "sentences.mistake_weak", **facts)


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Spearman's ρ with mean ranks for ties; None if one side is constant."""
    a, b = _ranks(first), _ranks(second)
    spread = float(a.std() * b.std())
    if spread == 0:
        return None
    return float(((a - a.mean()) * (b - b.mean())).mean() / spread)


def _ranks(values: Sequence[float]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Rank from 1 for the smallest; ties share the mean rank."""
    data = np.asarray(values, dtype=np.float64)
    below = (data[:, None] > data[None, :]).sum(axis=1)
    equal = (data[:, None] == data[None, :]).sum(axis=1)
    ranks: np.ndarray[tuple[int], np.dtype[np.float64]] = below + (equal + 1) / 2
    return ranks
