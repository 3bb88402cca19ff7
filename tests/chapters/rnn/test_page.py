"""The page of the recurrent encoder-decoder on tiny models: numbers on screen recomputed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

from explainer.text import LANGUAGES, Text
from tests.apptest import Open
from tests.chapters.chapter import Chapter
from tests.conftest import SENTENCES

CHAPTER = Chapter("rnn", sentence=SENTENCES[0])
VIEWS = ("unroll", "gates", "bottleneck", "memory", "gradient", "models")


@pytest.fixture(scope="session")
def models(recurrent_folder: Path) -> Path:
    return recurrent_folder


def datasets(at: AppTest, index: int) -> dict[str, dict[str, list[Any]]]:
    proto = at.get("vega_lite_chart")[index].proto
    return {d.name: pa.ipc.open_stream(d.data.data).read_all().to_pydict() for d in proto.datasets}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_opens_and_every_chart_has_words(page: Open, view: str, lang: str) -> None:
    at = page(view, lang)
    assert not at.error and not at.warning and not at.info
    shown = [*at.get("vega_lite_chart"), *at.dataframe]
    assert len(shown) >= 1
    assert all(element.proto.alt.strip() for element in shown)
