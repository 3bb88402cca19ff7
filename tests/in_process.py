"""A program of the project called in this process: to start Python and torch takes seconds."""

import io
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file may grow beyond so many bytes, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def call(
    main: Callable[[], int],
    *arguments: str,
    given: bytes = b"",
    closed: str = "",
    **environment: str,
) -> subprocess.CompletedProcess[bytes]:
    """As if it had been started so; `given` on standard input, `closed` the name of a stream that
    is no file: Python then has None for it.
    """
    out, error = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["program", *arguments])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), "utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", error)
        if closed:
            patch.setattr(sys, closed, None)
        for name, value in environment.items():
            patch.setenv(name, value)
        try:
            status = main()
        except SystemExit as end:
            status = int(end.code or 0)
        finally:
            if closed:
                getattr(sys, closed).close()  # what the program has put there
            for number, handler in handlers.items():
                signal.signal(number, handler)
    said = []
    for stream in (out, error):
        stream.flush()
        said.append(stream.buffer.getvalue())
    return subprocess.CompletedProcess(arguments, status, *said)
