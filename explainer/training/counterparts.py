"""Find word translations by counting in sentence pairs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain, product

from explainer.data.corpus import Pair

WORD = re.compile(r"[^\W\d_]{3,}")
RAREST = 10  # pairs that must hold both words
Counterparts = Mapping[str, str]  # source word to target word, in small letters


def counterparts(pairs: Iterable[Pair], least: float = 0.4) -> Counterparts:
    """Return the words that occur in nearly the same pairs as one word of the other side.

    The measure is the Dice coefficient, 2 n(s, t) / (n(s) + n(t)), of at least `least`. Words for
    which it chooses several others are left out: some sentence is repeated with small changes.
    """
    distinct = [tuple(words_of(side) for side in pair) for pair in set(pairs)]
    sources, targets = (Counter(chain.from_iterable(side)) for side in zip(*distinct, strict=True))
    # Two words reach `least` only if one is at most 2 / least - 1 times as frequent as the other.
    ratio = 2 / least - 1
    together = Counter(
        (source, target)
        for pair in distinct
        for source, target in product(*pair)
        if sources[source] <= ratio * targets[target] and targets[target] <= ratio * sources[source]
    )
    close = [
        words
        for words, count in together.items()
        if count >= RAREST and 2 * count >= least * (sources[words[0]] + targets[words[1]])
    ]
    chosen = [Counter(side) for side in zip(*close, strict=True)]
    return {
        source: target for source, target in close if chosen[0][source] == chosen[1][target] == 1
    }


def words_of(text: str) -> frozenset[str]:
    """Return the distinct words of a text in lower case."""
    return frozenset(WORD.findall(text.lower()))
