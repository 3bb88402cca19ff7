"""The settings of the server: written down, read back, and seen from outside."""

import json
import logging
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
import torch
from streamlit import config, net_util
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

from explainer.shell.server import check_environment
from explainer.web import settings
from tests.app.serving import ROOT, START, TIMEOUT, Server, ask, free_port


@pytest.fixture
def read_back() -> Iterator[None]:
    """Streamlit's options as a server that starts here finds them."""
    config.get_config_options(force_reparse=True)
    yield
    config.get_config_options(force_reparse=True)


@pytest.mark.usefixtures("read_back")
def test_streamlit_knows_every_setting_and_takes_it_over() -> None:
    """Also the hidden ones, which a new version may drop without a word."""
    written = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    del written["theme"]
    assert written == {
        section: {name: config.get_option(f"{section}.{name}") for name in options}
        for section, options in written.items()
    }
    assert not written["browser"]["gatherUsageStats"]
    assert not written["logger"]["enableRich"]  # which the package alone would turn on
    assert written["server"]["enableXsrfProtection"] and written["server"]["enableCORS"]


@pytest.mark.usefixtures("read_back")
def test_a_server_that_answers_to_any_name_says_so(caplog: pytest.LogCaptureFixture) -> None:
    config.set_option("server.allowedHosts", [])
    with caplog.at_level(logging.WARNING):
        settings.check_allowed_names()
    assert "server.allowedHosts" in caplog.text


def test_no_other_site_may_give_the_page_orders_or_read_an_answer(running: Server) -> None:
    found = json.loads(ask(f"{running.url}/_stcore/host-config").body)
    assert found["allowedOrigins"] == []
    assert found["enableCustomParentMessages"] is False
    assert found["useExternalAuthToken"] is False
    for path in ("/", "/_stcore/health", "/_stcore/host-config"):
        answer = ask(running.url + path, Origin="https://example.org")
        assert "access-control-allow-origin" not in answer.headers


def test_the_statistics_are_told_to_nobody(running: Server) -> None:
    for path, method in product(("", "/", "//"), ("GET", "HEAD", "OPTIONS", "POST")):
        assert ask(f"{running.url}/_stcore/metrics{path}", method).status == 404
    for hidden in ("/_stcore//metrics", "/%5fstcore/metrics", "/x/../_stcore/metrics"):
        assert b"# TYPE" not in ask(running.url + hidden).body
        assert b"active_sessions" not in ask(running.url + hidden).body


def test_no_file_is_served_and_no_program_may_drive_the_app(running: Server) -> None:
    for path in ("/app/static/app.py", "/app/static/../app.py", "/app/static/config.toml"):
        answer = ask(running.url + path)
        assert b"server.lifespan" not in answer.body and b"gatherUsageStats" not in answer.body
        assert answer.status in {400, 404} or b"<html" in answer.body, "nothing, or the page itself"
    for name in ("interact", "mcp", "openapi.json"):
        url = f"{running.url}/_stcore/agent/{name}"
        answer = ask(url, "POST", b"{}", Content_Type="application/json")
        assert answer.status >= 400
        assert b"turn it on" in answer.body or b"not serve" in answer.body or answer.status == 405


