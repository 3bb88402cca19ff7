"""The BLEU page: several sentences together, and what the model's beam is worth."""

import pytest
import sacrebleu

from explainer.chapters.bleu.model import ranks
from explainer.engine import Translation
from explainer.frame.params import DEFAULTS
from explainer.runs import resources
from explainer.runs.resources import Request
from tests.apptest import Open
from tests.chapters.bleu.bleu_page import EN, REFERENCES, SENTENCE, A, B, C, chart, choose, said
from tests.chapters.chapter import Chapter

CHAPTER = Chapter("bleu", prefix="bleu_")


@pytest.fixture
def beam(page: Open) -> Translation:
    return resources.translate(Request("tiny", SENTENCE, DEFAULTS.options()))


def test_the_corpus_is_more_than_the_mean_of_its_sentences(page: Open) -> None:
    at = page("corpus")
    streams = [[reference] * 3 for reference in REFERENCES]
    theirs = sacrebleu.corpus_bleu([A, B, C], streams, smooth_method="none").score
    scores = chart(at)["v"].tolist()
    assert scores == pytest.approx([38.2602941628, 0, 0, 38.2602941628 / 3, theirs])
    chrf = sacrebleu.corpus_chrf([A, B, C], streams).score
    assert EN("bleu.corpus_chrf", value=f"{chrf:.2f}") in said(at)
    assert EN("bleu.corpus_why", sums="11/17 · 4/14 · 2/11 · 1/8") in said(at)


def test_the_one_chosen_on_the_bench_is_scored_with_the_others(page: Open) -> None:
    at = choose(choose(page(), "bleu_case", "B"), "bleu_view", "corpus")
    scores = chart(choose(at, "bleu_corpus", "with"))["v"].tolist()
    assert len(scores) == 6 and scores[3] == scores[1]
    linked = page(case="own", candidate="know that I always love you", corpus="with")
    theirs = sacrebleu.metrics.BLEU(smooth_method="none").corpus_score(
        ["know that I always love you"], [[reference] for reference in REFERENCES]
    )
    assert chart(linked)["v"][3] == pytest.approx(theirs.score)


def test_own_lines_of_a_corpus(page: Open) -> None:
    at = page(corpus="own", lines="a b c d | a b c d | x\n\na b | a b", smooth="exp")
    scores = chart(at)["v"].tolist()
    theirs = sacrebleu.corpus_bleu(
        ["a b c d", "a b"],
        [["a b c d", "a b"], ["x", None]],  # type: ignore[list-item]
        smooth_method="exp",
    )
    assert scores[-1] == pytest.approx(theirs.score) and scores[0] == pytest.approx(100)


def test_bad_lines_say_which_and_the_last_corpus_stays(page: Open) -> None:
    at = page(corpus="own")
    for lines, key in (
        (" \n", "corpus_empty"),
        ("a\n" * 30, "corpus_many"),
        ("a", "no_reference"),
        ("a | b\n | c", "no_candidate"),
        ("a | " + "b " * 999, "too_long"),
    ):
        at.text_area(key="bleu_lines").set_value(lines).run()
        message = EN(f"bleu.{key}", count=30, limit=20, words="999", chars="1,997")
        start = message.split("(")[0].split("page works")[0]
        assert len(at.warning) == 1 and start in at.warning[0].value
        assert at.text_area(key="bleu_lines").value == lines
        assert len(chart(at)) == 5


def test_the_beam_is_scored_and_the_oracle_named(page: Open, beam: Translation) -> None:
    reference = beam.hypothesis_texts[-1]  # whatever the model ranks last is the reference
    at = page("model", sentence=SENTENCE, model_reference=reference)
    expected = [
        sacrebleu.sentence_bleu(words, [reference], use_effective_order=True).score
        for words in beam.hypothesis_texts
    ]
    table = at.dataframe[-1].value
    assert [float(value) for value in table.iloc[:, 3]] == pytest.approx(expected, abs=0.006)
    assert table.iloc[:, 2].tolist() == list(beam.hypothesis_texts)
    assert table.iloc[:, 1].tolist() == ranks(expected)
    oracle = expected.index(max(expected)) + 1
    first, best = f"{expected[0]:.2f}" if expected[0] else "0", f"{max(expected):.2f}"
    told = {"rank": ranks(expected)[0], "oracle": oracle, "first": first, "best": best}
    assert oracle > 1 and EN("bleu.verdict_oracle", **told) in said(at)


def test_without_a_reference_the_reader_is_asked(page: Open, beam: Translation) -> None:
    assert EN("chapter.no_translation") in [i.value for i in page("model").info]
    at = page("model", sentence=SENTENCE)
    assert EN("bleu.model_no_reference") in [i.value for i in at.info]
    assert "\n".join(beam.hypothesis_texts) in [code.value for code in at.code]
