"""Models that come while the app runs, and another folder of them, whole or spoilt."""

import json
import logging
import shutil
from pathlib import Path

import pytest

from explainer.installed import LANGUAGE_MODELS, PICTURES, candidates, language_models, pictures
from explainer.model.store import CONFIG
from explainer.runs import families as family_runs
from explainer.runs import pictures as picture_runs
from explainer.text import Text
from tests.app.helpers import messages
from tests.apptest import use_models, visit
from tests.chapters.chapter import maps


@pytest.fixture
def copy(models_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Small models, and the networks for pictures and of five families beside them."""
    folder = Path(shutil.copytree(models_folder, tmp_path / "copy"))
    shutil.copytree(PICTURES, folder / PICTURES.name)
    shutil.copytree(LANGUAGE_MODELS, folder / LANGUAGE_MODELS.name)
    use_models(models_folder, monkeypatch)  # without them those that come along are read
    assert (pictures(), language_models()) == (PICTURES, LANGUAGE_MODELS)
    use_models(folder, monkeypatch)
    return folder


def test_a_whole_copy_is_read_without_an_error(copy, caplog):
    assert list(candidates()) == ["en-toy", "ko-toy"]
    assert (pictures(), language_models()) == (copy / "images", copy / "families")
    app = visit("models", lang="en")
    assert not app.exception and not messages(app)
    marked = json.loads((copy / "images" / "config.json").read_text(encoding="utf-8"))
    (copy / "images" / "config.json").write_text(json.dumps({**marked, "mark": 1}), "utf-8")
    assert picture_runs.read_config()["mark"] == 1
    assert family_runs.read_config()


@pytest.mark.parametrize("size", [{"d_hidden": 64}, {"d_model": "16"}, {"d_model": 10**12}, None])
def test_a_card_with_another_size_is_a_sentence(copy, size, caplog):
    lang = "en" if size else "ko"
    config = copy / "images" / "config.json"
    card = json.loads(config.read_text(encoding="utf-8"))
    for network in card["networks"].values():
        network["config"] = None if size is None else {**network["config"], **size}
    config.write_text(json.dumps(card), encoding="utf-8")
    with caplog.at_level(logging.ERROR):
        app = visit("images", lang=lang)
    assert not app.exception
    assert Text(lang)("shell.broken_file") in messages(app)
    assert not any(record.exc_info for record in caplog.records)
    assert all(str(copy) not in code.value for code in app.code)


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
    read = maps(app, "sentences")[0]["sentences"]
    assert "first-model" in [model["name"] for one in read for model in one["models"]]
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
    new = Path(shutil.copytree(models / "ko-toy", models / "first-model"))
    card = json.loads((new / CONFIG).read_text(encoding="utf-8"))
    card |= {"source": "fr", "target": "es"}
    (new / CONFIG).write_text(json.dumps(card), encoding="utf-8")
    app = visit(page, lang="en", model="first-model")
    assert not app.exception
    assert "first-model: fr → es" in app.selectbox(key="model").options[1]
