"""Another folder of models: a whole copy of the shipped one, and files of it that are spoilt."""

from __future__ import annotations

import json
import logging
import shutil
from pathlib import Path

import pytest

from explainer.installed import LANGUAGE_MODELS, PICTURES, candidates, language_models, pictures
from explainer.runs import families as family_runs
from explainer.runs import pictures as picture_runs
from explainer.text import Text
from tests.app.helpers import messages
from tests.apptest import use_models, visit


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


def test_a_whole_copy_is_read_without_an_error(
    copy: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert list(candidates()) == ["en-toy", "ko-toy"]
    assert (pictures(), language_models()) == (copy / "images", copy / "families")
    app = visit("models", lang="en")
    assert not app.exception and not messages(app)
    marked = json.loads((copy / "images" / "config.json").read_text(encoding="utf-8"))
    (copy / "images" / "config.json").write_text(json.dumps({**marked, "mark": 1}), "utf-8")
    assert picture_runs.facts()["mark"] == 1
    assert family_runs.facts()


@pytest.mark.parametrize("size", [{"d_hidden": 64}, {"d_model": "16"}, {"d_model": 10**12}, None])
def test_a_card_with_another_size_is_a_sentence(
    copy: Path, size: dict[str, object] | None, caplog: pytest.LogCaptureFixture
) -> None:
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
