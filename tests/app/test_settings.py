"""The settings of the server: written down, read back, and seen from outside."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit import config
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

from explainer.web import settings
from tests.app.serving import ROOT, TIMEOUT, Server, ask

# Said once more, so that a change of the file is a decision and not an accident.
WRITTEN: dict[str, dict[str, object]] = {
    "browser": {"gatherUsageStats": False},
    "client": {
        "showErrorDetails": "none",
        "showErrorLinks": False,
        "toolbarMode": "minimal",
        "allowedOrigins": [],
    },
    "runner": {"magicEnabled": False, "postScriptGC": False},
    "logger": {"level": "warning", "enableRich": False},
    "server": {
        "headless": True,
        "address": "localhost",
        "showEmailPrompt": False,
        "enableXsrfProtection": True,
        "enableCORS": True,
        "corsAllowedOrigins": [],
        "allowedHosts": ["localhost", "127.0.0.1", "::1"],
        "maxUploadSize": 2,
        "maxMessageSize": 20,
        "maxWidgetStateSize": 1,
        "maxCacheDataSize": "256mb",
        "disconnectedSessionTTL": 300,
        "fileWatcherType": "none",
        "runOnSave": False,
        "enableStaticServing": False,
        "enableAgentApi": False,
    },
}


@pytest.fixture
def read_back() -> Iterator[None]:
    """Streamlit's options as a server that starts here finds them."""
    config.get_config_options(force_reparse=True)
    yield
    config.get_config_options(force_reparse=True)


def test_the_settings_are_written_down() -> None:
    found = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert {name: found[name] for name in WRITTEN} == WRITTEN


@pytest.mark.usefixtures("read_back")
def test_streamlit_knows_every_setting_and_takes_it_over() -> None:
    """Also the hidden ones, which a new version may drop without a word."""
    read = {
        section: {name: config.get_option(f"{section}.{name}") for name in options}
        for section, options in WRITTEN.items()
    }
    assert read == WRITTEN
    assert settings.differing() == {}


def test_nothing_is_said_about_settings_where_rich_is_installed(tmp_path: Path) -> None:
    """Streamlit turns rich tracebacks on by itself wherever the package is found."""
    (tmp_path / "rich.py").touch()
    found = subprocess.run(
        [sys.executable, "-c", "from explainer.web import settings; print(settings.differing())"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=True,
    )
    assert found.stdout == "{}\n"


@pytest.mark.usefixtures("read_back")
def test_a_setting_that_opens_a_door_is_named_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(settings.WANTED, "server.gone", True)
    config.set_option("server.enableXsrfProtection", False)
    config.set_option("server.allowedHosts", [])
    with caplog.at_level(logging.WARNING):
        settings.report()
    assert settings.differing() == {"server.enableXsrfProtection": False, "server.gone": None}
    for name in ("server.enableXsrfProtection", "server.gone", "server.allowedHosts"):
        assert name in caplog.text


def test_no_other_site_may_give_the_page_orders(running: Server) -> None:
    found = json.loads(ask(f"{running.url}/_stcore/host-config").body)
    assert found["allowedOrigins"] == []
    assert found["enableCustomParentMessages"] is False
    assert found["useExternalAuthToken"] is False


@pytest.mark.parametrize("path", ["/", "/_stcore/health", "/_stcore/host-config"])
def test_no_other_site_may_read_an_answer(running: Server, path: str) -> None:
    answer = ask(running.url + path, Origin="https://example.org")
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.usefixtures("read_back")
@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("localhost:8501", True),
        ("127.0.0.1", True),
        ("[::1]:8501", True),
        ("", False),
        ("example.org", False),
        ("localhost.example.org", False),
        ("localhost@evil", False),
        ("evil:80#localhost", False),
    ],
)
def test_the_server_answers_to_its_own_names_only(host: str, allowed: bool) -> None:
    assert is_host_allowed(host) is allowed


@pytest.mark.parametrize("path", ["", "/", "//"])
def test_the_statistics_are_told_to_nobody(running: Server, path: str) -> None:
    for method in ("GET", "HEAD", "OPTIONS", "POST"):
        assert ask(f"{running.url}/_stcore/metrics{path}", method).status == 404
    for hidden in ("/_stcore//metrics", "/%5fstcore/metrics", "/x/../_stcore/metrics"):
        assert b"# TYPE" not in ask(running.url + hidden).body
        assert b"active_sessions" not in ask(running.url + hidden).body


@pytest.mark.parametrize(
    "path", ["/app/static/app.py", "/app/static/../app.py", "/app/static/config.toml"]
)
def test_no_file_of_the_project_is_served(running: Server, path: str) -> None:
    answer = ask(running.url + path)
    assert b"server.lifespan" not in answer.body and b"gatherUsageStats" not in answer.body
    assert answer.status in {400, 404} or b"<html" in answer.body, "nothing, or the page itself"


@pytest.mark.parametrize("name", ["interact", "mcp", "openapi.json"])
def test_no_program_may_drive_the_app(running: Server, name: str) -> None:
    url = f"{running.url}/_stcore/agent/{name}"
    answer = ask(url, "POST", b"{}", Content_Type="application/json")
    assert answer.status >= 400
    assert b"turn it on" in answer.body or b"not serve" in answer.body or answer.status == 405
