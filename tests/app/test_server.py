"""The server round the app: ready when it can serve, safe headers, the reader's language."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from starlette.requests import Request

from explainer.text import LANGUAGES, Text
from explainer.ui import server
from tests.app.conftest import ROOT

PAGE = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def address(models_folder: Path) -> Iterator[str]:
    """The app, started as the README says."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}"]
    environment = {**os.environ, "EXPLAINER_PRETRAINED": str(models_folder)}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=quiet, stderr=quiet) as app:
        try:
            url = f"http://localhost:{port}"
            wait(f"{url}/readyz", app)
            yield url
        finally:
            app.terminate()


def wait(url: str, app: subprocess.Popen[bytes]) -> None:
    for _ in range(240):
        assert app.poll() is None, "the server ended"
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(0.5)
    raise AssertionError(f"no answer from {url}")


def get(url: str, **headers: str) -> tuple[dict[str, str], str]:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, headers=sent)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return dict(answer.headers), answer.read().decode()


def test_ready_names_the_models(address: str) -> None:
    assert json.loads(get(f"{address}/readyz")[1]) == {"models": ["en-toy", "ko-toy"]}
    assert get(f"{address}/_stcore/health")[1] == "ok"


@pytest.mark.parametrize("path", ["/", "/attention", "/readyz", "/_stcore/health"])
def test_every_answer_has_the_security_headers(address: str, path: str) -> None:
    headers = {name.lower(): value for name, value in get(address + path, **PAGE)[0].items()}
    policy = headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy and "object-src 'none'" in policy
    assert "unsafe-eval" not in policy and "http:" not in policy and "https:" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_every_inline_script_of_the_page_is_allowed_by_its_hash(address: str) -> None:
    headers, page = get(address, **PAGE)
    scripts = re.findall(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", page, re.DOTALL)
    assert scripts
    for script in scripts:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in headers["content-security-policy"]


@pytest.mark.parametrize(
    ("query", "accepted", "lang"),
    [
        ("", "ko-KR,ko;q=0.9,en;q=0.8", "ko"), ("", "de,ko;q=0.5", "en"), ("", "", "en"),
        ("?lang=en", "ko-KR", "en"), ("?s=a&lang=ko", "en", "ko"), ("?lang=%22%3E", "ko", "ko"),
    ],
)  # fmt: skip
def test_the_page_says_its_language(address: str, query: str, accepted: str, lang: str) -> None:
    page = get(f"{address}/{query}", **PAGE, Accept_Language=accepted, Accept_Encoding="gzip")[1]
    assert re.findall(r"<html[^>]*lang=\"([^\"]*)\"", page) == [lang]


def test_the_app_is_told_to_nobody_else(address: str) -> None:
    """Settings that keep the browser from asking outside and the visitor from seeing inside."""
    from streamlit import config

    config.get_config_options(force_reparse=True)
    assert config.get_option("browser.gatherUsageStats") is False
    assert config.get_option("client.showErrorDetails") == "none"
    assert config.get_option("server.enableXsrfProtection") is True
    assert config.get_option("server.maxWidgetStateSize") == 1
    with pytest.raises(urllib.error.HTTPError):
        get(f"{address}/readyz/../app.py")


def test_not_ready_before_the_warm_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_ready", None)
    scope: dict[str, Any] = {"type": "http", "method": "GET", "path": "/readyz", "headers": []}
    answer = asyncio.run(server.readyz(Request(scope)))
    assert answer.status_code == 503


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_failing_page_says_so_in_the_readers_language(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(st, "error", said.append)
    monkeypatch.setattr("explainer.ui.controls.reader_language", lambda: lang)
    assert server.on_script_error(RuntimeError("secret")) is True
    assert said == [Text(lang)("shell.failed")]
