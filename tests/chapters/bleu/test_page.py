"""The BLEU page in both languages: what is shown is what is computed, and bad input is survived."""

import math
from typing import Any

import pytest
import sacrebleu
import streamlit as st
from streamlit.testing.v1 import AppTest

from explainer.chapters.bleu import state
from explainer.chapters.bleu.model import ranks
from explainer.chapters.bleu.numbers import score_candidate
from explainer.chapters.bleu.state import MAX_CHARS, MAX_REFERENCES
from explainer.chapters.bleu.texts import take_choice
from explainer.data.bleu import example
from explainer.engine import Translation
from explainer.frame.params import DEFAULTS
from explainer.metrics.bleu import BleuSettings
from explainer.runs import resources
from explainer.runs.resources import Request
from explainer.text import Text
from tests.apptest import Open
from tests.chapters.chapter import Chapter, maps

CHAPTER = Chapter("bleu", prefix="bleu_")
EN = Text("en")
A, B, C = example().candidates.values()
REFERENCES = list(example().references)
SENTENCE = "어제 산 책을 오늘 다 읽었다."


def rows(names: str) -> dict[str, object]:
    """The session of a reader who has opened these rows."""
    return {"bleu_steps": True, **{f"bleu_row_{name}": True for name in names.split()}}


def scores(at: AppTest) -> list[float]:
    """BLEU of every sentence of the corpus, their mean, and that of the corpus."""
    shown = drawn(at)
    return [*(one["bleu"] for one in shown["of"]), shown["mean"], shown["score"]["bleu"]]


def drawn(at: AppTest) -> dict[str, Any]:
    """What the lines of words were given: texts, and the score below them."""
    return maps(at, "score")[0]


def bleu_of(at: AppTest) -> Any:
    """BLEU, as precisely as it is compared here."""
    return pytest.approx(drawn(at)["score"]["bleu"], abs=0.005)


def said(at: AppTest) -> str:
    """Everything that Markdown or KaTeX gets to see."""
    found = (at.markdown, at.caption, at.info, at.warning, at.error, at.latex, at.subheader)
    labels = [expander.label for expander in at.expander]
    return "\n".join([*(str(e.value) for kind in found for e in kind), *labels])


def written(at: AppTest) -> list[str]:
    """Of the reader's own candidate."""
    return str(at.text_input(key="bleu_candidate").value).split()


def choose(at: AppTest, key: str, value: str) -> AppTest:
    return at.button_group(key=key).set_value(value).run()


