"""Who is let in: names the server answers to, how many at once, requests that never end."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus, WebSocketException

from explainer.text import LANGUAGES, Text
from explainer.web.admission import MOST_NAMES
from tests.app.serving import RUN, TIMEOUT, Answer, Server, Visitor, ask, server

PAGE = {"Accept": "text/html"}
FEW_FILES = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))" + RUN
TWO_PLACES = "import os; os.environ['EXPLAINER_SESSIONS'] = '2'" + RUN
IMPATIENT = "from explainer.web import connections as c; c.HEAD = c.WHOLE = 3.0" + RUN
HEAD = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n"


@contextlib.contextmanager
def started(code: str, models: Path, folder: Path) -> Iterator[Server]:
    with server(models, folder / "log", ("-c", code)) as found:
        yield found


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


@pytest.fixture(scope="module")
def few(models_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with two places."""
    with started(TWO_PLACES, models_folder, tmp_path_factory.mktemp("few")) as found:
        yield found


def test_as_many_sessions_as_there_are_places(few: Server) -> None:
    """The next one is told in words; who leaves makes a place."""
    with Visitor(few) as first, Visitor(few) as second:
        first.open()
        second.open()
        for lang in LANGUAGES:
            answer = ask(f"{few.url}/?lang={lang}", **PAGE)
            assert answer.status == 503 and int(answer.headers["retry-after"]) > 0
            explains(answer, "full", lang)
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        with pytest.raises(InvalidStatus) as refused, Visitor(few):
            pass
        assert refused.value.response.status_code == 503
        for path in ("/readyz", "/_stcore/health", "/_stcore/host-config"):
            assert ask(few.url + path).status == 200, "for those who are in"
        second.ask()
        second.finished()
    until_open(few)
    assert few.said().count("EXPLAINER_SESSIONS") == 1


def test_refused_names_are_in_the_log_once_and_few(few: Server) -> None:
    """With what lets them in; nobody writes lines of his own there, nor fills it."""
    bad = ("a name\twith\x7f", "*", "*.example", "b\u00fcro.example", "x" * 300, "")
    for host in (*bad, "192.0.2.7:8501", "192.0.2.7:8501", "[2001:db8::7]:8501"):
        assert ask(few.url, Host=host).status == 403
    with pytest.raises(InvalidStatus):
        Visitor(few, origin="https://my-8501.proxy.example")
    for number in range(9):
        assert ask(few.url, Host=f"made-up-{number}.example").status == 403
    lines = [line for line in few.said().splitlines() if "was refused" in line]
    assert len(lines) == MOST_NAMES
    wanted = (
        ("192.0.2.7", "--server.allowedHosts 192.0.2.7 --server.allowedHosts localhost "),
        ("2001:db8::7", "--server.allowedHosts 2001:db8::7 --server.allowedHosts localhost "),
        ("my-8501.proxy.example", "--browser.serverAddress my-8501.proxy.example"),
        ("made-up-0.example", "--server.allowedHosts made-up-0.example "),
    )
    for line, (name, setting) in zip(lines, wanted, strict=True):
        assert f"a request to {name} was refused" in line and setting in line


def until_open(running: Server) -> None:
    """The places of those who have left are free once the server has seen them leave."""
    while True:
        with contextlib.suppress(InvalidStatus), Visitor(running) as visitor:
            visitor.open()
            return


def test_a_process_with_few_files_keeps_its_log_short(models_folder: Path, tmp_path: Path) -> None:
    """`ulimit -n 256`: visitors until it is full; then more connections than it has files."""
    with started(FEW_FILES, models_folder, tmp_path) as few, contextlib.ExitStack() as stack:
        visitors: list[Visitor] = []
        with pytest.raises(InvalidStatus) as refused:
            fill(few, stack, visitors)
        assert refused.value.response.status_code == 503 and len(visitors) > 10
        assert ask(few.url, **PAGE).status == 503
        lines = [stack.enter_context(line_to(few)) for _ in range(300)]
        with contextlib.suppress(ConnectionResetError):
            assert lines[-1].recv(1) == b"", "closed at once"
        for visitor in (visitors[0], visitors[-1]):
            visitor.open()
        assert len(few.said().splitlines()) < 20, few.said()[-3000:]


def fill(running: Server, stack: contextlib.ExitStack, visitors: list[Visitor]) -> None:
    """Visitors until one is refused, which raises InvalidStatus."""
    for _ in range(64):
        visitors.append(stack.enter_context(Visitor(running)))


def test_half_a_request_is_not_waited_for(models_folder: Path, tmp_path: Path) -> None:
    """No byte, half a head, half a body, half a second request; a session is no half request."""
    upload = (
        b"PUT /_stcore/upload_file/a/b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx"
    )
    with started(IMPATIENT, models_folder, tmp_path) as running, contextlib.ExitStack() as stack:
        visitor = connected(running, stack)
        lines = [stack.enter_context(line_to(running)) for _ in range(80)]
        for number, line in enumerate(lines):
            with contextlib.suppress(ConnectionError):
                line.sendall((b"", HEAD, upload, HEAD + b"\r\n" + HEAD)[number % 4])
        for line in lines:
            with contextlib.suppress(ConnectionError):
                while line.recv(4096):
                    pass
        visitor.open()
        assert "Traceback" not in running.said() and "File" not in running.said()


def connected(running: Server, stack: contextlib.ExitStack) -> Visitor:
    """A session that the server knows; on a busy machine a few seconds are short to ask for one."""
    while True:
        with contextlib.suppress(OSError, EOFError, WebSocketException):
            return stack.enter_context(Visitor(running))
