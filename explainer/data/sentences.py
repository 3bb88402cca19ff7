"""A dozen example sentences with references, to try scoring without an own file."""

from __future__ import annotations

from functools import cache

from explainer.data.references import reference_of
from explainer.data.samples import samples

COUNT = 12
HARD = 6  # at most


@cache
def example_pairs(source: str, target: str) -> tuple[tuple[str, str], ...]:
    """Return (sentence, our translation) for a language pair, easy ones first; () if none."""
    pairs = [(sample, reference_of(sample.text, target)) for sample in samples(source)]
    easy = [(sample.text, words) for sample, words in pairs if words and not sample.hard]
    hard = [(sample.text, words) for sample, words in pairs if words and sample.hard][:HARD]
    return (*easy[: COUNT - len(hard)], *hard)
