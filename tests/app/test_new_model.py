"""A model that comes while the app runs: the next click offers it, no restart is needed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from explainer.model.store import CONFIG
from tests.apptest import use_models, visit


@pytest.fixture
def models(models_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = Path(shutil.copytree(models_folder, tmp_path / "models"))
    use_models(folder, monkeypatch)
    return folder


def test_a_new_folder_is_offered_at_the_next_click(models: Path) -> None:
    app = visit("models", lang="en", model="ko-toy")
    assert len(app.selectbox(key="model").options) == 2
    shutil.copytree(models / "ko-toy", models / "first-model")
    app = app.run()
    named = [option for option in app.selectbox(key="model").options if "first-model" in option]
    assert len(named) == 1 and "ko → en" in named[0]
    assert "first-model" in app.selectbox(key="models_model").options
    app = app.selectbox(key="model").set_value("first-model").run()
    assert not app.exception and app.query_params["model"] in ("first-model", ["first-model"])
    app = visit(lang="en", model="first-model")
    assert app.session_state["last_request"].model == "first-model" and not app.exception


def test_a_model_still_being_written_is_offered_when_it_is_whole(models: Path) -> None:
    """A training writes weights first and config.json last."""
    new = Path(shutil.copytree(models / "ko-toy", models / "first-model"))
    whole = (new / CONFIG).read_bytes()
    (new / CONFIG).unlink()
    app = visit("models", lang="en", model="ko-toy")
    assert not app.exception and len(app.selectbox(key="model").options) == 2
    (new / CONFIG).write_bytes(whole)
    assert len(app.run().selectbox(key="model").options) == 3


def test_only_models_not_called_by_their_pair_have_a_name(models: Path) -> None:
    shutil.copytree(models / "ko-toy", models / "ko-en")
    options = visit("models", lang="en", model="ko-toy").selectbox(key="model").options
    assert sorted(each.partition(" →")[0] for each in options) == ["en-toy: en", "ko", "ko-toy: ko"]
    assert all("BLEU 0.0" in each and "M" in each for each in options)


@pytest.mark.parametrize("page", ["", "classroom", "sentences"])
def test_a_model_without_examples_waits_for_a_sentence(models: Path, page: str) -> None:
    """Nothing is translated until the reader writes something."""
    new = Path(shutil.copytree(models / "ko-toy", models / "first-model"))
    card = json.loads((new / CONFIG).read_text(encoding="utf-8"))
    card |= {"source": "fr", "target": "es"}
    (new / CONFIG).write_text(json.dumps(card), encoding="utf-8")
    app = visit(page, lang="en", model="first-model")
    assert not app.exception
    assert "first-model: fr → es" in app.selectbox(key="model").options[1]