def change(at: AppTest, **choice: object) -> AppTest:
    """Let the drawing send a choice."""
    names = (state.GOOD, state.UNDO, state.CASE.name, state.CANDIDATE, state.REFERENCES)
    kept: dict[str, Any] = {
        name: at.session_state[name] for name in names if name in at.session_state
    }
    before = {**kept, state.UNDO: [*kept.get(state.UNDO, ())]}
    work = score_candidate(kept[state.GOOD], state.Choice(BleuSettings(), "13a"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(st, "session_state", kept)
        take_choice(EN, work, choice)
    for name, value in kept.items():
        if value != before.get(name):
            at.session_state[name] = value
    return at.run()


def test_all_digits_of_the_worked_numbers(page: Open) -> None:
    for case, smooth, digits in (
        ("A", "none", "0.38260294162784475"),
        ("B", "tiny", "2.795279274196275e-05"),
        ("C", "tiny", "3.670124608961276e-07"),
    ):
        at = page(case=case, smooth=smooth, session=rows("product"))
        assert digits in [code.value for code in at.code]
    at = page(case="own", candidate="xyz", smooth="exp")
    assert EN("bleu.nothing_matches") in [i.value for i in at.info] and bleu_of(at) == 0


@pytest.mark.parametrize(
    ("smooth", "tok"),
    [("none", "char"), ("floor", "13a"), ("add-k", "intl"), ("exp", "ko-mecab"), ("exp", "none")],
)
def test_the_score_is_sacrebleus_and_says_how(page: Open, smooth: str, tok: str) -> None:
    own = "you love, I always!"
    opened = rows("product")
    at = page(case="own", candidate=own, smooth=smooth, tok=tok, order=3, session=opened)
    theirs = sacrebleu.metrics.BLEU(smooth_method=smooth, tokenize=tok, max_ngram_order=3)
    expected = theirs.corpus_score([own], [[reference] for reference in REFERENCES])
    assert bleu_of(at) == expected.score
    assert str(theirs.get_signature()) in [code.value for code in at.code]
    chrf = sacrebleu.sentence_chrf(own, REFERENCES).score
    assert drawn(at)["score"]["chrf"] == pytest.approx(chrf)


@pytest.mark.parametrize("smooth", ["none", "exp"])
def test_the_shares_below_the_texts_lead_to_the_score(page: Open, smooth: str) -> None:
    total = drawn(page(case="B", smooth=smooth, n=2))["score"]
    theirs = sacrebleu.metrics.BLEU(smooth_method=smooth).corpus_score(
        [B], [[r] for r in REFERENCES]
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
    at, words = page(), A.split()
    theirs = sacrebleu.metrics.BLEU(smooth_method="none")
    score = 38.260294
    for changed in (
        [words[0], "right", *words[2:]],
        [*words[1::-1], *words[2:]],
        [words[0], words[1], *words[1:]],
        words[:-1],
    ):
        change(at, edit=changed, word=1)
        expected = theirs.corpus_score([" ".join(changed)], [[r] for r in REFERENCES])
        assert bleu_of(at) == expected.score
        assert written(at) == changed
        assert drawn(at)["score"]["change"] == pytest.approx(expected.score - score)
        score = expected.score
    for refused in ([], [1, 2], "words", ["x" * (MAX_CHARS + 1)]):
        change(at, edit=refused)
        assert written(at) == changed
    for _ in range(4):
        change(at, undo=True)
    assert bleu_of(at) == 38.26 and at.button_group(key="bleu_case").value == "A"
    assert not drawn(at)["undo"]


def test_weights_are_shared_out_and_all_zero_is_explained(page: Open) -> None:
    at = page(weights=1, w1="0.5", w2="0.5", w3=0, w4=0, session=rows("product"))
    value = math.sqrt(6 / 8 * 3 / 7)
    assert bleu_of(at) == 100 * value
    assert EN("bleu.equal_but_weights", difference="0") in said(at)
    for n in (1, 2):
        at.slider(key=f"bleu_w{n}").set_value(0.0)
    at.run()
    assert EN("bleu.no_weights") in [i.value for i in at.info]
    assert bleu_of(at) == 38.26


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
        message = EN(f"bleu.{key}", words="10,000", chars="50,000", limit=limit, count=40)
        assert [w.value.split("(")[0] for w in at.warning] == [message.split("(")[0]]
        assert bleu_of(at) == 38.26, "the last good texts are still shown"
        assert all(len(str(value)) < 2000 for value in at.query_params.values())
        at = choose(choose(at, "bleu_case", "A"), "bleu_case", "own")
        assert at.text_input(key="bleu_candidate").value == candidate
        assert at.text_area(key="bleu_references").value == references


def test_the_mistake_is_counted_live(page: Open) -> None:
    wrong = sacrebleu.metrics.BLEU.compute_bleu([7, 7, 6, 5], [8, 7, 6, 5], 8, 8).score
    told = {"word": "you", "merged": 2, "wrong": f"{wrong:.2f}", "right": "100.00"}
    line = EN("bleu.mistake_line", **told, bigram="I always")
    assert line in said(page())


@pytest.fixture
def beam(page: Open) -> Translation:
    return resources.translate(Request("tiny", SENTENCE, DEFAULTS.options()))


def test_the_corpus_is_more_than_the_mean_of_its_sentences(page: Open) -> None:
    at = page("corpus")
    streams = [[reference] * 3 for reference in REFERENCES]
    theirs = sacrebleu.corpus_bleu([A, B, C], streams, smooth_method="none").score
    assert scores(at) == pytest.approx([38.2602941628, 0, 0, 38.2602941628 / 3, theirs])
    chrf = sacrebleu.corpus_chrf([A, B, C], streams).score
    corpus = drawn(at)["score"]
    assert corpus["chrf"] == pytest.approx(chrf)
    assert (corpus["numerators"], corpus["denominators"]) == ([11, 4, 2, 1], [17, 14, 11, 8])


def test_the_one_chosen_on_the_bench_is_scored_with_the_others(page: Open) -> None:
    at = choose(choose(page(), "bleu_case", "B"), "bleu_view", "corpus")
    found = scores(choose(at, "bleu_corpus", "with"))
    assert len(found) == 6 and found[3] == found[1]
    linked = page(case="own", candidate="know that I always love you", corpus="with")
    theirs = sacrebleu.metrics.BLEU(smooth_method="none").corpus_score(
        ["know that I always love you"], [[reference] for reference in REFERENCES]
    )
    assert scores(linked)[3] == pytest.approx(theirs.score)


def test_own_lines_of_a_corpus(page: Open) -> None:
    at = page(corpus="own", lines="a b c d | a b c d | x\n\na b | a b", smooth="exp")
    theirs = sacrebleu.corpus_bleu(
        ["a b c d", "a b"],
        [["a b c d", "a b"], ["x", None]],  # type: ignore[list-item]
        smooth_method="exp",
    )
    assert scores(at)[-1] == pytest.approx(theirs.score) and scores(at)[0] == pytest.approx(100)


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
        assert len(scores(at)) == 5


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
