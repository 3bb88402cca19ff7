"""Summary of a batch: counts and corpus scores with bootstrap intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from explainer.batch.bootstrap import (
    METRICS,
    SAMPLES,
    SEED,
    Counts,
    Metric,
    Tally,
    bootstrap_scores,
    interval,
)
from explainer.batch.rows import Row

AT_A_TIME = 1000  # rows in memory at once


@dataclass(frozen=True)
class Score:
    """A corpus score, 0..100, with its 95 % bootstrap interval (Koehn 2004) and signature."""

    value: float
    low: float
    high: float
    signature: str


@dataclass(frozen=True)
class Summary:
    """Counts of rows, translations and references, and corpus scores.

    `bleu` and `chrf` cover all rows with a reference, even without a translation; None if no row
    has one. `log_prob_per_token` and `perplexity` are over all output tokens (None if there are
    none). `problems` counts rows without a translation by reason.
    """

    rows: int
    translated: int
    with_reference: int
    problems: dict[str, int]
    source_tokens: int
    target_tokens: int
    log_prob_per_token: float | None
    perplexity: float | None
    bleu: Score | None
    chrf: Score | None


class SummaryBuilder:
    """Accumulates the numbers of a Summary block by block in constant memory."""

    def __init__(self, language: str) -> None:
        self.rows = self.translated = self.with_reference = 0
        self.problems: Counter[str] = Counter()
        self.source_tokens = self.target_tokens = 0
        self.log_prob = 0.0
        self.tallies = {name: Tally(name, language) for name in METRICS}

    def add(self, rows: Sequence[Row]) -> None:
        """Add the rows of a block."""
        written = [row for row in rows if row.problem is None]
        scored = [row for row in rows if row.reference is not None]
        self.rows += len(rows)
        self.translated += len(written)
        self.with_reference += len(scored)
        self.problems.update(str(row.problem) for row in rows if row.problem is not None)
        for row in written:
            tokens = row.target_tokens or 0
            self.source_tokens += row.source_tokens or 0
            self.target_tokens += tokens
            self.log_prob += (row.log_prob_per_token or 0.0) * tokens
        if scored:
            texts = [row.translation for row in scored], [row.reference or "" for row in scored]
            for tally in self.tallies.values():
                tally.add(*texts)


def summarise(
    rows: Iterable[Row], language: str = "en", *, samples: int = SAMPLES, seed: int = SEED
) -> Summary:
    """Summarise any number of `rows`; `language` is that of the translations."""
    gathered, rest = SummaryBuilder(language), iter(rows)
    while some := list(islice(rest, AT_A_TIME)):
        gathered.add(some)
    tokens = gathered.target_tokens
    mean = gathered.log_prob / tokens if tokens else None
    bleu, chrf = (score_of(gathered.tallies[name].counts(), samples, seed) for name in METRICS)
    return Summary(
        rows=gathered.rows,
        translated=gathered.translated,
        with_reference=gathered.with_reference,
        problems=dict(gathered.problems),
        source_tokens=gathered.source_tokens,
        target_tokens=tokens,
        log_prob_per_token=mean,
        perplexity=None if mean is None else math.exp(min(-mean, 700.0)),
        bleu=bleu,
        chrf=chrf,
    )


def score_of(counts: Counts | None, samples: int, seed: int) -> Score | None:
    """Compute a corpus score with its interval; None without sentences."""
    if counts is None:
        return None
    low, high = interval(bootstrap_scores(counts, samples, seed))
    return Score(counts.corpus(), low, high, counts.signature)


def counts_of(
    name: Metric, hypotheses: Sequence[str], references: Sequence[str], language: str
) -> Counts:
    """Count the statistics of at least one sentence."""
    tally = Tally(name, language)
    tally.add(hypotheses, references)
    counts = tally.counts()
    assert counts is not None
    return counts
