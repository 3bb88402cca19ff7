"""The BLEU page in both languages: what is shown is what is computed, and bad input is survived."""

import math

import pytest
import sacrebleu

from explainer.chapters.bleu.state import MAX_CHARS, MAX_REFERENCES
from tests.apptest import Open
from tests.chapters.bleu import bleu_page
from tests.chapters.chapter import Chapter

CHAPTER = Chapter("bleu", prefix="bleu_")


def test_all_digits_of_the_worked_numbers(page: Open) -> None:
    for case, smooth, digits in (
        ("A", "none", "0.38260294162784475"),
        ("B", "tiny", "2.795279274196275e-05"),
        ("C", "tiny", "3.670124608961276e-07"),
    ):
        at = page(case=case, smooth=smooth, session=bleu_page.rows("product"))
        assert digits in [code.value for code in at.code]
    at = page(case="own", candidate="xyz", smooth="exp")
    assert (
        bleu_page.EN("bleu.nothing_matches") in [i.value for i in at.info]
        and bleu_page.score(at) == 0
    )


@pytest.mark.parametrize(
    ("smooth", "tok"),
    [("none", "char"), ("floor", "13a"), ("add-k", "intl"), ("exp", "ko-mecab"), ("exp", "none")],
)
def test_the_score_is_sacrebleus_and_says_how(page: Open, smooth: str, tok: str) -> None:
    own = "you love, I always!"
    at = page(case="own", candidate=own, smooth=smooth, tok=tok, order=3)
    theirs = sacrebleu.metrics.BLEU(smooth_method=smooth, tokenize=tok, max_ngram_order=3)
    expected = theirs.corpus_score([own], [[reference] for reference in bleu_page.REFERENCES])
    assert bleu_page.score(at) == expected.score
    assert str(theirs.get_signature()) in [code.value for code in at.code]
    chrf = sacrebleu.sentence_chrf(own, bleu_page.REFERENCES).score
    assert bleu_page.drawn(at)["score"]["chrf"] == pytest.approx(chrf)


@pytest.mark.parametrize("smooth", ["none", "exp"])
def test_the_shares_below_the_texts_lead_to_the_score(page: Open, smooth: str) -> None:
    total = bleu_page.drawn(page(case="B", smooth=smooth, n=2))["score"]
    theirs = sacrebleu.metrics.BLEU(smooth_method=smooth).corpus_score(
        [bleu_page.B], [[r] for r in bleu_page.REFERENCES]
    )
    pairs = zip(total["numerators"], total["denominators"], strict=True)
    shares = [part / whole for part, whole in pairs]
    assert shares == pytest.approx([p / 100 for p in theirs.precisions])
    assert total["bleu"] == pytest.approx(100 * theirs.bp * math.prod(shares) ** 0.25)


def test_the_table_holds_the_logarithms(page: Open) -> None:
    at = page()
    precisions = (6 / 8, 3 / 7, 2 / 6, 1 / 5)
    table = at.dataframe[0].value
    assert table.iloc[:, 3].tolist() == [6, 3, 2, 1]
    assert [float(p) for p in table.iloc[:, 4]] == pytest.approx(precisions, abs=1e-4)
    logs = [float(value.replace("\u2212", "-")) for value in table.iloc[:, 5]]
    assert logs == pytest.approx([math.log(p) for p in precisions], abs=1e-3)


