"""BLEU with all intermediate values, from n-gram counts to the score.

Papineni et al. 2002, https://doi.org/10.3115/1073083.1135. Where the paper leaves something open,
sacrebleu (Post, arXiv:1804.08771) is followed: n-grams are clipped to the largest count in any one
reference, a tie between reference lengths goes to the shorter one, and a candidate without a single
match scores 0 whatever the smoothing.

Usage: `score(statistics(tokens, references, 4), BleuSettings())` returns a `Bleu`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final, Literal

Tokens = tuple[str, ...]
Ngram = tuple[str, ...]
Smoothing = Literal["none", "floor", "add-k", "exp", "tiny"]

SMOOTHINGS: Final[tuple[Smoothing, ...]] = ("none", "floor", "add-k", "exp", "tiny")
DEFAULT_VALUE: Final = {"floor": 0.1, "add-k": 1.0, "tiny": 1e-8}  # the first two are sacrebleu's
MAX_ORDER: Final = 6


@dataclass(frozen=True)
class BleuSettings:
    """Settings of BLEU: maximum n, smoothing and weights.

    `value` is the parameter of `smoothing` (None: its default): the counts to add, the floor of a
    count, or the replacement for a precision of 0 ("tiny", which sacrebleu does not have).
    `weights` are normalised to sum to 1; None means equal weights. `effective_order` leaves out
    n-grams that are longer than the candidate.
    """

    max_order: int = 4
    smoothing: Smoothing = "none"
    value: float | None = None
    effective_order: bool = False
    weights: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.max_order <= MAX_ORDER:
            raise ValueError(f"n-grams up to {self.max_order}, not 1..{MAX_ORDER}")
        if self.smoothing not in SMOOTHINGS:
            raise ValueError(f"unknown smoothing {self.smoothing!r}")
        if self.weights is None:
            return
        if len(self.weights) != self.max_order or min(self.weights) < 0 or not sum(self.weights):
            raise ValueError(f"weights {self.weights} for n-grams up to {self.max_order}")

    @property
    def constant(self) -> float:
        """`value`, or the smoothing's default without one; 0 if the smoothing has none."""
        return DEFAULT_VALUE.get(self.smoothing, 0.0) if self.value is None else self.value


@dataclass(frozen=True)
class NgramCount:
    """Counts of one n-gram in the candidate and in each reference."""

    ngram: Ngram
    in_candidate: int
    in_references: tuple[int, ...]

    @property
    def merged(self) -> int:
        """The largest count in any one reference, to which the candidate's count is clipped."""
        return max(self.in_references)

    @property
    def clipped(self) -> int:
        return min(self.in_candidate, self.merged)


@dataclass(frozen=True)
class Statistics:
    """Sufficient statistics of BLEU. For a corpus these are summed, not the sentence scores.

    `correct[n - 1]` of `total[n - 1]` n-grams match after clipping; `length` and
    `reference_length` are in tokens.
    """

    correct: tuple[int, ...]
    total: tuple[int, ...]
    length: int
    reference_length: int

    def __add__(self, other: Statistics) -> Statistics:
        return Statistics(
            tuple(a + b for a, b in zip(self.correct, other.correct, strict=True)),
            tuple(a + b for a, b in zip(self.total, other.total, strict=True)),
            self.length + other.length,
            self.reference_length + other.reference_length,
        )


@dataclass(frozen=True)
class Bleu:
    """A BLEU score with its parts. `value` and the precisions are 0..1, `score` is 0..100.

    `numerators[n - 1] / denominators[n - 1]` is p_n after smoothing; `smoothed` marks those that
    smoothing changed. `logs` are natural, -inf for 0. `weights` are 0 beyond `order`, the longest
    n-gram that counts.
    """

    statistics: Statistics
    settings: BleuSettings
    numerators: tuple[float, ...]
    denominators: tuple[float, ...]
    precisions: tuple[float, ...]
    smoothed: tuple[bool, ...]
    order: int
    weights: tuple[float, ...]
    logs: tuple[float, ...]
    brevity: float
    value: float

    @property
    def score(self) -> float:
        return 100 * self.value

    @property
    def weighted_logs(self) -> tuple[float, ...]:
        """w_n ln p_n, the terms of the exponent; 0 where the weight is 0."""
        return tuple(w * log if w else 0.0 for w, log in zip(self.weights, self.logs, strict=True))


def ngrams(tokens: Sequence[str], n: int) -> list[Ngram]:
    """Return all n-grams in order; none if there are fewer than n tokens."""
    return [tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1)]


def clipped_counts(
    tokens: Sequence[str], references: Sequence[Sequence[str]], n: int
) -> list[NgramCount]:
    """Count every distinct n-gram of the candidate, in order of appearance.

    Raises ValueError without a reference.
    """
    if not references:
        raise ValueError("no reference")
    in_candidate = Counter(ngrams(tokens, n))
    in_references = [Counter(ngrams(reference, n)) for reference in references]
    return [
        NgramCount(ngram, count, tuple(counts[ngram] for counts in in_references))
        for ngram, count in in_candidate.items()
    ]


