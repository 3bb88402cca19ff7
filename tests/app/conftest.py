"""The app as a process of its own, with two small random models."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.serving import RUN, Server, server

# Few files and places, deadlines of seconds, and a page with the mistake to quote the sentence.
CHANGED = """
import os, resource
os.environ |= {"STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL": "1", "EXPLAINER_SESSIONS": "9"}
from dataclasses import replace
from explainer.chapters.heads import page as heads
from explainer.web import connections

resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
connections.HEAD = connections.WHOLE = 8.0

def broken(view):
    raise ValueError("cannot draw " + view.translation.source.text) from KeyError(view.text.lang)

heads.PAGE = replace(heads.PAGE, draw=broken)"""


@pytest.fixture(scope="session")
def running(models_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app with those two models."""
    with server(models_folder, tmp_path_factory.mktemp("server") / "log") as found:
        yield found


@pytest.fixture(scope="session")
def changed(models_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, but for what is changed in it."""
    log = tmp_path_factory.mktemp("changed") / "log"
    with server(models_folder, log, ("-c", CHANGED + RUN)) as found:
        yield found
