"""Rate limit for log records that anybody outside can cause: one line of a kind a minute.

The libraries below the app answer a broken frame, a broken request or a connection too many with a
traceback each, thousands of lines a second where somebody keeps on. All other records pass.
"""

from __future__ import annotations

import logging
from typing import Final

from streamlit.web.server.starlette import starlette_websocket

LOGGERS: Final = ("asyncio", "uvicorn.error", starlette_websocket.__name__)
CAUSED_FROM_OUTSIDE: Final = (
    "socket.accept() out of system resource",
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
    "Error deserializing back message",
    "Rejecting WebSocket connection with disallowed Origin or Host header",
)
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
        if kind is None:
            return True
        if record.created - self._last.get(kind, -PAUSE) < PAUSE:
            return False
        self._last[kind] = record.created
        record.msg, record.args = kind, ()
        record.exc_info = record.exc_text = None
        return True


def install() -> None:
    """From now on, in this process."""
    flood = OnceAMinute()
    for name in LOGGERS:
        logging.getLogger(name).addFilter(flood)
