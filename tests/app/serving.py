"""The app as a process of its own, and a visitor without a browser."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

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


@dataclass(frozen=True)
class Server:
    """A running app: its address, its process and the file its output goes to."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def host(self) -> str:
        return self.url.removeprefix("http://")

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def memory(self) -> float:
        """Resident MiB."""
        return resident(self.process.pid)


def resident(pid: int) -> float:
    """MiB of memory that a process has."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1]) / 1024


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def launch(port: int, log: Path, start: tuple[str, ...] = START, /, **settings: str) -> Server:
    """Start the app, which need not answer yet; `start` is what Python is to run."""
    place = {"STREAMLIT_SERVER_PORT": str(port), "PYTHONPATH": str(ROOT)}
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, *start],
            cwd=ROOT,
            env={**os.environ, **place, **settings},
            stdout=output,
            stderr=output,
        )
    return Server(f"http://localhost:{port}", process, log)


@contextmanager
def server(models: Path, log: Path, start: tuple[str, ...] = START) -> Iterator[Server]:
    """The app with these models once it is ready."""
    running = launch(free_port(), log, start, EXPLAINER_PRETRAINED=str(models))
    with running.process:
        try:
            wait_until_ready(running)
            yield running
        finally:
            running.process.kill()


def wait_until_ready(running: Server) -> None:
    url = f"{running.url}/readyz"
    until(lambda: running.process.poll() is not None or answers(url), PATIENCE, every=0.1)
    assert running.process.poll() is None, f"the server ended: {running.said()}"


def answers(url: str) -> bool:
    """Whether somebody is there who says that all is well."""
    with suppress(OSError):
        return ask(url).status == 200
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
    """One tab: speaks Streamlit's protocol over its socket."""

    def __init__(self, running: Server, query: str = "", origin: str | None = None) -> None:
        self.running, self.query = running, query
        self.session = ""
        self.page_hash = ""
        self.widgets: dict[str, str] = {}  # the key the program gave a widget -> its id
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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.socket.close()

    def ask(self, page: str = "", **typed: str) -> None:
        """Ask for a run with these texts in the fields; does not wait for it."""
        state = ClientState(query_string=self.query, page_script_hash=self.page_hash)
        state.page_name = "" if self.page_hash else page
        for key, text in typed.items():
            state.widget_states.widgets.append(WidgetState(id=self.widgets[key], string_value=text))
        state.context_info.locale = "en-GB"
        self.send(BackMsg(rerun_script=state))

    def send(self, message: BackMsg) -> None:
        self.socket.send(message.SerializeToString())

    def receive(self) -> ForwardMsg:
        message = ForwardMsg.FromString(self.socket.recv(timeout=TIMEOUT, decode=False))
        self._learn(message)
        return message

    def finished(self) -> list[ForwardMsg]:
        """Everything up to the end of the newest run that was asked for."""
        came = []
        while True:
            came.append(self.receive())
            ended = came[-1].script_finished
            if came[-1].WhichOneof("type") != "script_finished":
                continue
            assert ended != ForwardMsg.FINISHED_WITH_COMPILE_ERROR
            if ended != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                return came

    def open(self, page: str = "") -> list[ForwardMsg]:
        self.ask(page)
        return self.finished()

    def _learn(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.session = message.new_session.initialize.session_id
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "navigation":
            self.page_hash = message.navigation.page_script_hash
        elif kind == "delta" and message.delta.new_element.WhichOneof("type") == "text_input":
            # "$$ID-<hash>-<key>": the end is the key the program gave the widget.
            widget = message.delta.new_element.text_input.id
            self.widgets[widget.split("-", 2)[2]] = widget


def elements(messages: list[ForwardMsg]) -> list[Element]:
    deltas = [message.delta for message in messages if message.WhichOneof("type") == "delta"]
    return [delta.new_element for delta in deltas if delta.WhichOneof("type") == "new_element"]


def said(messages: list[ForwardMsg]) -> list[str]:
    """The texts in coloured boxes."""
    return [e.alert.body for e in elements(messages) if e.WhichOneof("type") == "alert"]


def is_translated(messages: list[ForwardMsg]) -> bool:
    """Whether the drawing of the first page was given a translation."""
    found = [
        e.bidi_component for e in elements(messages) if e.WhichOneof("type") == "bidi_component"
    ]
    return any(b'"sentence"' in one.bytes for one in found)
