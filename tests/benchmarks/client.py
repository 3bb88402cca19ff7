"""A browser without a screen that counts what comes back: one visitor, one click at a time."""

from __future__ import annotations

import time
from dataclasses import dataclass
from types import TracebackType

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.load.protocol import SUBPROTOCOL, Tab

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
    """One visitor on one page."""

    def __init__(self, port: int, page: str) -> None:
        self.tab = Tab(page=page)
        self.socket: ClientConnection = connect(
            f"ws://localhost:{port}/_stcore/stream",
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            max_size=None,
            open_timeout=TIMEOUT,
        )

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.socket.close()

    def run(self, fragment: str = "") -> Rerun:
        """Ask for a run and read until it is finished. Raises RunFailed."""
        started = time.perf_counter()
        self.socket.send(self.tab.rerun(fragment))
        received = messages = 0
        over = False
        while not over:
            data = self.socket.recv(timeout=TIMEOUT)
            if isinstance(data, str):
                raise RunFailed("a text frame where a message was expected")
            received += len(data)
            messages += 1
            over = self.tab.read(data)
        seconds = time.perf_counter() - started
        if problems := self.tab.take_problems():
            raise RunFailed("; ".join(problems))
        return Rerun(seconds, received, messages)
