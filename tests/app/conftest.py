"""The whole app under AppTest, with two small random models: one reads Korean, one English."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.app.serving import Server, server

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 120  # seconds; the first run of a process imports torch and altair

Open = Callable[..., AppTest]


@pytest.fixture(scope="session")
def models_folder(tiny_model_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the models ko-toy and en-toy; the second says it reads English."""
    folder = tmp_path_factory.mktemp("models")
    for name, source, target in (("ko-toy", "ko", "en"), ("en-toy", "en", "ko")):
        shutil.copytree(tiny_model_folder, folder / name)
        config = folder / name / "config.json"
        card = json.loads(config.read_text(encoding="utf-8"))
        card.update(name=name, source=source, target=target)
        config.write_text(json.dumps(card), encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def running(models_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, started as the README says, with those two models."""
    with server(models_folder, tmp_path_factory.mktemp("server") / "log") as found:
        yield found


@pytest.fixture
def open_app(models_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """`open_app("attention", lang="ko", s="...")`: the app after its first run."""
    monkeypatch.setenv("EXPLAINER_PRETRAINED", str(models_folder))
    st.cache_resource.clear()

    def opened(page: str = "", **params: str) -> AppTest:
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=TIMEOUT)
        app.query_params.update({"model": "ko-toy", **params})
        if page:
            # A page that is a function has no file for switch_page; Streamlit knows it by a hash
            # that is told after a first run.
            app.run()
            app._page_hash = next(
                name
                for name, info in app._registered_pages.items()
                if info.get("url_pathname") == page
            )
        return app.run()

    return opened
