"""What tests with several threads wait with."""

from __future__ import annotations

import threading
from collections.abc import Callable


def until(true: Callable[[], bool]) -> None:
    """Other threads get their turn until it is so; the bound only ends a broken program."""
    tick = threading.Event()
    for _ in range(150_000):
        if true():
            return
        tick.wait(0.002)
    raise AssertionError("it never came to that")
