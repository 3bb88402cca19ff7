"""Fewer wake-ups of the event loop: what a run of the script sends is handed over in batches.

Streamlit wakes the server's event loop twice for each message of a run, 160 times for a page. Each
is a system call in which a thread gives up the interpreter's lock and waits to get it back. Here
the loop is woken once for all messages of some milliseconds, and not at all by itself; their order
stays.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from streamlit.runtime import Runtime
from streamlit.runtime.app_session import AppSession

PAUSE: Final = 0.005  # seconds; half of what Streamlit lets pass between two looks for messages


class Batch:
    """A queue of callbacks for one event loop, thread-safe, first in, first out."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[Callable[[], None]] = deque()
        self._is_due = False

    def add(self, callback: Callable[[], None]) -> None:
        """From any thread. Where the loop is closed nothing happens: a run may outlast it."""
        self._waiting.append(callback)
        if self._is_due:
            return
        self._is_due = True
        try:
            self._loop.call_soon_threadsafe(self._loop.call_later, PAUSE, self._run)
        except RuntimeError:
            if not self._loop.is_closed():
                raise

    def _run(self) -> None:
        self._is_due = False  # before the look: what comes from now on asks for another one
        while self._waiting:
            self._loop.call_soon(self._waiting.popleft())


def install() -> None:
    """From now on for every session of this process; to be called on the server's loop."""
    batch = Batch(asyncio.get_running_loop())

    def call_soon(session: AppSession, callback: Callable[[], None]) -> None:
        batch.add(callback)

    AppSession._call_soon_on_event_loop = call_soon  # type: ignore[assignment,method-assign]
    Runtime._enqueued_some_message = _note_message  # type: ignore[assignment,method-assign]


def _note_message(runtime: Runtime) -> None:
    """That there is something to send; sessions say so on the loop itself."""
    objects = runtime._get_async_objs()
    if asyncio._get_running_loop() is objects.eventloop:
        objects.need_send_data.set()
    else:
        objects.eventloop.call_soon_threadsafe(objects.need_send_data.set)
