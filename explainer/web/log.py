"""Redact visitors' words from the log, and limit repeated records to one a minute.

Messages of exceptions may quote what was typed. Libraries log a traceback for each broken frame,
broken request or surplus connection, thousands of lines a second under attack, and so does a page
that fails on invalid input. Other records pass unchanged.
"""

from __future__ import annotations

import logging
import traceback
from typing import Any, Final

from explainer import streamlit_internals

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
PAUSE: Final = 60.0  # seconds


def without_messages(error: BaseException) -> str:
    """Format a traceback with error types but without messages, including chained errors."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    lines = [without_messages(before), "\n"] if before else []
    lines += traceback.format_tb(error.__traceback__)
    return "".join([*lines, type(error).__qualname__])


class RedactedRecord(logging.LogRecord):
    """A log record whose traceback is formatted without messages."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        if self.exc_info and self.exc_info[1]:
            self.exc_text = without_messages(self.exc_info[1])


class LogRateLimit(logging.Filter):
    """Filter that passes one record of each kind a minute; foreign ones lose their details."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}  # when a record of this kind passed

    def filter(self, record: logging.LogRecord) -> bool:
        message = str(record.msg)
        kind = next((start for start in CAUSED_FROM_OUTSIDE if message.startswith(start)), None)
        if kind is not None:
            record.msg, record.args = kind, ()
            record.exc_info = record.exc_text = None
        elif message.startswith(UNCAUGHT) and record.exc_text:
            kind = record.exc_text
        if kind is None:
            return True
        if record.created - self._last.get(kind, -PAUSE) < PAUSE:
            return False
        self._last[kind] = record.created
        return True


def install() -> None:
    """Install redaction and rate limit process-wide, also for Streamlit's loggers."""
    logging.setLogRecordFactory(RedactedRecord)
    flood = LogRateLimit()
    for name in LOGGERS:
        logging.getLogger(name).addFilter(flood)
