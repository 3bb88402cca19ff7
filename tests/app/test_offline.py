"""The server asks nobody: with every way out closed the app warms up and draws its pages."""

import socket
from typing import Any

import pytest

from explainer.shell.warm import warm_up
from tests.apptest import Open

HERE = ("127.0.0.1", "::1", "localhost", "")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every place elsewhere that was asked for; none of them is reached."""
    found: list[str] = []
    connect, look_up = socket.socket.connect, socket.getaddrinfo

    def refused(self: socket.socket, address: Any) -> None:
        if self.family == socket.AF_UNIX or address[0] in HERE:
            return connect(self, address)
        found.append(f"connect {address}")
        raise OSError("the cable is out")

    def unknown(host: Any, *rest: Any, **options: Any) -> Any:
        if host in (None, *HERE):
            return look_up(host, *rest, **options)
        found.append(f"look up {host}")
        raise socket.gaierror("the cable is out")

    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(socket.socket, "connect_ex", refused)
    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    return found


def test_the_closed_way_is_noticed(asked: list[str]) -> None:
    with pytest.raises(OSError):
        socket.create_connection(("192.0.2.1", 80), timeout=1)
    with socket.socket() as one, pytest.raises(OSError):
        one.connect(("192.0.2.1", 80))
    assert len(asked) == 2


def test_warm_up_and_pages_ask_nobody(open_app: Open, asked: list[str]) -> None:
    for page in ("", "embeddings"):
        assert not open_app(page).exception
    assert warm_up() and asked == []
