"""Corpus scores are sacrebleu's and say how they were made."""

import pytest
import sacrebleu

from explainer.metrics import score_corpus

HYPOTHESES = ["The cat sits on the mat.", "It rains.", "I would like some water, please."]
REFERENCES = ["The cat sat on the mat.", "It is raining.", "I would like some water, please!"]


def test_equals_sacrebleu_and_hand_arithmetic() -> None:
    score = score_corpus(HYPOTHESES, REFERENCES)
    assert score.bleu == pytest.approx(sacrebleu.corpus_bleu(HYPOTHESES, [REFERENCES]).score)
    assert score.chrf == pytest.approx(sacrebleu.corpus_chrf(HYPOTHESES, [REFERENCES]).score)
    assert score.sentences == 3
    assert "tok:13a" in score.bleu_signature and "smooth:exp" in score.bleu_signature
    assert "nc:6" in score.chrf_signature
    assert score_corpus(REFERENCES, REFERENCES).bleu == pytest.approx(100)


def test_counts_that_differ_are_an_error() -> None:
    with pytest.raises(ValueError, match="3 translations for 2"):
        score_corpus(HYPOTHESES, REFERENCES[:2])
    with pytest.raises(ValueError, match="0 translations"):
        score_corpus([], [])


def test_korean_is_scored_by_morphemes() -> None:
    """A word with another ending still matches with its stem; by spaces nothing would."""
    found, wanted = ["친구가 학교에서 책을 읽었다."], ["친구는 학교에 책을 읽으러 갔다."]
    korean, plain = score_corpus(found, wanted, "ko"), score_corpus(found, wanted)
    assert "tok:ko-mecab" in korean.bleu_signature and "tok:13a" in plain.bleu_signature
    expected = sacrebleu.corpus_bleu(found, [wanted], tokenize="ko-mecab")
    assert korean.bleu == expected.score > plain.bleu
    assert korean.chrf == plain.chrf
