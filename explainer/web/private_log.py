"""Log redaction: tracebacks without their messages, which may quote what a visitor wrote."""

from __future__ import annotations

import logging
import traceback


def without_messages(error: BaseException) -> str:
    """Where it happened and the kind of error, also of the errors that led to it."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    lines = [without_messages(before), "\n"] if before else []
    lines += traceback.format_tb(error.__traceback__)
    return "".join([*lines, type(error).__qualname__])


class Redacted(logging.LogRecord):
    """A record whose traceback is made when it is written: one that is dropped costs little."""

    _text: str | None = None

    @property
    def exc_text(self) -> str | None:
        """What a formatter finds here it does not make anew."""
        error = self.exc_info[1] if self.exc_info else None
        if self._text is None and error is not None:
            self._text = without_messages(error)
        return self._text

    @exc_text.setter
    def exc_text(self, text: str | None) -> None:
        self._text = text


def install() -> None:
    """From now on for every logger of this process, also Streamlit's own."""
    logging.setLogRecordFactory(Redacted)
