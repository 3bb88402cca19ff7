"""Perplexity and cross-entropy of dice and translations, per token, word or character."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
NAT = math.log(2.0)  # nats in one bit


@dataclass(frozen=True)
class Surprise:
    """Surprisal of a series of events: `nats` (n,) holds -log p of each, inf for p = 0."""

    nats: Floats

    @property
    def total(self) -> float:
        """Sum of the surprisals, in nats."""
        return float(self.nats.sum())

    @property
    def mean(self) -> float:
        """Cross-entropy, in nats per event."""
        return self.total / len(self.nats)

    @property
    def bits(self) -> float:
        """Cross-entropy, in bits per event."""
        return self.mean / NAT

    @property
    def perplexity(self) -> float:
        """exp of the cross-entropy: the geometric mean of 1 / p."""
        return exp(self.mean)

    @property
    def mean_of_each(self) -> float:
        """The common mistake: the arithmetic mean of the events' perplexities 1 / p."""
        with np.errstate(over="ignore"):
            return float(np.exp(self.nats).mean())


def exp(nats: float) -> float:
    """Return e^nats, or inf on overflow."""
    return math.exp(nats) if nats < 709 else math.inf


def surprise_of(probs: Sequence[float] | Floats) -> Surprise:
    """Convert probabilities to surprisal. Raises ValueError for none, or one outside 0..1."""
    values = np.asarray(probs, dtype=np.float64)
    if not values.size or not ((values >= 0) & (values <= 1)).all():
        raise ValueError("expected at least one probability, all from 0 to 1")
    with np.errstate(divide="ignore"):
        return Surprise(0.0 - np.log(values))


def entropy(probs: Floats) -> float:
    """Return the entropy in nats: the cross-entropy per roll of a long series from this die."""
    positive = probs[probs > 0]
    return float(-(positive * np.log(positive)).sum())


@dataclass(frozen=True)
class Unit:
    """Cross-entropy per unit, `nats`, for `count` units."""

    count: int
    nats: float

    @property
    def bits(self) -> float:
        """Cross-entropy per unit, in bits."""
        return self.nats / NAT

    @property
    def perplexity(self) -> float:
        """Perplexity per unit."""
        return exp(self.nats)


def per_unit(total: float, counts: Mapping[str, int]) -> dict[str, Unit]:
    """Divide `total` nats by each count; counts of 0 are skipped."""
    return {name: Unit(n, total / n) for name, n in counts.items() if n > 0}


def counts_of(text: str) -> dict[str, int]:
    """Count the whitespace-separated words and the characters of a text."""
    return {
        "word": len(text.split()),
        "character": len(text),
    }


# Published perplexities. n-grams: Jurafsky and Martin, Speech and Language Processing (3rd ed.
# draft), chapter 3: trained on 38 million words of the Wall Street Journal, tested on 1.5 million.
# Transformers: Vaswani et al. 2017 (arXiv:1706.03762), table 3: newstest2013, English to German,
# "per-wordpiece".
LITERATURE = {
    "unigram": 962.0,
    "bigram": 170.0,
    "trigram": 109.0,
    "base": 4.92,
    "big": 4.33,
}
