"""One changed byte in any file of a model: it is refused by name, the others go on serving."""

from __future__ import annotations

import json
import logging
import shutil
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from explainer.engine import Translator
from explainer.model.store import sha256
from explainer.text import Text
from explainer.ui.warm import warm_up
from tests.app.conftest import ROOT, TIMEOUT
from tests.app.helpers import messages

HISTORY = "history/00000010.safetensors"
FILES = ("weights.safetensors", "tokenizer.model", HISTORY)


@pytest.fixture
def models(models_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Both small models, the English one with weights from the course of its training."""
    folder = tmp_path / "models"
    shutil.copytree(models_folder, folder)
    model = folder / "en-toy"
    (model / HISTORY).parent.mkdir()
    shutil.copyfile(model / "weights.safetensors", model / HISTORY)
    config = model / "config.json"
    card = json.loads(config.read_text(encoding="utf-8"))
    card["sha256"][HISTORY] = sha256((model / HISTORY).read_bytes())
    config.write_text(json.dumps(card), encoding="utf-8")
    monkeypatch.setenv("EXPLAINER_PRETRAINED", str(folder))
    st.cache_resource.clear()
    return folder


def flip(path: Path) -> None:
    """Change one bit in the middle."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name.startswith("explainer")]


def test_whole_models_are_all_ready(models: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert warm_up() == ["en-toy", "ko-toy"]
    assert lines(caplog) == []


@pytest.mark.parametrize("name", FILES)
def test_one_changed_bit_is_refused_at_the_start(
    models: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    flip(models / "en-toy" / name)
    with caplog.at_level(logging.ERROR):
        assert warm_up() == ["ko-toy"], "the other goes on"
    (line,) = lines(caplog)
    assert f"en-toy/{name}: damaged" in line and "\n" not in line


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_refused_at_the_start(
    models: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    (models / "en-toy" / name).unlink()
    with caplog.at_level(logging.ERROR):
        assert warm_up() == ["ko-toy"]
    (line,) = lines(caplog)
    assert f"en-toy/{name}: no such file" in line


def test_a_model_to_compare_with_is_checked_but_not_loaded(
    models: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = models / "en-toy" / "config.json"
    card = json.loads(config.read_text(encoding="utf-8"))
    config.write_text(json.dumps({**card, "shown": False}), encoding="utf-8")
    loaded: list[str] = []
    load = Translator.load

    def noted(folder: Path) -> Translator:
        loaded.append(folder.name)
        return load(folder)

    monkeypatch.setattr(Translator, "load", noted)
    assert warm_up() == ["en-toy", "ko-toy"] and loaded == ["ko-toy"]
    flip(models / "en-toy" / FILES[0])
    st.cache_resource.clear()
    with caplog.at_level(logging.ERROR):
        assert warm_up() == ["ko-toy"]
    assert f"en-toy/{FILES[0]}: damaged" in lines(caplog)[0]


def test_readers_are_told_and_can_use_the_other(models: Path) -> None:
    flip(models / "en-toy" / HISTORY)
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=TIMEOUT)
    app.query_params.update({"lang": "en", "model": "en-toy"})
    app.run()
    assert Text("en")("shell.broken_model", model="en-toy") in messages(app)
    app.selectbox(key="model").set_value("ko-toy").run()
    assert messages(app) == [] and app.session_state["last_request"].model == "ko-toy"
