"""SIGKILL in the middle of an upload and of a translation: nothing on disk is damaged.

A training run that is killed and resumed is in tests/training/test_run.py, a translation of a file
in tests/batch.
"""

import http.client
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from explainer.model.store import check_files, sha256
from tests.app.serving import ROOT, TIMEOUT, Server, Visitor, elements, said, server

SENTENCE = "아이들이 공원에서 노래를 부르며 논다."
PLACE = f"lang=en&model=ko-toy&layer=2&head=3&width=2&s={quote(SENTENCE)}"
LENGTH = 1_500_000  # bytes of the upload that never arrives as a whole


@pytest.fixture
def models(models_folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(models_folder, tmp_path / "models"))


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the server puts its temporary files."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def tree(*folders: Path) -> dict[str, str]:
    """SHA-256 of every file, without what Python compiles."""
    return {
        str(path): sha256(path.read_bytes())
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def shown(visitor: Visitor, page: str) -> list[str]:
    """What a reader sees: texts, charts and where the controls stand."""
    kinds = ("heading", "markdown", "text", "code", "alert", "vega_lite_chart", "slider")
    found = [e for e in elements(visitor.open(page)) if e.WhichOneof("type") in kinds]
    assert len(found) > 10
    return [element.SerializeToString(deterministic=True).hex() for element in found]


@pytest.fixture
def watched(models: Path, scratch: Path) -> Iterator[Path]:
    """Whatever a test does, all files are as they were and no new one is there."""
    ours = (models, ROOT / ".streamlit")
    before = tree(*ours)
    yield models
    assert tree(*ours) == before
    assert list(scratch.iterdir()) == []
    for model in models.iterdir():
        check_files(model)


def kill(running: Server) -> None:
    running.process.send_signal(signal.SIGKILL)
    running.process.wait()


def half_an_upload(running: Server, session: str) -> http.client.HTTPConnection:
    line = http.client.HTTPConnection(running.host, timeout=TIMEOUT)
    line.putrequest("PUT", f"/_stcore/upload_file/{session}/file")
    line.putheader("Content-Type", "multipart/form-data; boundary=b")
    line.putheader("Content-Length", str(LENGTH))
    line.endheaders()
    head = b'--b\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n'
    line.send(head + b"x" * (LENGTH // 2))
    return line


def test_killed_in_an_upload_and_a_translation(watched: Path, tmp_path: Path) -> None:
    models = watched
    with server(models, tmp_path / "first") as running, Visitor(running, PLACE) as visitor:
        before = shown(visitor, "heads")
        address = visitor.query
        line = half_an_upload(running, visitor.session)
        for number in range(5):
            visitor.ask(s=f"{number}. {SENTENCE}")
        kill(running)
        line.close()
    with server(models, tmp_path / "second") as again, Visitor(again, address) as visitor:
        assert shown(visitor, "heads") == before, "the link leads back to the same view"
        assert not said(visitor.open("heads"))
