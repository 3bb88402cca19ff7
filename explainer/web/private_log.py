"""Log redaction: tracebacks without their messages, which may quote what a visitor wrote."""

from __future__ import annotations

import logging
import traceback
from typing import Any

_plain_record = logging.getLogRecordFactory()


def without_messages(error: BaseException) -> str:
    """Where it happened and the kind of error, also of the errors that led to it."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    lines = [without_messages(before), "\n"] if before else []
    lines += traceback.format_tb(error.__traceback__)
    return "".join([*lines, type(error).__qualname__])


def _record(*arguments: Any, **options: Any) -> logging.LogRecord:
    record = _plain_record(*arguments, **options)
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        record.exc_text = without_messages(error)  # what a formatter finds it does not make anew
    return record


def install() -> None:
    """From now on for every logger of this process, also Streamlit's own."""
    logging.setLogRecordFactory(_record)
