"""Bootstrap resampling of corpus scores (Koehn 2004, https://aclanthology.org/W04-3250).

Samples, scores and intervals equal those of sacrebleu.significance with the same seed (a test
compares them). sacrebleu materialises all samples, 1000 x sentences x counts; here they are summed
a few at a time, so that 2,000 sentences take 2 MB instead of 200.

Shape suffixes: N sentences, K counts per sentence, M samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from explainer.metrics.corpus import tokenizer_of

Floats = NDArray[np.floating]
Metric = Literal["bleu", "chrf"]

METRICS: tuple[Metric, ...] = ("bleu", "chrf")
SAMPLES = 1000
SEED = 12345  # sacrebleu's own
AT_ONCE = 100_000  # sentences drawn at once
MOST = 10_000  # units of a Tally after merging neighbours


@dataclass(frozen=True)
class Counts:
    """A metric's sufficient statistics of every sentence, (N, K), and the metric to score them."""

    counts_NK: Floats
    metric: Any
    signature: str

    def score(self, counts_K: Floats) -> float:
        """Score summed counts, 0..100."""
        return float(self.metric._compute_score_from_stats(counts_K.tolist()).score)

    def corpus(self) -> float:
        """Return the corpus score, 0..100."""
        return self.score(self.counts_NK.sum(axis=0))


class Tally:
    """Incremental collector of sentence counts, with one reference each, in constant memory.

    Beyond 2 x MOST sentences, neighbours are summed and resampled together: the score stays exact,
    the interval becomes that of a block bootstrap.
    """

    def __init__(self, name: Metric, language: str) -> None:
        from sacrebleu.metrics import BLEU, CHRF

        self.metric: Any = BLEU(tokenize=tokenizer_of(language)) if name == "bleu" else CHRF()
        self.units: list[Floats] = []
        self.size = 1  # sentences per unit; the last one may have fewer
        self.in_last = 1

    def add(self, hypotheses: Sequence[str], references: Sequence[str]) -> None:
        """Add the statistics of these sentences."""
        for statistics in self.metric._extract_corpus_statistics(hypotheses, [references]):
            counts_K = np.array(statistics, dtype=np.float64)
            if self.in_last < self.size:
                self.units[-1] = self.units[-1] + counts_K
                self.in_last += 1
                continue
            if len(self.units) == 2 * MOST:
                halves = zip(self.units[0::2], self.units[1::2], strict=True)
                self.units = [a + b for a, b in halves]
                self.size *= 2
            self.units.append(counts_K)
            self.in_last = 1

    def counts(self) -> Counts | None:
        """Return the metric's statistics per sentence (or block); None if nothing was added."""
        if not self.units:
            return None
        return Counts(np.array(self.units), self.metric, str(self.metric.get_signature()))


def bootstrap_scores(counts: Counts, samples: int, seed: int) -> Floats:
    """Score `samples` corpora drawn with replacement, (M,)."""
    table = counts.counts_NK
    drawn = (drawn_N for some in draws(len(table), samples, seed) for drawn_N in some)
    return np.array([counts.score(table[drawn_N].sum(axis=0)) for drawn_N in drawn])


def draws(n: int, samples: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """Yield the sentence indices of all samples in chunks of shape (a few, N)."""
    rng = np.random.default_rng(seed)
    few = max(1, AT_ONCE // n)
    for start in range(0, samples, few):
        yield rng.choice(n, size=(min(few, samples - start), n), replace=True)


def interval(scores_M: Floats) -> tuple[float, float]:
    """Return the central 95 % interval, with 2.5 % of the scores cut off at each end."""
    ordered = np.sort(scores_M)
    out = len(ordered) // 40
    return float(ordered[out]), float(ordered[-out - 1])
