"""One fixture that opens any page; models for the page of one's own sentences."""

import importlib
import pkgutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import explainer.chapters
from explainer.engine import Translation, Translator
from explainer.engine.door import OPEN
from explainer.engine.memo import Memo
from explainer.model import ModelConfig
from explainer.model.store import read_card
from explainer.runs import resources
from explainer.runs.gate import Busy
from explainer.runs.resources import Request
from tests.apptest import Open, use_models
from tests.chapters.chapter import Chapter, opened
from tests.conftest import random_model, save_like


@pytest.fixture(scope="session", autouse=True)
def everything_imported() -> None:
    """Chapters import some of their modules when they are first drawn. One that were imported while
    a test has patched a name would keep the patch for all tests to come.
    """
    for module in pkgutil.walk_packages(explainer.chapters.__path__, "explainer.chapters."):
        importlib.import_module(module.name)


@pytest.fixture(scope="session")
def models(tiny_model_folder: Path) -> Path:
    """Where `page` finds its models; a file or a folder of tests may have others."""
    return tiny_model_folder.parent


@pytest.fixture(scope="module")
def tiny(tiny_model_folder: Path) -> Translator:
    """The small random model beside the app's."""
    return Translator.load(tiny_model_folder)


@pytest.fixture
def page(request: pytest.FixtureRequest, models: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """`page("step", "ko", greedy_row=3)`: the file's CHAPTER in a view, a language, a place."""
    chapter: Chapter = request.module.CHAPTER
    use_models(models, monkeypatch)
    return partial(opened, chapter)


@pytest.fixture
def base(request: pytest.FixtureRequest, page: Open) -> Translation:
    """The translation that it shows, as the app has it."""
    chapter: Chapter = request.module.CHAPTER
    assert chapter.sentence is not None
    return resources.translate(Request(chapter.model, chapter.sentence, chapter.search))


@pytest.fixture
def full_house(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a chapter wants computed is refused: somebody else has the model. A class is
    patched and no function, for what is imported meanwhile would keep the refusing one for good.
    """

    plain = Memo.get

    def refuse(
        memo: Memo, key: Any, make: Any, most: Any = None, size: Any = None, door: Any = OPEN
    ) -> Any:
        if door is OPEN or size is not None:
            return plain(memo, key, make, most, size, door)
        raise Busy

    monkeypatch.setattr(Memo, "get", refuse)


@pytest.fixture(scope="session")
def sentence_folder(tiny_model_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """aa and bb for the same languages with other weights, cc for others."""
    found = tmp_path_factory.mktemp("pretrained")
    card = read_card(tiny_model_folder)
    config = ModelConfig(**{**card["model"], "max_positions": 48})  # random weights know no end
    languages = {"aa": ("ko", "en"), "bb": ("ko", "en"), "cc": ("en", "fr")}
    for name, (source, target) in languages.items():
        seed = int(name == "bb")
        count = card["parameters"] + seed * 1_000_000  # the picker tells models apart by it
        facts = {"source": source, "target": target, "parameters": count}
        save_like(tiny_model_folder, found / name, random_model(config, seed), **facts)
    return found


@pytest.fixture
def sentence_models(sentence_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_models(sentence_folder, monkeypatch)
