"""A dozen example sentences with our translations: what can be scored before a file is there."""

from __future__ import annotations

from functools import cache

from explainer.data.references import reference_of
from explainer.data.samples import samples

COUNT = 12
HARD = 6  # of them at most


@cache
def example_pairs(source: str, target: str) -> tuple[tuple[str, str], ...]:
    """(sentence, our translation) from one language to another: easy ones, then hard ones.

    () for a pair of languages we wrote nothing for.
    """
    pairs = [(sample, reference_of(sample.text, target)) for sample in samples(source)]
    easy = [(sample.text, words) for sample, words in pairs if words and not sample.hard]
    hard = [(sample.text, words) for sample, words in pairs if words and sample.hard][:HARD]
    return (*easy[: COUNT - len(hard)], *hard)
