"""Recurrent models on the page of one's own sentences: chosen and drawn."""

from pathlib import Path
from typing import Any, get_args

import pytest
from streamlit.testing.v1 import AppTest

from explainer.data.sentences import example_pairs
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.model.rnn.config import Kind
from explainer.text import Text
from tests.apptest import use_models
from tests.chapters.chapter import maps
from tests.chapters.sentences.sentences_page import job, opened

GREEDY = DecodeOptions(method="greedy")
KINDS = get_args(Kind)
LOOKING = ("gru-bahdanau", "lstm-luong")


@pytest.fixture(autouse=True)
def _use(recurrent_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_models(recurrent_folder, monkeypatch)


def page(kind: str, lang: str = "en", **address: Any) -> AppTest:
    where: dict[str, Any] = {"model": f"tiny-{kind}", "method": "greedy", "line": 3, **address}
    return opened(lang, **where, sidebar="tiny")


def cells(at: AppTest) -> list[float]:
    """Weights of the map of the chosen line."""
    (drawn,) = maps(at, "panels")
    return [weight for row in drawn["panels"][0]["weights"] for weight in row]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_example_is_translated_by_the_chosen_model(kind: str, recurrent_folder: Path) -> None:
    at = page(kind, "ko")
    assert not at.exception and not at.warning and not at.error
    source, _ = example_pairs("ko", "en")[2]
    alone = Translator.load(recurrent_folder / f"tiny-{kind}").translate(source, GREEDY)
    rows = job(at).run.rows
    assert rows[2].translation == alone.text in [shown.value for shown in at.text]
    assert ("entropy" in at.dataframe[0].value.columns) == (kind in LOOKING)
    without = Text("ko")("sentences.no_attention")
    assert [box.value for box in at.info] == ([] if kind in LOOKING else [without])
    if kind in LOOKING:
        expected = alone.trace["decoder.weights"].ravel()
        assert cells(at) == pytest.approx(expected, abs=2e-3)
    buttons = {button.key for button in at.button}
    assert {"sentences_open_rnn", "sentences_open_alignment"} <= buttons
    assert "sentences_open_maps" not in buttons


@pytest.mark.parametrize(("asked", "found"), [("tiny-lstm", "tiny-lstm"), ("sidebar", "tiny")])
def test_a_teacher_who_locks_the_model_locks_this_one_too(asked: str, found: str) -> None:
    locked = {"teach": "1", "teach_lock": "model"}
    at = opened(method="greedy", model=asked, sidebar="tiny", locked=locked)
    assert not at.exception and job(at).run.search.model == found
    assert "sentences_model" not in {box.key for box in at.selectbox}
