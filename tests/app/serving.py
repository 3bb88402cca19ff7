"""The app as a process of its own, and a visitor without a browser."""

from __future__ import annotations

import http.client
import multiprocessing.forkserver
import os
import runpy
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from types import ModuleType
from urllib.parse import urlsplit

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from tests.load.protocol import Tab
from tests.runs.waiting import until

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 600.0  # seconds; only a server that answers nothing at all takes so long
PATIENCE = 600.0  # seconds; only a server that will never be ready takes so long
START = ("-m", "streamlit", "run", "app.py")
# The same as the end of a program that changes something before.
RUN = """
from app import app
import os
app.run(config={"server.port": int(os.environ["STREAMLIT_SERVER_PORT"])})
"""
multiprocessing.forkserver.set_forkserver_preload(["tests.app.preload"])


class Fork(ForkServerProcess):
    """What `python *start` would do, without the three seconds of imports: each process of tests
    has one that has imported all that a server does, and of which all its servers are forks.
    """

    def __init__(self, start: tuple[str, ...], log: Path, environment: dict[str, str]) -> None:
        super().__init__(daemon=True)
        self.program, self.log, self.environment = start, log, environment

    def start(self) -> None:
        """Streamlit's tests leave a page as the main module, which a fork would run first."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(sys.modules, "__main__", ModuleType("__main__"))
            super().start()

    def run(self) -> None:
        os.chdir(ROOT)
        os.environ.clear()
        os.environ.update(self.environment)
        with self.log.open("ab") as output:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
        option, program, *arguments = self.program
        sys.argv = [program, *arguments]
        if option == "-m":
            runpy.run_module(program, run_name="__main__", alter_sys=True)
        else:
            exec(program, {"__name__": "__main__"})

    def poll(self) -> int | None:
        return self.exitcode

    def wait(self) -> None:
        self.join()


@dataclass(frozen=True)
class Server:
    """A process of the app and the file its output goes to; below a path where `base` names one."""

    port: int
    process: subprocess.Popen[bytes] | Fork
    log: Path
    base: str = ""

    @property
    def host(self) -> str:
        return f"localhost:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}" + (f"/{self.base}" if self.base else "")

    def wait(self) -> None:
        """Until it can serve."""
        url = f"http://{self.host}/readyz"
        until(lambda: self.process.poll() is not None or answers(url), PATIENCE, every=0.05)
        assert self.process.poll() is None, f"the server ended: {self.said()[-4000:]}"

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def memory(self) -> float:
        """Resident MiB."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text("ascii").splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1]) / 1024

    def cpu(self) -> float:
        """Seconds of CPU used so far, in all threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2]
        return sum(map(int, fields.split()[11:13])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """As when the machine takes it away: no farewell."""
        self.process.kill()
        self.process.wait()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def launch(
    log: Path,
    start: tuple[str, ...] = START,
    /,
    port: int = 0,
    base: str = "",
    forked: bool = False,
    **settings: str,
) -> Server:
    """Start the app, which need not answer yet; `start` is what Python is to run, if `forked` as
    what is a fork: for what it does, not for what its start costs.
    """
    found = port or free_port()
    place = {"STREAMLIT_SERVER_PORT": str(found), "PYTHONPATH": str(ROOT)}
    place |= {"STREAMLIT_SERVER_BASE_URL_PATH": base} if base else {}
    environment = {**os.environ, **place, **settings}
    if forked:
        fork = Fork(start, log, environment)
        fork.start()
        return Server(found, fork, log, base)
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, *start], cwd=ROOT, env=environment, stdout=output, stderr=output
        )
    return Server(found, process, log, base)


@contextmanager
def server(models: Path, log: Path, start: tuple[str, ...] = START) -> Iterator[Server]:
    """The app with these models once it is ready."""
    running = launch(log, start, forked=True, EXPLAINER_PRETRAINED=str(models))
    try:
        running.wait()
        yield running
    finally:
        running.kill()


def answers(url: str, **headers: str) -> bool:
    """Whether somebody is there who says that all is well."""
    with suppress(OSError):
        return ask(url, **headers).status == 200
    return False


@dataclass(frozen=True)
class Answer:
    """Of any status."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def all(self, name: str) -> list[str]:
        """The values of every header of this name."""
        return self.headers.get_all(name, [])

    def header(self, name: str) -> str:
        return ", ".join(self.all(name))


def ask(url: str, method: str = "GET", body: bytes | None = None, /, **headers: str) -> Answer:
    """A request on a connection of its own; header names may be written with _ for -."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    parts = urlsplit(url)
    with closing(http.client.HTTPConnection(parts.netloc, timeout=TIMEOUT)) as connection:
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())


class Visitor:
    """One tab and its socket."""

    def __init__(self, running: Server, query: str = "", origin: str | None = None) -> None:
        self.tab = Tab(query=query)
        self.socket: ClientConnection
        self._connecting = connect(
            f"ws://{running.host}/_stcore/stream",
            subprotocols=[Subprotocol("streamlit")],
            origin=None if origin is None else Origin(origin),
            max_size=None,
            open_timeout=TIMEOUT,
        )

    def __enter__(self) -> Visitor:
        self.socket = self._connecting.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def ask(self, page: str = "", **typed: str) -> None:
        """Ask for a run with these texts in the fields; does not wait for it."""
        self.tab.page = page
        for key, text in typed.items():
            self.tab.write(key, text)
        self.socket.send(self.tab.rerun())

    def send(self, message: BackMsg) -> None:
        self.socket.send(message.SerializeToString())

    def finished(self) -> list[ForwardMsg]:
        """Everything up to the end of the newest run that was asked for."""
        came = list[ForwardMsg]()
        is_over = False
        while not is_over:
            is_over = self.tab.read(self.socket.recv(timeout=TIMEOUT, decode=False))
            came.append(self.tab.last)
        return came

    def open(self, page: str = "") -> list[ForwardMsg]:
        self.ask(page)
        return self.finished()


def elements(messages: list[ForwardMsg]) -> list[Element]:
    deltas = [message.delta for message in messages if message.WhichOneof("type") == "delta"]
    return [delta.new_element for delta in deltas if delta.WhichOneof("type") == "new_element"]


def said(messages: list[ForwardMsg]) -> list[str]:
    """The texts in coloured boxes."""
    return [e.alert.body for e in elements(messages) if e.WhichOneof("type") == "alert"]
