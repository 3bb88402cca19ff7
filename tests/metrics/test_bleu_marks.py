"""What lights up is what is counted."""

from __future__ import annotations

import random

import pytest

from explainer.metrics.bleu import clipped_counts
from explainer.metrics.bleu_marks import candidate_spans, reference_spans


@pytest.mark.parametrize("n", [1, 2, 3])
def test_as_many_lights_as_counts(n: int) -> None:
    rng = random.Random(n)
    clipped = 0
    for _ in range(80):
        texts = [[rng.choice("abc") for _ in range(rng.randint(0, 9))] for _ in range(3)]
        tokens, references = texts[0], texts[1:]
        counts = clipped_counts(tokens, references, n)
        spans = candidate_spans(tokens, counts, n)
        for i, count in enumerate(counts):
            marks = [span.mark for span in spans if span.ngram == i]
            assert marks.count("match") == count.clipped
            assert marks.count("clipped") == (count.in_candidate - count.clipped) * bool(
                count.merged
            )
            for span in spans:
                if span.ngram == i:
                    assert tuple(tokens[span.start : span.start + n]) == count.ngram
        clipped += sum(span.mark == "clipped" for span in spans)
        for place, reference in enumerate(references):
            lit = reference_spans(reference, counts, n)
            assert len(lit) == sum(min(c.in_candidate, c.in_references[place]) for c in counts)
        assert apart(spans, n)
    assert clipped, "nothing was ever clipped"


def apart(spans: list, n: int) -> bool:
    """No two on one level overlap."""
    taken = [(span.level, span.start + i) for span in spans for i in range(n)]
    return len(taken) == len(set(taken))


def test_the_first_ones_are_credited() -> None:
    counts = clipped_counts(("I",) * 3, [("I", "know")], 1)
    marks = [span.mark for span in candidate_spans(("I",) * 3, counts, 1)]
    assert marks == ["match", "clipped", "clipped"]
