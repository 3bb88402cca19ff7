"""Cross-check of our BLEU against sacrebleu, with sacrebleu's signature."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from explainer.metrics.bleu import Bleu, BleuSettings

_lock = threading.Lock()  # a metric object stores its last corpus for the signature


@dataclass(frozen=True)
class Check:
    """Result of the comparison with sacrebleu.

    `difference` is the largest absolute difference of score (0..100), counts, lengths and brevity
    penalty. `whole` is False for settings that sacrebleu lacks (weights, "tiny" smoothing); the
    score itself is then not compared. `signature` describes sacrebleu's settings.
    """

    difference: float
    whole: bool
    signature: str


def comparable(settings: BleuSettings) -> bool:
    """Return whether sacrebleu supports these settings (equal weights, no "tiny" smoothing)."""
    equal = settings.weights is None or len(set(settings.weights)) == 1
    return settings.smoothing != "tiny" and equal


def check(
    bleu: Bleu, candidates: Sequence[str], references: Sequence[Sequence[str]], tokenizer: str
) -> Check:
    """Score the texts with sacrebleu and compare with `bleu`.

    `references[i]` are those of candidate i; their number may vary.
    """
    settings = bleu.settings
    whole = comparable(settings)
    value = settings.constant if settings.smoothing in ("floor", "add-k") else None
    metric = _metric(
        tokenizer,
        settings.smoothing if whole else "none",
        value if whole else None,
        settings.max_order,
        settings.effective_order,
    )
    most = max(len(row) for row in references)
    streams = [[row[i] if i < len(row) else None for row in references] for i in range(most)]
    with _lock:
        theirs = metric.corpus_score(list(candidates), streams)
        signature = str(metric.get_signature())
    ours = bleu.statistics
    pairs: list[tuple[float, float]] = [
        (ours.length, theirs.sys_len),
        (ours.reference_length, theirs.ref_len),
        (bleu.brevity, theirs.bp),
    ]
    if whole:
        pairs.append((bleu.score, theirs.score))
    added = whole and settings.smoothing == "add-k"  # sacrebleu returns counts with k added
    if not added:
        pairs += zip(ours.correct, theirs.counts, strict=True)
        pairs += zip(ours.total, theirs.totals, strict=True)
    return Check(max(abs(a - b) for a, b in pairs), whole, signature)


@lru_cache(maxsize=64)
def _metric(
    tokenizer: str, smoothing: str, value: float | None, max_order: int, effective_order: bool
) -> Any:
    from sacrebleu.metrics import BLEU

    return BLEU(
        tokenize=tokenizer,
        smooth_method=smoothing,
        smooth_value=value,
        max_ngram_order=max_order,
        effective_order=effective_order,
    )


def chrf(candidates: Sequence[str], references: Sequence[Sequence[str]]) -> tuple[float, str]:
    """Return sacrebleu's chrF (0..100) and its signature; references as in `check`."""
    from sacrebleu.metrics import CHRF

    metric = CHRF()
    most = max(len(row) for row in references)
    streams = [[row[i] if i < len(row) else None for row in references] for i in range(most)]
    score = metric.corpus_score(list(candidates), streams)  # type: ignore[arg-type]
    return float(score.score), str(metric.get_signature())
