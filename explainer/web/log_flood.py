"""Rate limit for log records that anybody outside can cause: one of a kind a minute.

The libraries below the app answer a broken frame, a broken request or a connection too many with a
traceback each, thousands of lines a second where somebody keeps on; so does a page that breaks on
what a browser made up. All other records pass.
"""

from __future__ import annotations

import logging
from typing import Final

from explainer import streamlit_internals
from explainer.web.private_log import without_messages

LOGGERS: Final = ("asyncio", "uvicorn.error", *streamlit_internals.LOGGERS)
CAUSED_FROM_OUTSIDE: Final = (
    "socket.accept() out of system resource",
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
    "Error deserializing back message",
    "Rejecting WebSocket connection with disallowed Origin or Host header",
    "Failed to deserialize component state from frontend",
)
UNCAUGHT: Final = "Uncaught app execution"  # its details stay, once for each place it comes from
PLACES: Final = 100  # that are remembered
PAUSE: Final = 60.0  # seconds


class OnceAMinute(logging.Filter):
    """Logging filter with a rate limit for each kind of record."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}  # when a record of this kind passed

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether `record` is to be written; one from outside loses its details."""
        message = str(record.msg)
        kind = next((start for start in CAUSED_FROM_OUTSIDE if message.startswith(start)), None)
        if kind is not None:
            record.msg, record.args = kind, ()
            record.exc_info = record.exc_text = None
        elif message.startswith(UNCAUGHT) and record.exc_info and record.exc_info[1]:
            kind = without_messages(record.exc_info[1])
        return kind is None or self._is_due(kind, record.created)

    def _is_due(self, kind: str, now: float) -> bool:
        if now - self._last.get(kind, -PAUSE) < PAUSE:
            return False
        if len(self._last) >= PLACES:
            self._last.clear()
        self._last[kind] = now
        return True


def install() -> None:
    """From now on, in this process."""
    flood = OnceAMinute()
    for name in LOGGERS:
        logging.getLogger(name).addFilter(flood)
