"""Entropy, ranks, close calls and circles by hand, and when a model is said to be unsure."""

import numpy as np
import pytest
from sacrebleu.metrics import CHRF

from explainer.analysis.confidence import UNSURE, mean_probability, tokens_per_word
from explainer.analysis.greedy_numbers import choice, closest, runner_up
from explainer.analysis.loops import most_repeats, repeats_itself
from explainer.analysis.ranking import largest
from explainer.data.everyday import everyday
from explainer.data.samples import default_sentence
from explainer.decoding import DecodeOptions
from explainer.text import LANGUAGES, Text
from tests.apptest import use_models
from tests.conftest import ROOT
from tests.shipped import translator

#                 <pad> <unk> <s>  </s>  then tokens 4..7
PROBS = np.array([0.05, 0.30, 0.0, 0.25, 0.125, 0.2, 0.05, 0.025])
with np.errstate(divide="ignore"):
    LOGS = np.log(PROBS)


def test_a_choice_counts_ranks_over_all_tokens() -> None:
    found = choice(LOGS, 3, count=3)
    assert found.top == (1, 3, 5)
    assert found.probs == pytest.approx([0.30, 0.25, 0.2])
    assert found.entropy == pytest.approx(-sum(p * np.log(p) for p in PROBS if p))
    assert (found.rank, found.best) == (2, 3)  # <unk> is first and can never be written
    assert found.rest == pytest.approx(0.25)
    assert choice(LOGS, 3, count=3, first=4).best == 5  # an end would come too early
    with pytest.raises(IndexError, match="token 8"):
        choice(LOGS, 8, count=3)


def test_the_runner_up_is_a_token_that_may_be_written() -> None:
    assert runner_up(LOGS, 3) == (5, pytest.approx(0.05))
    assert runner_up(LOGS, 5, first=4) == (4, pytest.approx(0.075))
    assert closest([0.4, 0.01, 0.2]) == 1
    assert closest([]) == 0


def test_how_often_the_same_tokens_follow_each_other() -> None:
    for ids, times in (
        *(([], 0), ([1, 2, 3], 1), ([1, 1, 1], 3), ([5, 1, 2, 1, 2, 1, 2, 9], 3)),
        *(([1, 2, 3, 1, 2, 3, 1, 2], 2), ([1, 2, 1, 3, 1, 4], 1)),
    ):
        assert most_repeats(ids) == times


def test_a_sentence_that_repeats_itself_may_be_translated_so() -> None:
    assert repeats_itself([1, 2, 3], [7, 8, 7, 8, 7, 8])
    assert not repeats_itself([4, 4, 4, 4], [7, 7, 7])
    assert not repeats_itself([1, 2, 3], [7, 8, 7, 8])


BEAM = DecodeOptions(method="beam", width=4, n_best=1, alpha=0.6)
CERTAIN = "고양이가 소파 위에서 자고 있다."
DOUBTFUL = "발 없는 말이 천 리 간다."  # a proverb, in common words
MISSPELT = "간단하게 축화 드림니다."


def test_tokens_per_word_leaves_out_what_is_no_part_of_a_word() -> None:
    tokens = ("▁집", "에", "▁", "읽", "는다", ".", "</s>")
    assert tokens_per_word(tokens, (0, 0, 1, 1, 1, 1, -1)) == 5 / 2
    assert tokens_per_word(("</s>",), (-1,)) == 0.0
    assert mean_probability([0.5, 1.0]) == 0.75 and mean_probability([]) == 1.0


@pytest.mark.slow
def test_what_the_model_doubts_is_farther_from_a_human_translation() -> None:
    """On the everyday sentences, with a distance no sentence alone makes."""
    model, chrf = translator("ko-en"), CHRF()
    korean, *references = zip(*everyday(), strict=True)
    found = []
    for done, *wanted in zip(model.translate_batch(korean, BEAM), *references, strict=True):
        probabilities = np.exp(done.hypotheses[0].log_probs)
        score = chrf.sentence_score(done.text, wanted).score
        found.append((mean_probability(probabilities.tolist()), score))
    found.sort()
    assert found[0][0] < UNSURE < found[6][0]  # a line that is seldom there
    assert np.mean([score for _, score in found[:6]]) + 10 < np.mean(
        [score for _, score in found[6:]]
    )


@pytest.mark.slow
def test_the_first_page_says_so_in_quiet_lines(open_app, monkeypatch):
    """Unless a teacher hides probabilities."""
    use_models(ROOT / "pretrained", monkeypatch)
    model = translator("ko-en")
    expected = {CERTAIN: [], DOUBTFUL: ["unsure"], MISSPELT: ["unsure", "cut_small"]}
    assert default_sentence("ko") == CERTAIN
    for lang, (sentence, keys) in zip(("en", *LANGUAGES), expected.items(), strict=True):
        text, found = Text(lang), model.translate(sentence, BEAM)
        cut = tokens_per_word(found.source.tokens, found.source.words)
        values = {
            "unsure": {"mean": f"{np.mean(found.predicted_probs):.0%}"},
            "cut_small": {"count": f"{cut:.1f}"},
        }
        app = open_app(lang=lang, model="ko-en", s=sentence)
        lines = [caption.value for caption in app.caption]
        starts = tuple(text(f"translate.mark_{k}", mean="", count="")[:12] for k in values)
        assert [one for one in lines if one.startswith(starts)] == [
            text(f"translate.mark_{key}", **values[key]) for key in keys
        ]
    app = open_app(lang="en", model="ko-en", s=DOUBTFUL, teach="1", teach_hide="probabilities")
    assert not any("not sure" in caption.value for caption in app.caption)


@pytest.mark.parametrize("count", [0, 1, 3, 10, 200, 201, 500])
def test_the_largest_are_the_beginning_of_the_whole_order(count: int) -> None:
    random = np.random.default_rng(count)
    for values in (
        random.normal(size=200),
        random.integers(0, 5, 200),  # many are equal: the lower place comes first
        np.where(random.random(200) < 0.5, -np.inf, random.normal(size=200)),
        np.where(random.random(200) < 0.5, np.nan, 1.0),
        np.zeros(200, dtype=np.float32),
    ):
        whole = np.argsort(-values, kind="stable")
        assert largest(values, count).tolist() == whole[:count].tolist()
