"""A browser without a screen: speaks Streamlit's protocol and counts what comes back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

TIMEOUT = 60.0


@dataclass(frozen=True)
class Rerun:
    """One run of the script as the browser meets it: seconds until it is finished, and bytes."""

    seconds: float
    bytes: int
    messages: int


class RunFailed(RuntimeError):
    """The script ended with an error, or showed one."""


class Session:
    """One visitor on one page; widgets keep what was set, as in a browser."""

    def __init__(self, port: int, page: str) -> None:
        self.page = page
        self.page_hash = ""
        self.query = ""
        self.widgets: dict[str, str] = {}  # user key -> id
        self.values: dict[str, str] = {}  # id -> text
        self.fragments: list[str] = []
        self.known: list[str] = []  # hashes of messages the server need not send again
        self.socket: ClientConnection = connect(
            f"ws://localhost:{port}/_stcore/stream",
            subprotocols=[Subprotocol("streamlit")],
            max_size=None,
            open_timeout=TIMEOUT,
        )

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.socket.close()

    def write(self, key: str, text: str) -> None:
        """Type into the text field with this key; sent with the next run."""
        self.values[self.widgets[key]] = text

    def run(self, fragment: str = "") -> Rerun:
        """Ask for a run and read until it is finished. Raises RunFailed."""
        state = ClientState(
            query_string=self.query,
            page_script_hash=self.page_hash,
            page_name="" if self.page_hash else self.page,
            fragment_id=fragment,
            cached_message_hashes=self.known,
        )
        for widget, text in self.values.items():
            state.widget_states.widgets.add(id=widget, string_value=text)
        state.context_info.locale = "ko-KR"
        state.context_info.timezone = "Asia/Seoul"
        state.context_info.color_scheme = "light"
        if not fragment:
            self.fragments = []
        started = time.perf_counter()
        self.socket.send(BackMsg(rerun_script=state).SerializeToString())
        received = messages = 0
        for data in self._until_finished():
            received += len(data)
            messages += 1
        return Rerun(time.perf_counter() - started, received, messages)

    def _until_finished(self) -> Iterator[bytes]:
        """Messages of this run; one that begins anew ("finished early") is still the same click."""
        while True:
            data = self.socket.recv(timeout=TIMEOUT)
            if isinstance(data, str):
                raise RunFailed("a text frame where a message was expected")
            yield data
            message = ForwardMsg.FromString(data)
            self._learn(message)
            if message.WhichOneof("type") == "script_finished":
                if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
                    raise RunFailed("the script does not compile")
                if message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                    return

    def _learn(self, message: ForwardMsg) -> None:
        if message.metadata.cacheable and message.hash:
            self.known.append(message.hash)
        kind = message.WhichOneof("type")
        if kind == "navigation":
            self.page_hash = message.navigation.page_script_hash
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "delta":
            if message.delta.fragment_id and message.delta.fragment_id not in self.fragments:
                self.fragments.append(message.delta.fragment_id)
            if message.delta.WhichOneof("type") == "new_element":
                self._learn_element(message.delta.new_element)

    def _learn_element(self, element: Element) -> None:
        kind = element.WhichOneof("type")
        if kind == "exception":
            raise RunFailed(f"{element.exception.type}: {element.exception.message}")
        if kind == "text_input":
            # "$$ID-<hash>-<key>": the end is the key the program gave the widget.
            self.widgets[element.text_input.id.split("-", 2)[2]] = element.text_input.id
