"""The models whose lessons are computed a second time."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.apptest import use_models
from tests.conftest import ROOT
from tests.lessons.runs import Run

MODELS = ("tiny", "ko-en", "en-de")


@pytest.fixture(scope="module", params=MODELS)
def run(request: pytest.FixtureRequest, tiny_model_folder: Path) -> Iterator[Run]:
    folder = tiny_model_folder.parent if request.param == "tiny" else ROOT / "pretrained"
    with pytest.MonkeyPatch.context() as patch:
        use_models(folder, patch)
        yield Run(request.param)
