"""Every page with a model that was trained elsewhere: other languages, no scores, 6 + 6 layers."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from explainer.frame import course
from explainer.frame.course import chapters
from explainer.frame.page import page_of
from explainer.importing.marian import Wanted, import_marian
from explainer.text import LANGUAGES
from tests.apptest import use_models
from tests.chapters.chapter import Chapter, opened
from tests.importing.folders import TARGETS, marian


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of models with one in it."""
    folder, models = tmp_path_factory.mktemp("folder"), tmp_path_factory.mktemp("models")
    sizes = {
        f"{side}_{name}": value
        for side in ("encoder", "decoder")
        for name, value in (("layers", 6), ("attention_heads", 8))
    }
    marian(folder, languages=("fr", "ar"), steps=20, **sizes)
    import_marian(folder, models / "theirs", Wanted("theirs", examples=(TARGETS[0],)))
    return models


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: chapter.id)
def test_a_page_shows_a_model_that_was_trained_elsewhere(
    chapter: course.Chapter, theirs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_models(theirs, monkeypatch)
    page = page_of(chapter)
    views = [*page.draw] if isinstance(page.draw, Mapping) else [""]
    for number, view in enumerate(views):
        lang = LANGUAGES[number % len(LANGUAGES)]
        words = [word for word in (view, lang) if word]
        at = opened(Chapter(chapter.id, TARGETS[1], model="theirs"), *words)
        assert not at.error, (view, [box.value for box in at.error])
