"""Who is let in: names the server answers to, how many at once, requests that never end."""

import contextlib
import socket

import pytest
from websockets.exceptions import InvalidStatus

from explainer.text import LANGUAGES, Text
from explainer.web.admission import MOST_NAMES
from tests.app.serving import TIMEOUT, Answer, Server, Visitor, answers, ask
from tests.runs.waiting import until

PAGE = {"Accept": "text/html"}
HEAD = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n"


def line_to(running: Server) -> socket.socket:
    name, _, port = running.host.rpartition(":")
    return socket.create_connection((name, int(port)), timeout=TIMEOUT)


def test_http_answers_to_its_own_names_only(running: Server) -> None:
    """As the WebSocket does: a name that leads here although it is not ours (DNS rebinding). A
    container and a cluster ask whether all is well by an address that is nobody's name.
    """
    for path in ("/", "/attention", "/_stcore/host-config", "/fonts/x", "/nothing"):
        strangers = ("evil.example", "evil.example:80", "localhost.evil.example", "localhost@evil")
        for host in (*strangers, ""):
            assert ask(running.url + path, Host=host, **PAGE).status == 403, host
        assert ask(running.url + path, Host="127.0.0.1", **PAGE).status != 403
    for path in ("/readyz", "/_stcore/health"):
        assert ask(running.url + path, Host="10.1.2.3:8501").status == 200
    for lang in LANGUAGES:
        answer = ask(f"{running.url}/?lang={lang}", Host="evil.example", **PAGE)
        explains(answer, "stranger", lang)
        assert b"evil" not in answer.body


def explains(answer: Answer, key: str, lang: str) -> None:
    """A page in both languages, the reader's first."""
    page = answer.body.decode()
    places = {name: page.find(Text(name)(f"shell.{key}")) for name in LANGUAGES}
    assert min(places.values()) > 0 and min(places, key=lambda name: places[name]) == lang
    assert f'<html lang="{lang}">' in page
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_refused_names_are_in_the_log_once_and_few(changed: Server) -> None:
    """With what lets them in; nobody writes lines of his own there, nor fills it."""
    bad = ("a name\twith\x7f", "*", "*.example", "b\u00fcro.example", "x" * 300, "")
    for host in (*bad, "192.0.2.7:8501", "192.0.2.7:8501", "[2001:db8::7]:8501"):
        assert ask(changed.url, Host=host).status == 403
    with pytest.raises(InvalidStatus):
        Visitor(changed, origin="https://my-8501.proxy.example")
    for number in range(9):
        assert ask(changed.url, Host=f"made-up-{number}.example").status == 403
    lines = [line for line in changed.said().splitlines() if "was refused" in line]
    assert len(lines) == MOST_NAMES
    wanted = (
        ("192.0.2.7", "--server.allowedHosts 192.0.2.7 --server.allowedHosts localhost "),
        ("2001:db8::7", "--server.allowedHosts 2001:db8::7 --server.allowedHosts localhost "),
        ("my-8501.proxy.example", "--browser.serverAddress my-8501.proxy.example"),
        ("made-up-0.example", "--server.allowedHosts made-up-0.example "),
    )
    for line, (name, setting) in zip(lines, wanted, strict=True):
        assert f"a request to {name} was refused" in line and setting in line


def test_as_many_sessions_as_there_are_places_and_files(changed: Server) -> None:
    """Visitors until it is full: the next one is told in words; then more connections than it has
    files. Who leaves makes a place, unless others take its files. The log stays short.
    """
    before, visitors = changed.said(), list[Visitor]()
    with contextlib.ExitStack() as stack:
        with pytest.raises(InvalidStatus) as refused:
            visitors.extend(stack.enter_context(Visitor(changed)) for _ in range(64))
        assert refused.value.response.status_code == 503
        assert len(visitors) in (8, 9)  # one who was there before may be about to leave
        for lang in LANGUAGES:
            answer = ask(f"{changed.url}/?lang={lang}", **PAGE)
            assert answer.status == 503 and int(answer.headers["retry-after"]) > 0
            explains(answer, "full", lang)
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        for path in ("/readyz", "/_stcore/health", "/_stcore/host-config"):
            assert ask(changed.url + path).status == 200, "for those who are in"
        lines = [stack.enter_context(line_to(changed)) for _ in range(300)]
        with contextlib.suppress(ConnectionResetError):
            assert lines[-1].recv(1) == b"", "closed at once"
        for visitor in (visitors[0], visitors[-1]):
            visitor.open()
    until(lambda: answers(changed.url, **PAGE), every=0.1)
    with contextlib.ExitStack() as stack:
        while answers(changed.url, **PAGE):
            lines = [stack.enter_context(line_to(changed)) for _ in range(10)]
        with pytest.raises(InvalidStatus):
            stack.enter_context(Visitor(changed))
    until(lambda: answers(changed.url, **PAGE), every=0.1)
    said = changed.said().removeprefix(before)
    assert said.count("EXPLAINER_SESSIONS") == 1 and len(said.splitlines()) < 20, said[-3000:]


def test_half_a_request_is_not_waited_for(changed: Server) -> None:
    """No byte, half a head, half a body, half a second request; a session is no half request."""
    upload = (
        b"PUT /_stcore/upload_file/a/b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx"
    )
    before = changed.said()
    with Visitor(changed) as visitor, contextlib.ExitStack() as stack:
        lines = [stack.enter_context(line_to(changed)) for _ in range(40)]
        for number, line in enumerate(lines):
            with contextlib.suppress(ConnectionError):
                line.sendall((b"", HEAD, upload, HEAD + b"\r\n" + HEAD)[number % 4])
        for line in lines:
            with contextlib.suppress(ConnectionError):
                while line.recv(4096):
                    pass
        visitor.open()
    said = changed.said().removeprefix(before)
    assert "Traceback" not in said and "File" not in said
