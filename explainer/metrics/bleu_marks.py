"""Which n-grams match, place by place: what lights up in the candidate and in its references."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from explainer.metrics.bleu import Ngram, NgramCount, ngrams

Mark = Literal["match", "clipped"]


@dataclass(frozen=True)
class Span:
    """An n-gram that begins at token `start`; `level` keeps overlapping ones apart."""

    start: int
    ngram: int  # its place in the list of counts
    mark: Mark
    level: int


def candidate_spans(tokens: Sequence[str], counts: Sequence[NgramCount], n: int) -> list[Span]:
    """Credited and clipped n-grams: of equal ones the first are credited."""
    return _spans(tokens, counts, n, {count.ngram: count.clipped for count in counts})


def reference_spans(tokens: Sequence[str], counts: Sequence[NgramCount], n: int) -> list[Span]:
    """The n-grams of a reference that the candidate has, as often as it has them."""
    shared = {count.ngram: count.in_candidate for count in counts}
    return [span for span in _spans(tokens, counts, n, shared) if span.mark == "match"]


def _spans(
    tokens: Sequence[str], counts: Sequence[NgramCount], n: int, credit: Mapping[Ngram, int]
) -> list[Span]:
    place = {count.ngram: i for i, count in enumerate(counts) if count.merged}
    seen: Counter[Ngram] = Counter()
    free: list[int] = []  # for each level the first token that is free
    spans = []
    for start, ngram in enumerate(ngrams(tokens, n)):
        if ngram not in place:
            continue
        seen[ngram] += 1
        mark: Mark = "match" if seen[ngram] <= credit[ngram] else "clipped"
        level = next((i for i, end in enumerate(free) if end <= start), len(free))
        free[level : level + 1] = [start + n]
        spans.append(Span(start, place[ngram], mark, level))
    return spans
