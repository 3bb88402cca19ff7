"""Sentence scores: sacrebleu's numbers, and what they are for odd sentences."""

from __future__ import annotations

import pytest
import sacrebleu

from explainer.metrics.sentence import score_sentence

REFERENCE = "I saw a movie with my friend yesterday."


@pytest.mark.parametrize("words", ["I saw the movie with my friend.", "I saw.", "Nothing"])
def test_the_numbers_are_sacrebleus(words: str) -> None:
    found = score_sentence(words, REFERENCE)
    expected = sacrebleu.sentence_bleu(words, [REFERENCE], use_effective_order=True)
    assert found.bleu == pytest.approx(expected.score)
    assert found.chrf == pytest.approx(sacrebleu.sentence_chrf(words, [REFERENCE]).score)


def test_equal_is_100_and_nothing_is_0() -> None:
    assert score_sentence(REFERENCE, REFERENCE).bleu == pytest.approx(100)
    assert score_sentence("", REFERENCE).bleu == score_sentence("", REFERENCE).chrf == 0
