"""When the first page says that the model is unsure, and that this says something."""

from __future__ import annotations

import numpy as np
import pytest
from sacrebleu.metrics import CHRF

from explainer.analysis.confidence import UNSURE, mean_probability, tokens_per_word
from explainer.data.everyday import everyday
from explainer.data.samples import default_sentence
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.text import LANGUAGES, Text
from tests.app.helpers import type_sentence
from tests.apptest import Open, use_models
from tests.conftest import ROOT

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
    translator, chrf = Translator.load(ROOT / "pretrained" / "ko-en"), CHRF()
    found = []
    for korean, *references in everyday():
        done = translator.translate(korean, BEAM)
        score = chrf.sentence_score(done.text, references).score
        found.append((mean_probability(done.predicted_probs), score))
    found.sort()
    assert found[0][0] < UNSURE < found[6][0]  # a line that is seldom there
    assert np.mean([score for _, score in found[:6]]) + 10 < np.mean(
        [score for _, score in found[6:]]
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_page_says_so_in_quiet_lines(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    use_models(ROOT / "pretrained", monkeypatch)
    text, translator = Text(lang), Translator.load(ROOT / "pretrained" / "ko-en")
    expected = {CERTAIN: [], DOUBTFUL: ["unsure"], MISSPELT: ["unsure", "cut_small"]}
    assert default_sentence("ko") == CERTAIN
    for sentence, keys in expected.items():
        found = translator.translate(sentence, BEAM)
        cut = tokens_per_word(found.source.tokens, found.source.words)
        values = {
            "unsure": {"mean": f"{np.mean(found.predicted_probs):.0%}"},
            "cut_small": {"count": f"{cut:.1f}"},
        }
        app = type_sentence(open_app(lang=lang, model="ko-en"), sentence)
        lines = [caption.value for caption in app.caption]
        starts = tuple(text(f"translate.mark_{k}", mean="", count="")[:12] for k in values)
        assert [one for one in lines if one.startswith(starts)] == [
            text(f"translate.mark_{key}", **values[key]) for key in keys
        ]


def test_a_teacher_who_hides_probabilities_hides_this_one_too(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_models(ROOT / "pretrained", monkeypatch)
    app = open_app(lang="en", model="ko-en", s=DOUBTFUL, teach="1", teach_hide="probabilities")
    assert not any("not sure" in caption.value for caption in app.caption)
