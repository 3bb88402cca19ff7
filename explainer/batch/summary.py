"""Scores of all rows together, with how far chance alone would move them."""

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
    p_value,
)
from explainer.batch.rows import Row

AT_A_TIME = 1000  # rows held at once


@dataclass(frozen=True)
class Score:
    """0..100 with the 95 % interval of the bootstrap (Koehn 2004) and sacrebleu's signature."""

    value: float
    low: float
    high: float
    signature: str


@dataclass(frozen=True)
class Summary:
    """All rows: how many, how many have a translation, how many a reference; corpus scores.

    `bleu` and `chrf` are None when no row has a reference; only rows with one count for them, also
    those without a translation. `log_prob_per_piece` and `perplexity` are over all pieces written
    (None when nothing was), `problems` counts rows by the reason why they have no translation.
    """

    rows: int
    translated: int
    with_reference: int
    problems: dict[str, int]
    source_pieces: int
    target_pieces: int
    log_prob_per_piece: float | None
    perplexity: float | None
    bleu: Score | None
    chrf: Score | None


@dataclass(frozen=True)
class Comparison:
    """Two translations of the same sentences by one metric.

    `a` and `b` are the corpus scores, `difference` is b - a with its 95 % interval; `p_value` is
    the chance of a difference this large between two equally good systems (paired bootstrap, Koehn
    2004, as sacrebleu computes it, but 1 where a and b score the same). `better` counts the samples
    in which b was ahead, of `samples`.
    """

    metric: Metric
    a: float
    b: float
    difference: float
    low: float
    high: float
    p_value: float
    better: int
    samples: int
    sentences: int
    signature: str


class Gathered:
    """What a Summary is made of, taken in block by block: memory does not grow with the rows."""

    def __init__(self, language: str) -> None:
        self.rows = self.translated = self.with_reference = 0
        self.problems: Counter[str] = Counter()
        self.source_pieces = self.target_pieces = 0
        self.log_prob = 0.0
        self.tallies = {name: Tally(name, language) for name in METRICS}

    def add(self, rows: Sequence[Row]) -> None:
        written = [row for row in rows if row.problem is None]
        scored = [row for row in rows if row.reference is not None]
        self.rows += len(rows)
        self.translated += len(written)
        self.with_reference += len(scored)
        self.problems.update(str(row.problem) for row in rows if row.problem is not None)
        for row in written:
            pieces = row.target_pieces or 0
            self.source_pieces += row.source_pieces or 0
            self.target_pieces += pieces
            self.log_prob += (row.log_prob_per_piece or 0.0) * pieces
        if scored:
            texts = [row.translation for row in scored], [row.reference or "" for row in scored]
            for tally in self.tallies.values():
                tally.add(*texts)


def summarise(
    rows: Iterable[Row], language: str = "en", *, samples: int = SAMPLES, seed: int = SEED
) -> Summary:
    """Everything about `rows`, of which any number may come; `language` is the translations'."""
    gathered, rest = Gathered(language), iter(rows)
    while some := list(islice(rest, AT_A_TIME)):
        gathered.add(some)
    pieces = gathered.target_pieces
    mean = gathered.log_prob / pieces if pieces else None
    bleu, chrf = (score_of(gathered.tallies[name].counts(), samples, seed) for name in METRICS)
    return Summary(
        rows=gathered.rows,
        translated=gathered.translated,
        with_reference=gathered.with_reference,
        problems=dict(gathered.problems),
        source_pieces=gathered.source_pieces,
        target_pieces=pieces,
        log_prob_per_piece=mean,
        perplexity=None if mean is None else math.exp(min(-mean, 700.0)),
        bleu=bleu,
        chrf=chrf,
    )


def score_of(counts: Counts | None, samples: int, seed: int) -> Score | None:
    """A corpus score with its interval; None for no sentence."""
    if counts is None:
        return None
    low, high = interval(bootstrap_scores([counts], samples, seed)[0])
    return Score(counts.corpus(), low, high, counts.signature)


def paired_bootstrap(
    rows_a: Sequence[Row],
    rows_b: Sequence[Row],
    language: str = "en",
    *,
    samples: int = SAMPLES,
    seed: int = SEED,
) -> tuple[Comparison, ...]:
    """BLEU and chrF of b against a over the rows (by number) that have a reference in both.

    Empty when there is none. Raises ValueError when sources or references of a row differ.
    """
    others = {row.number: row for row in rows_b}
    pairs = [(row, others[row.number]) for row in rows_a if row.number in others]
    for a, b in pairs:
        if (a.source, a.reference) != (b.source, b.reference):
            raise ValueError(f"row {a.number} is not the same sentence on both sides")
    pairs = [pair for pair in pairs if pair[0].reference is not None]
    if not pairs:
        return ()
    references = [a.reference or "" for a, _ in pairs]
    sides = [[pair[i].translation for pair in pairs] for i in (0, 1)]
    comparisons = []
    for name in METRICS:
        counts_a, counts_b = (counts_of(name, side, references, language) for side in sides)
        a_M, b_M = bootstrap_scores([counts_a, counts_b], samples, seed)
        low, high = interval(b_M - a_M)
        difference = counts_b.corpus() - counts_a.corpus()
        comparisons.append(
            Comparison(
                metric=name,
                a=counts_a.corpus(),
                b=counts_b.corpus(),
                difference=difference,
                low=low,
                high=high,
                p_value=p_value(a_M, b_M, difference),
                better=int((b_M > a_M).sum()),
                samples=samples,
                sentences=len(pairs),
                signature=counts_a.signature,
            )
        )
    return tuple(comparisons)


def counts_of(
    name: Metric, hypotheses: Sequence[str], references: Sequence[str], language: str
) -> Counts:
    """Those of at least one sentence."""
    tally = Tally(name, language)
    tally.add(hypotheses, references)
    counts = tally.counts()
    assert counts is not None
    return counts
