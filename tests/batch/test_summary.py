"""Corpus scores, intervals and p-values: sacrebleu's own are the truth."""

import random

import numpy as np
import pytest
from sacrebleu.metrics import BLEU, CHRF

from explainer.batch import bootstrap
from explainer.batch.rows import Row
from explainer.batch.summary import summarise

WORDS = ("the", "a", "cat", "dog", "sat", "on", "mat", "runs", "home", "quickly", "in", "rain")


def sentences(seed: int, n: int) -> list[str]:
    rng = random.Random(seed)
    return [" ".join(rng.choices(WORDS, k=rng.randint(3, 12))) for _ in range(n)]


def worse(texts: list[str], share: float, seed: int) -> list[str]:
    """Every word replaced with probability `share`."""
    rng = random.Random(seed)
    return [
        " ".join(rng.choice(WORDS) if rng.random() < share else word for word in text.split())
        for text in texts
    ]


def rows(translations: list[str], references: list[str | None]) -> list[Row]:
    return [
        Row(
            number,
            f"source {number}",
            reference,
            text,
            log_prob_per_token=-0.5,
            target_tokens=4,
            source_tokens=3,
        )
        for number, (text, reference) in enumerate(zip(translations, references, strict=True), 1)
    ]


REFERENCES = sentences(1, 70)
GOOD = worse(REFERENCES, 0.2, 2)


@pytest.mark.parametrize("at_once", [70, 210, 100_000])
def test_scores_and_intervals_are_sacrebleus(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn a sample at a time, three at a time (which does not divide 200), or all at once."""
    monkeypatch.setenv("SACREBLEU_SEED", "12345")
    monkeypatch.setattr(bootstrap, "AT_ONCE", at_once)
    found = summarise(rows(GOOD, list(REFERENCES)), samples=200)
    for metric, ours in ((BLEU(), found.bleu), (CHRF(), found.chrf)):
        theirs = metric.corpus_score(GOOD, [REFERENCES], n_bootstrap=200)
        assert ours is not None
        assert ours.value == pytest.approx(theirs.score, abs=1e-9)
        assert (ours.high - ours.low) / 2 == pytest.approx(theirs._ci, abs=1e-3)  # theirs: float32
        assert ours.low < theirs._mean < ours.high
        assert ours.signature in str(metric.get_signature()).replace("|bs:200|seed:12345", "")


def test_a_row_without_translation_counts_against_the_score() -> None:
    all_rows = rows(GOOD, list(REFERENCES))
    lost = Row(1, "source 1", REFERENCES[0], "", problem="no_known_tokens")
    with_lost = summarise([lost, *all_rows[1:]], samples=20)
    expected = BLEU().corpus_score(["", *GOOD[1:]], [REFERENCES]).score
    assert with_lost.bleu is not None and with_lost.bleu.value == pytest.approx(expected)
    assert with_lost.problems == {"no_known_tokens": 1}
    assert (with_lost.rows, with_lost.translated, with_lost.with_reference) == (70, 69, 70)


def test_the_mean_is_over_tokens() -> None:
    two = [
        Row(1, "a", None, "b", log_prob_per_token=-1.0, target_tokens=1, source_tokens=2),
        Row(2, "a", None, "b", log_prob_per_token=-3.0, target_tokens=3, source_tokens=5),
    ]
    found = summarise(two)
    assert found.log_prob_per_token == pytest.approx(-2.5)
    assert found.perplexity == pytest.approx(np.exp(2.5))
    assert (found.source_tokens, found.target_tokens) == (7, 4)
    assert found.bleu is None and found.chrf is None
    nothing = summarise([])
    assert nothing.perplexity is None and nothing.rows == 0


def test_korean_is_counted_in_morphemes() -> None:
    ko: list[str | None] = ["나는 어제 친구와 영화를 봤다."]
    found = summarise(rows(["나는 친구와 영화를 봤다."], ko), "ko", samples=2)
    assert found.bleu is not None and "tok:ko-mecab" in found.bleu.signature


def test_a_long_corpus_is_scored_exactly_in_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """70 sentences in at most 16 units; the score is that of all, the interval much the same."""
    monkeypatch.setattr(bootstrap, "MOST", 8)
    tally = bootstrap.Tally("bleu", "en")
    for start in range(0, 70, 7):
        tally.add(GOOD[start : start + 7], REFERENCES[start : start + 7])
        assert len(tally.units) <= 16
    counts = tally.counts()
    assert counts is not None and counts.corpus() == pytest.approx(
        BLEU().corpus_score(GOOD, [REFERENCES]).score
    )
    assert tally.size == 8 and len(tally.units) == 9  # 8 x 8 sentences, and 6
    some = iter(rows(GOOD, list(REFERENCES)))  # any iterable will do, once
    long = summarise(some, samples=300)
    monkeypatch.undo()
    whole = summarise(rows(GOOD, list(REFERENCES)), samples=300)
    assert long.bleu is not None and whole.bleu is not None
    assert long.bleu.value == pytest.approx(whole.bleu.value)
    width, expected = (score.high - score.low for score in (long.bleu, whole.bleu))
    assert 0.4 * expected < width < 2.5 * expected
