"""The shipped configuration alone: read by nginx, and in front of servers that only pretend."""

import socketserver
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.app.serving import PATIENCE, ask
from tests.load.servers import nginx, nginx_folder, unprivileged

DIGITS = "0123456789abcdef" * 2
UPLOAD = "_stcore/upload_file/session/file"


@contextmanager
def server(answer: bytes) -> Iterator[int]:
    """Sends these bytes to every request it has begun to read, and hangs up; its port."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(2**16)
            self.request.sendall(answer)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as found:
        thread = threading.Thread(target=found.serve_forever)
        thread.start()
        yield found.server_address[1]
        found.shutdown()
        thread.join()


def test_nginx_takes_it_without_a_warning(nginx_path: str) -> None:
    with nginx_folder(nginx_path, 1, 2) as front:
        found = subprocess.run(  # type: ignore[call-overload]
            front.command("-t"),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            **unprivileged(),
        )
    assert found.returncode == 0 and "test is successful" in found.stderr
    assert "[" not in found.stderr  # [warn], [alert], [emerg]


@pytest.mark.parametrize(
    ("method", "path", "status", "moves"),
    [("GET", "maps", 200, True), ("PUT", UPLOAD, 502, False), ("DELETE", UPLOAD, 502, False)],
)
def test_a_page_moves_to_the_other_process_and_an_upload_never_does(
    nginx_path, method, path, status, moves
):
    """The app refuses an upload before it has read the file and hangs up. The other process does
    not know the session: were it asked, the cookie would move away from where the session is.
    """
    ok = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\ntwo"
    with server(b"") as one, server(ok) as two, nginx(nginx_path, one, two) as front:
        url, cookie = f"{front.address}/{path}", f"seat=one-{DIGITS}"
        answer = ask(url, method, b"file" if method == "PUT" else None, Cookie=cookie)
    assert answer.status == status
    moved = any(line.startswith(f"seat=two-{DIGITS};") for line in answer.all("set-cookie"))
    assert moved == moves


def test_nobody_there_is_said_in_both_languages(nginx_path: str) -> None:
    with nginx(nginx_path, 1, 2) as front:
        answer = ask(f"{front.address}/")
    assert answer.status == 502 and "text/plain" in answer.header("content-type")
    korean, english, _ = answer.body.decode().split("\n")
    assert korean.endswith("주세요.") and english.endswith("moment.")
    assert answer.header("x-content-type-options") == "nosniff"
