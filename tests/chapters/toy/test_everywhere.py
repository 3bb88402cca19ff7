"""A toy that was taken along and unpacked beside the other models can be chosen on every page."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from explainer.frame.course import chapters
from explainer.runs import registry, resources, toy
from explainer.text import Text
from tests.apptest import use_models, visit

PAGES = [chapter.id for chapter in chapters()]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    found = toy.folder(toy.course_of("reverse"))
    assert found is not None
    with zipfile.ZipFile(io.BytesIO(found)) as archive:
        archive.extractall(folder)
    return folder


@pytest.mark.parametrize("page", PAGES)
def test_the_page_opens_with_the_toy_as_its_model(
    page: str, unpacked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_models(unpacked, monkeypatch)
    assert list(registry.usable()) == ["toy"]
    chapter = next(one for one in chapters() if one.id == page)
    app = visit(chapter.url, lang="en", s="fhlbga")
    assert not app.exception and not app.error
    assert [title.value for title in app.title] == [Text("en")(chapter.title)]


def test_the_toy_reverses_on_the_first_page(
    unpacked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_models(unpacked, monkeypatch)
    options = toy.GREEDY
    assert resources.translate(resources.Request("toy", "fhlbga", options)).text == "agblhf"