def test_words_are_replaced_removed_moved_and_brought_back(page: Open) -> None:
    at, words = page(), bleu_page.A.split()
    theirs = sacrebleu.metrics.BLEU(smooth_method="none")
    score = 38.260294
    for changed in (
        [words[0], "right", *words[2:]],
        [*words[1::-1], *words[2:]],
        [words[0], words[1], *words[1:]],
        words[:-1],
    ):
        bleu_page.change(at, edit=changed, word=1)
        expected = theirs.corpus_score([" ".join(changed)], [[r] for r in bleu_page.REFERENCES])
        assert bleu_page.score(at) == expected.score
        assert bleu_page.words(at) == changed
        assert bleu_page.drawn(at)["score"]["change"] == pytest.approx(expected.score - score)
        score = expected.score
    for refused in ([], [1, 2], "words", ["x" * (MAX_CHARS + 1)]):
        bleu_page.change(at, edit=refused)
        assert bleu_page.words(at) == changed
    for _ in range(4):
        bleu_page.change(at, undo=True)
    assert bleu_page.score(at) == 38.26 and at.button_group(key="bleu_case").value == "A"
    assert not bleu_page.drawn(at)["undo"]


def test_each_word_says_what_it_is_worth(page: Open) -> None:
    from explainer.chapters.bleu.numbers import score_candidate, without_each
    from explainer.chapters.bleu.state import Choice, Texts
    from explainer.metrics.bleu import BleuSettings

    work = score_candidate(
        Texts("A", bleu_page.A, tuple(bleu_page.REFERENCES)),
        Choice(BleuSettings(smoothing="exp"), "13a"),
    )
    metric = sacrebleu.metrics.BLEU(smooth_method="exp")
    parts = bleu_page.A.split()
    expected = [
        metric.corpus_score(
            [" ".join(parts[:i] + parts[i + 1 :])], [[r] for r in bleu_page.REFERENCES]
        ).score
        - metric.corpus_score([bleu_page.A], [[r] for r in bleu_page.REFERENCES]).score
        for i in range(len(parts))
    ]
    assert without_each(work) == pytest.approx(expected, abs=1e-9)


def test_weights_are_shared_out_and_all_zero_is_explained(page: Open) -> None:
    at = page(weights=1, w1="0.5", w2="0.5", w3=0, w4=0, session=bleu_page.rows("product"))
    value = math.sqrt(6 / 8 * 3 / 7)
    assert bleu_page.score(at) == 100 * value
    assert bleu_page.EN("bleu.equal_but_weights", difference="0") in bleu_page.said(at)
    for n in (1, 2):
        at.slider(key=f"bleu_w{n}").set_value(0.0)
    at.run()
    assert bleu_page.EN("bleu.no_weights") in [i.value for i in at.info]
    assert bleu_page.score(at) == 38.26


def test_bad_texts_get_a_message_and_nothing_typed_is_lost(page: Open) -> None:
    at, long = page(case="own"), "word " * 10_000
    for candidate, references, key, limit in (
        (" \u3000 ", "a", "no_candidate", 0),
        ("a", " \n \n", "no_reference", 0),
        (long, "a", "too_long", MAX_CHARS),
        ("a", long, "too_long", MAX_CHARS),
        ("a", "b\n" * 40, "many_references", MAX_REFERENCES),
    ):
        at.text_area(key="bleu_references").set_value(references)
        at.text_input(key="bleu_candidate").set_value(candidate).run()
        assert not at.exception
        message = bleu_page.EN(f"bleu.{key}", words="10,000", chars="50,000", limit=limit, count=40)
        assert [w.value.split("(")[0] for w in at.warning] == [message.split("(")[0]]
        assert bleu_page.score(at) == 38.26, "the last good texts are still shown"
        assert all(len(str(value)) < 2000 for value in at.query_params.values())
        at = bleu_page.choose(bleu_page.choose(at, "bleu_case", "A"), "bleu_case", "own")
        assert at.text_input(key="bleu_candidate").value == candidate
        assert at.text_area(key="bleu_references").value == references


def test_the_mistake_is_counted_live(page: Open) -> None:
    wrong = sacrebleu.metrics.BLEU.compute_bleu([7, 7, 6, 5], [8, 7, 6, 5], 8, 8).score
    told = {"word": "you", "merged": 2, "wrong": f"{wrong:.2f}", "right": "100.00"}
    line = bleu_page.EN("bleu.mistake_line", **told, bigram="I always")
    assert line in bleu_page.said(page())