@pytest.mark.usefixtures("read_back")
@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("http://class.example.org:8501/lab", "write 'class.example.org'"),
        ("class.example.org:8501", "write 'class.example.org'"),
        ("[::1]", "write '::1'"),
        ("10.0.0.0/8", "write names and addresses one by one"),
        ("192.168.*", "write names and addresses one by one"),
        ("", "write names and addresses one by one"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_the_one_to_write(entry: str, said: str) -> None:
    config.set_option("server.allowedHosts", ["localhost", entry])
    with pytest.raises(ValueError, match=r"server\.allowedHosts") as refused:
        settings.check_allowed_names()
    assert repr(entry) in str(refused.value) and said in str(refused.value)
    for host in ("class.example.org:8501", "192.168.0.3", "10.1.2.3", "[::1]:8501"):
        assert not is_host_allowed(host)
    wanted = said.removeprefix("write ").strip("'")
    if " " not in wanted:
        config.set_option("server.allowedHosts", [wanted])
        assert is_host_allowed(f"[{wanted}]:8501" if ":" in wanted else f"{wanted}:8501")


@pytest.mark.usefixtures("read_back")
def test_names_that_can_match_are_left_alone(caplog: pytest.LogCaptureFixture) -> None:
    fine = ["*", "*.example.org", "class.example.org.", "10.0.0.7", "::1", "localhost"]
    config.set_option("server.allowedHosts", fine)
    with caplog.at_level(logging.WARNING):
        settings.check_allowed_names()
    assert not caplog.records


@pytest.mark.usefixtures("read_back")
def test_a_name_of_its_own_that_is_none_is_refused_too() -> None:
    for own in ("https://class.example.org", "class.example.org:443", "*"):
        config.set_option("browser.serverAddress", own)
        with pytest.raises(ValueError, match=re.escape(f"browser.serverAddress is {own!r}")):
            settings.check_allowed_names()


@pytest.mark.usefixtures("read_back")
def test_what_lets_a_name_in_keeps_the_names_that_are_let_in() -> None:
    """An option on the command line takes the place of the whole list."""
    config.set_option("server.allowedHosts", ["localhost", "*.example.org"])
    options = shlex.split(settings.allow_hint("lab.example"))
    assert options[::2] == ["--server.allowedHosts"] * 3
    assert options[1::2] == ["lab.example", "localhost", "*.example.org"]


@pytest.mark.usefixtures("read_back")
def test_a_proxy_that_changes_names_is_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the two headers some change both, some one and some none."""
    monkeypatch.setattr(net_util, "get_external_ip", lambda: None)
    name = "lab-8501.proxy.example"
    config.set_option("server.allowedHosts", ["localhost", name])
    config.set_option("browser.serverAddress", name)
    settings.check_allowed_names()
    origins = ("http://localhost:8501", f"https://{name}")
    for host, origin in product(("localhost:8501", name), origins):
        assert is_host_allowed(host) and not settings.refused_origin(origin, host)


@pytest.mark.usefixtures("read_back")
def test_nobody_elsewhere_is_asked_for_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit would ask for each session that comes from a foreign page."""
    asked: list[str] = []
    monkeypatch.setattr(net_util, "_make_blocking_http_get", lambda *a, **b: asked.append("out"))
    monkeypatch.setattr(net_util, "get_external_ip", net_util.get_external_ip)
    assert settings.refused_origin("https://elsewhere.example", "localhost:8501")
    assert asked
    check_environment()
    asked.clear()
    assert settings.refused_origin("https://elsewhere.example", "localhost:8501")
    assert not asked
    config.set_option("browser.serverAddress", "elsewhere.example")
    assert not settings.refused_origin("https://elsewhere.example", "localhost:8501")


def test_a_setting_that_is_none_ends_the_server_with_a_sentence(models_folder: Path) -> None:
    started = subprocess.run(
        [sys.executable, *START],
        cwd=ROOT,
        env={
            **os.environ,
            "EXPLAINER_PRETRAINED": str(models_folder),
            "STREAMLIT_SERVER_PORT": str(free_port()),
            "STREAMLIT_SERVER_ALLOWED_HOSTS": "localhost a:1",
        },
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert "error: " in started.stderr and "'a:1' in server.allowedHosts" in started.stderr
    assert "Traceback" not in started.stderr + started.stdout and started.returncode == 2


GONE = f"cuda:{torch.cuda.device_count()}"
NO_DEVICE = "EXPLAINER_DEVICE={!r} is not a device of this machine"


@pytest.mark.usefixtures("read_back")
@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        *(("EXPLAINER_DEVICE", device, NO_DEVICE.format(device)) for device in (GONE, "abacus")),
        ("EXPLAINER_SESSIONS", "many", "EXPLAINER_SESSIONS is 'many'"),
        ("EXPLAINER_FRAMES", "https://a.example *", "EXPLAINER_FRAMES has '*'"),
    ],
)
def test_each_other_variable_ends_it_too(name, value, sentence, monkeypatch, capsys):
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as ended:
        check_environment()
    assert ended.value.code == 2 and f"error: {sentence}" in capsys.readouterr().err
