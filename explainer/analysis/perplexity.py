"""Perplexity: of dice, of a translation, and of the same translation in other units."""

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
    """`nats` (n,): -log p of each event. Everything else follows; inf where an event had p = 0."""

    nats: Floats

    @property
    def total(self) -> float:
        return float(self.nats.sum())

    @property
    def mean(self) -> float:
        """Cross-entropy, nats an event."""
        return self.total / len(self.nats)

    @property
    def bits(self) -> float:
        """Cross-entropy, bits an event."""
        return self.mean / NAT

    @property
    def perplexity(self) -> float:
        """exp of the mean: the geometric mean of 1 / p."""
        return exp(self.mean)

    @property
    def mean_of_each(self) -> float:
        """The mistake: the arithmetic mean of the perplexities 1 / p of single events."""
        with np.errstate(over="ignore"):
            return float(np.exp(self.nats).mean())


def exp(nats: float) -> float:
    """exp that says inf instead of failing."""
    return math.exp(nats) if nats < 709 else math.inf


def surprise_of(probs: Sequence[float] | Floats) -> Surprise:
    """From probabilities. Raises ValueError for none, or one outside 0..1."""
    values = np.asarray(probs, dtype=np.float64)
    if not values.size or not ((values >= 0) & (values <= 1)).all():
        raise ValueError("probabilities are numbers from 0 to 1, and at least one")
    with np.errstate(divide="ignore"):
        return Surprise(0.0 - np.log(values))


def entropy(probs: Floats) -> float:
    """Nats; what a very long series of rolls of this very die costs a roll."""
    seen = probs[probs > 0]
    return float(-(seen * np.log(seen)).sum())


@dataclass(frozen=True)
class Unit:
    """The same sum of nats shared out over `count` units."""

    count: int
    nats: float

    @property
    def bits(self) -> float:
        return self.nats / NAT

    @property
    def perplexity(self) -> float:
        return exp(self.nats)


def per_unit(total: float, counts: Mapping[str, int]) -> dict[str, Unit]:
    """`total` nats by every way of counting; a count of 0 is left out."""
    return {name: Unit(n, total / n) for name, n in counts.items() if n > 0}


def counts_of(text: str) -> dict[str, int]:
    """Words between spaces and characters of a text."""
    return {
        "word": len(text.split()),
        "character": len(text),
    }


# n-grams: Jurafsky and Martin, Speech and Language Processing (3rd ed. draft), chapter 3: trained
# on 38 million words of the Wall Street Journal, tested on 1.5 million. Transformers: Vaswani et
# al. 2017 (arXiv:1706.03762), table 3: newstest2013, English to German, "per-wordpiece".
LITERATURE = {
    "unigram": 962.0,
    "bigram": 170.0,
    "trigram": 109.0,
    "base": 4.92,
    "big": 4.33,
}
