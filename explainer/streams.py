"""Standard streams that may be closed or have no reader."""

from __future__ import annotations

import os
import sys
from typing import Final, TextIO

NAMES: Final = ("stdin", "stdout", "stderr")  # by file descriptor


def replace_closed() -> frozenset[str]:
    """Open the null device in place of closed streams, and return their names.

    Otherwise the next opened file would get such a stream's descriptor, and receive what libraries
    print to standard error.
    """
    for descriptor in range(len(NAMES)):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest descriptor that is free: this one
    closed = frozenset(name for name in NAMES if getattr(sys, name) is None)
    for name in closed:
        nowhere = os.open(os.devnull, os.O_RDWR)
        setattr(sys, name, os.fdopen(nowhere, "r" if name == "stdin" else "w"))
    return closed


def print_error(message: object) -> None:
    """Print a line on standard error, or nothing if nobody reads it any more."""
    try:
        print(message, file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)


def flush(stream: TextIO) -> None:
    """Flush a stream, dropping what cannot be written: Python would retry and report it at exit."""
    try:
        stream.flush()
    except OSError:
        silence(stream)


def silence(stream: TextIO) -> None:
    """Redirect a stream, including its buffer, to the null device."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
