"""The models whose lessons are computed a second time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st

from tests.conftest import ROOT
from tests.lessons.runs import Run

MODELS = ("tiny", "ko-en", "en-de")


@pytest.fixture(scope="module", params=MODELS)
def run(request: pytest.FixtureRequest, tiny_model_folder: Path) -> Iterator[Run]:
    folder = tiny_model_folder.parent if request.param == "tiny" else ROOT / "pretrained"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EXPLAINER_PRETRAINED", str(folder))
        st.cache_resource.clear()
        yield Run(request.param)
    st.cache_resource.clear()
