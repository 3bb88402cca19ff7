"""Scores are sacrebleu's, of a corpus and of a sentence, and say how they were made."""

from typing import Any

import pytest
import sacrebleu

from explainer.metrics import is_uncut, score_corpus
from explainer.metrics.bleu_tokens import tokenize
from explainer.metrics.corpus import tokenizer_of
from explainer.metrics.sentence import score_sentence

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


def test_languages_without_spaces_are_cut_by_their_own_rules():
    """All but the last letters are the same; 13a takes each for a word and finds no match."""
    for language, tokenizer, wanted in (
        ("zh", "zh", "我昨天在公园里见到了我的朋友。"),
        ("cmn", "zh", "我昨天在公园里见到了我的朋友。"),
        ("ja", "char", "昨日公園で友達に会いました。"),
        ("jpn", "char", "昨日公園で友達に会いました。"),
        ("th", "char", "เมื่อวานฉันพบเพื่อนที่สวนสาธารณะ"),
        ("kor", "ko-mecab", "나는 어제 공원에서 친구를 만났다."),
    ):
        found = wanted[:-3] + wanted[-1]
        score, plain = score_corpus([found], [wanted], language), score_corpus([found], [wanted])
        assert score.bleu > 60 and (plain.bleu == 0 or language == "kor")
        assert f"tok:{tokenizer}" in score.bleu_signature
        assert not is_uncut([wanted], language)
        assert is_uncut([wanted], "qq") == (language != "kor")
        assert score_sentence(found, wanted, language).bleu > 60
        assert tokenize(wanted, tokenizer_of(language) or "") != (wanted,)


def test_a_missing_reference_is_none() -> None:
    more = ["", "It rains."]
    some = score_corpus(HYPOTHESES[:2], REFERENCES[:2], more=[more])
    given: Any = [[*REFERENCES[:2]], [None, "It rains."]]
    expected = sacrebleu.metrics.BLEU().corpus_score(HYPOTHESES[:2], given)
    assert some.bleu == pytest.approx(expected.score)


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
