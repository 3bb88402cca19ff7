"""A folder of a recurrent network: it translates, and no page of the Transformer meets it."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from explainer import installed
from explainer.analysis.interventions import Intervention
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.model.rnn import RecurrentConfig
from explainer.model.rnn.names import trace_names
from explainer.model.store import CONFIG, load_checkpoint
from explainer.runs import registry, resources
from explainer.runs.resources import Request
from explainer.shell.warm import warm_up
from tests.apptest import use_models, visit
from tests.conftest import random_model, save_like

SENTENCE = "문을 닫고 불을 꺼 주세요!"
OPTIONS = DecodeOptions(max_length=12)


def write_recurrent(folder: Path, like: Path, kind: str) -> None:
    """Random weights with the tokenizer and the numbers of the card of another folder."""
    size = load_checkpoint(like).network.config.vocab_size
    config = RecurrentConfig(size, kind, d_embed=12, d_hidden=16, d_attention=8)  # type: ignore[arg-type]
    save_like(like, folder, random_model(config, 1), shown=False)


@pytest.fixture(scope="module")
def mixed(models_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """ko-toy, and two recurrent folders beside it, one of them first in the alphabet."""
    folder = tmp_path_factory.mktemp("mixed")
    (folder / "ko-toy").symlink_to(models_folder / "ko-toy")
    write_recurrent(folder / "a-gru", models_folder / "ko-toy", "gru-bahdanau")
    write_recurrent(folder / "z-lstm", models_folder / "ko-toy", "lstm")
    return folder


@pytest.fixture(autouse=True)
def _use(mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_models(mixed, monkeypatch)


def test_only_transformers_are_usable_by_pages_that_draw_them() -> None:
    assert {*warm_up()} == set(installed.working()) == {"a-gru", "ko-toy", "z-lstm"}
    assert set(installed.usable()) == set(installed.choosable()) == {"ko-toy"}
    assert not any(registry.model_problem(entry) for entry in installed.installed_models().values())
    assert not visit("cell", lang="en", model="a-gru").exception  # one that can be chosen opens


def test_a_transformer_that_is_there_to_compare_with_is_not_chosen(mixed, tmp_path, monkeypatch):
    (tmp_path / "ko-toy").symlink_to(mixed / "ko-toy")
    other = shutil.copytree(mixed / "ko-toy", tmp_path / "other") / CONFIG
    card = json.loads(other.read_text(encoding="utf-8"))
    other.write_text(json.dumps({**card, "shown": False}), encoding="utf-8")
    use_models(tmp_path, monkeypatch)
    assert set(installed.usable()) == {"ko-toy", "other"}
    assert set(installed.choosable()) == {"ko-toy"}


@pytest.mark.parametrize("name", ["a-gru", "z-lstm"])
def test_a_translation_with_its_trace(name: str, mixed: Path) -> None:
    found = resources.translate(Request(name, SENTENCE, OPTIONS))
    translator = Translator.load(mixed / name)
    names = [entry.name for entry in trace_names(translator.recurrent.config)]
    assert set(found.trace) == set(names)
    steps = range(len(found.predicted))
    chosen = found.trace["log_probs"][steps, list(found.predicted)]
    assert found.hypotheses[0].log_probs == pytest.approx(chosen.tolist(), abs=1e-5)
    alone = translator.translate_batch([SENTENCE], OPTIONS)[0]
    assert alone.text == found.text
    again = resources.experiment(name, found.source.ids, found.fed)
    assert np.array_equal(again["logits"], found.trace["logits"])
    with pytest.raises(ValueError, match="made without a trace"):
        found.attention("cross")


def test_what_is_only_in_a_transformer_is_refused(mixed: Path) -> None:
    translator = Translator.load(mixed / "z-lstm")
    for asked in ("model", "config", "decoder"):
        with pytest.raises(ValueError, match="z-lstm: has a Recurrent"):
            getattr(translator, asked)
    off = (Intervention("ffn"),)
    for call in (
        lambda: translator.run((5, 3), (2,), off),
        lambda: translator.generate((5, 3), off),
    ):
        with pytest.raises(ValueError, match="recurrent|Recurrent"):
            call()
    with pytest.raises(ValueError, match="has a Transformer, and this needs a Recurrent"):
        _ = Translator.load(mixed / "ko-toy").recurrent


def test_generate_is_greedy_search(mixed: Path) -> None:
    translator = Translator.load(mixed / "a-gru")
    found = translator.translate(SENTENCE, DecodeOptions(method="greedy", max_length=12))
    assert translator.generate(found.source.ids, max_steps=12) == found.predicted


def test_a_damaged_one_is_named_and_the_rest_works(mixed, tmp_path, monkeypatch):
    shutil.copytree(mixed, tmp_path / "models")
    path = tmp_path / "models" / "a-gru" / CONFIG
    card = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**card, "model": {**card["model"], "kind": "rwkv"}}), "utf-8")
    use_models(tmp_path / "models", monkeypatch)
    assert installed.installed_models()["a-gru"].problem == "a-gru/config.json: incomplete"
    assert warm_up() == ["ko-toy", "z-lstm"]
    assert not visit("models", lang="en", model="ko-toy").exception