def closest_length(length: int, reference_lengths: Sequence[int]) -> int:
    """Return the reference length closest to the candidate's, the shorter one on a tie."""
    return min(reference_lengths, key=lambda r: (abs(r - length), r))


def brevity_penalty(length: int, reference_length: int) -> float:
    """Return 1 if the candidate is long enough, else exp(1 - r / c); 0 for an empty one."""
    if length >= reference_length:
        return 1.0
    return math.exp(1 - reference_length / length) if length else 0.0


@dataclass(frozen=True)
class References:
    """Preprocessed references: largest counts for each n, and lengths."""

    merged: tuple[Counter[Ngram], ...]
    lengths: tuple[int, ...]


def reference_counts(references: Sequence[Sequence[str]], max_order: int) -> References:
    """Find the largest count of every n-gram in any one reference.

    Raises ValueError without a reference.
    """
    if not references:
        raise ValueError("no reference")
    orders = []
    for n in range(1, max_order + 1):
        largest: Counter[Ngram] = Counter()
        for reference in references:
            largest |= Counter(ngrams(reference, n))  # the larger of two counts
        orders.append(largest)
    return References(tuple(orders), tuple(len(reference) for reference in references))


def clip_counts(tokens: Sequence[str], references: References) -> Statistics:
    """Compute the statistics of one candidate, n-gram counts clipped to the references."""
    correct = tuple(
        sum(min(count, most[ngram]) for ngram, count in Counter(ngrams(tokens, n)).items())
        for n, most in enumerate(references.merged, 1)
    )
    return Statistics(
        correct,
        tuple(max(0, len(tokens) - n + 1) for n in range(1, len(correct) + 1)),
        len(tokens),
        closest_length(len(tokens), references.lengths),
    )


def statistics(
    tokens: Sequence[str], references: Sequence[Sequence[str]], max_order: int
) -> Statistics:
    """Compute a candidate's statistics against its references.

    Raises ValueError without a reference.
    """
    return clip_counts(tokens, reference_counts(references, max_order))


def corpus_statistics(parts: Sequence[Statistics]) -> Statistics:
    """Sum the statistics of a corpus. Raises ValueError for an empty one."""
    if not parts:
        raise ValueError("corpus has no sentences")
    return reduce(Statistics.__add__, parts)


def score(counts: Statistics, settings: BleuSettings) -> Bleu:
    """Compute BLEU = BP * exp(sum of w_n ln p_n)."""
    numerators, denominators = smoothed_fractions(counts, settings)
    precisions = tuple(a / b if b else 0.0 for a, b in zip(numerators, denominators, strict=True))
    if settings.smoothing == "tiny":
        precisions = tuple(p or settings.constant for p in precisions)
    order = longest_order(denominators) if settings.effective_order else settings.max_order
    weights = shared_weights(settings, order)
    logs = tuple(math.log(p) if p else -math.inf for p in precisions)
    brevity = brevity_penalty(counts.length, counts.reference_length)
    exponent = sum(w * log for w, log in zip(weights, logs, strict=True) if w)
    return Bleu(
        counts,
        settings,
        numerators,
        denominators,
        precisions,
        tuple(
            p != (c / t if t else 0.0)
            for p, c, t in zip(precisions, counts.correct, counts.total, strict=True)
        ),
        order,
        weights,
        logs,
        brevity,
        brevity * math.exp(exponent) if any(weights) else 0.0,
    )


def smoothed_fractions(
    counts: Statistics, settings: BleuSettings
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return numerators and denominators of the precisions, smoothed as in sacrebleu.

    add-k adds k to both from bigrams on; floor replaces 0 by a small count; exp replaces the first,
    second, third ... 0 by 1/2, 1/4, 1/8 ... Without any match nothing is smoothed.
    """
    tops, bottoms, zeros = [], [], 0
    smoothing = settings.smoothing if any(counts.correct) else "none"
    for n, (correct, total) in enumerate(zip(counts.correct, counts.total, strict=True), 1):
        top, bottom = float(correct), float(total)
        if smoothing == "add-k" and n > 1:
            top, bottom = top + settings.constant, bottom + settings.constant
        elif smoothing == "floor" and bottom and not top:
            top = settings.constant
        elif smoothing == "exp" and bottom and not top:
            zeros += 1
            top = 0.5**zeros
        tops.append(top)
        bottoms.append(bottom)
    return tuple(tops), tuple(bottoms)


def longest_order(denominators: Sequence[float]) -> int:
    """Return the largest n up to which all denominators are positive, at least 1."""
    order = 0
    for bottom in denominators:
        if not bottom:
            break
        order += 1
    return max(1, order)


def shared_weights(settings: BleuSettings, order: int) -> tuple[float, ...]:
    """Normalise the weights of n-grams up to `order` to sum to 1; all 0 if their sum is 0."""
    raw = settings.weights or (1.0,) * settings.max_order
    kept = [w if n <= order else 0.0 for n, w in enumerate(raw, 1)]
    total = sum(kept)
    return tuple(w / total if total else 0.0 for w in kept)
