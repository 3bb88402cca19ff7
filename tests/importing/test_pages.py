"""Every page with a model that was trained elsewhere: other languages, no scores, 6 + 6 layers."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from explainer import installed
from explainer.frame import course
from explainer.frame.course import chapters
from explainer.frame.page import page_of
from explainer.importing.marian import ImportOptions, import_marian
from explainer.text import LANGUAGES
from tests.apptest import use_models
from tests.built import built_once
from tests.chapters.chapter import Chapter, opened, said
from tests.importing.folders import TARGETS, marian

pytestmark = pytest.mark.slow

NAME = "theirs"
# What is about several models, each by its name: the list of models, the best of them beside the
# paper's, the six recurrent ones on one test set.
ABOUT_SEVERAL = {("models", ""), ("results", ""), ("rnn", "bottleneck")}


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's models, and one from elsewhere."""

    def write(models: Path) -> None:
        folder = tmp_path_factory.mktemp("folder")
        sizes: dict[str, Any] = {
            f"{side}_{name}": value
            for side in ("encoder", "decoder")
            for name, value in (("layers", 6), ("attention_heads", 8))
        }
        marian(folder, languages=("fr", "ar"), steps=20, **sizes)
        import_marian(folder, models / NAME, ImportOptions(NAME, examples=(TARGETS[0],)))
        for bundled in installed.BUNDLED.iterdir():
            (models / bundled.name).symlink_to(bundled)

    return built_once(tmp_path_factory, "imported", write)


def views_of(chapter: course.Chapter) -> Iterator[str]:
    draw = page_of(chapter).draw
    yield from draw if isinstance(draw, Mapping) else ("",)


def are_named(names: set[str], line: str) -> set[str]:
    return {name for name in names if re.search(rf"(?<![a-z-]){name}(?![a-z-])", line)}


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: chapter.id)
def test_a_page_shows_it_or_says_that_it_is_about_another_model(chapter, models, monkeypatch):
    """Views in one language by turns; that both say the same: tests/text."""
    use_models(models, monkeypatch)
    others = {name: entry for name, entry in installed.working().items() if name != NAME}
    for number, view in enumerate(views_of(chapter), chapters().index(chapter)):
        words = [word for word in (view, LANGUAGES[number % len(LANGUAGES)]) if word]
        at = opened(Chapter(chapter.id, TARGETS[1], model=NAME), *words)
        assert not at.error, (view, [box.value for box in at.error])
        if (chapter.id, view) in ABOUT_SEVERAL:
            continue
        lines = said(at)
        named = {name for line in lines for name in are_named({*others}, line)}
        told = [line for line in lines if are_named({NAME}, line) and are_named(named, line)]
        assert told or not named, (view, named)
        for name in others.keys() - named:
            entry = others[name]
            facts = {f"{entry.card['parameters']:,}"} | (
                {f"BLEU {entry.bleu:.1f}"} if entry.bleu else set()
            )
            assert not [line for line in lines if any(fact in line for fact in facts)], (view, name)
