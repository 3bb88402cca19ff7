"""What tests wait with: for a state, never for a time."""

import threading
import time
from collections.abc import Callable

LONG = 300.0  # seconds; only a broken program waits so long


def until(true: Callable[[], bool], patience: float = LONG, every: float = 0.005) -> None:
    """Others get their turn until it is so, which is looked at `every` so many seconds; after
    `patience` seconds the program is broken.
    """
    tick = threading.Event()
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, "it never came to that"
        tick.wait(every)
