"""The app as a process of its own, and a visitor without a browser."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

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


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def server(models: Path, log: Path, start: tuple[str, ...] = START) -> Iterator[Server]:
    """The app with these models once it is ready; `start` is what Python is to run."""
    port = free_port()
    environment = {
        **os.environ,
        "EXPLAINER_PRETRAINED": str(models),
        "STREAMLIT_SERVER_PORT": str(port),
        "PYTHONPATH": str(ROOT),
    }
    with (
        log.open("ab") as output,
        subprocess.Popen(
            [sys.executable, *start], cwd=ROOT, env=environment, stdout=output, stderr=output
        ) as process,
    ):
        try:
            running = Server(f"http://localhost:{port}", process, log)
            wait_until_ready(running)
            yield running
        finally:
            process.kill()


def wait_until_ready(running: Server) -> None:
    url = f"{running.url}/readyz"
    until(lambda: running.process.poll() is not None or answers(url), PATIENCE, every=0.1)
    assert running.process.poll() is None, f"the server ended: {running.said()}"


def answers(url: str) -> bool:
    """Whether somebody is there who says that all is well."""
    with suppress(OSError), urllib.request.urlopen(url, timeout=TIMEOUT):
        return True
    return False


@dataclass(frozen=True)
class Answer:
    """Of any status: also one that urllib takes for an error."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def ask(url: str, method: str = "GET", body: bytes | None = None, /, **headers: str) -> Answer:
    """A request; header names are written with _ for -."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, data=body, headers=sent, method=method)
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as found:
            return Answer(found.status, lowered(found.headers.items()), found.read())
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, lowered(error.headers.items()), error.read())


def lowered(headers: object) -> dict[str, str]:
    return {name.lower(): value for name, value in headers}  # type: ignore[attr-defined]


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
