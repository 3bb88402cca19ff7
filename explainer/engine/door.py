"""Computations behind a semaphore: a place first, then the lock of what is to be made.

In this order everywhere, so who holds a lock has a place already, and nobody with a place waits
for somebody without one.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from threading import Lock
from typing import Final, Protocol, TypeVar

T = TypeVar("T")


class Door(Protocol):
    """A re-entrant semaphore: a few threads at once; who is inside already has a place."""

    def __call__(self) -> AbstractContextManager[None]:
        """A place for the block; may wait, and raises where there is none."""

    def is_inside(self) -> bool:
        """Whether this thread has a place."""


class Open:
    """No semaphore at all: for a program with one user."""

    def __call__(self) -> AbstractContextManager[None]:
        return nullcontext()

    def is_inside(self) -> bool:
        return True


OPEN: Final = Open()


def find_or_make(find: Callable[[], T | None], make: Callable[[], T], door: Door, lock: Lock) -> T:
    """What `find` gives, else what `make` gives, made by one thread; neither may give None.

    The others wait for the lock without a place: those stay for who has something to compute.
    """
    while True:
        if (value := find()) is not None:
            return value
        if lock.locked():
            with lock:
                continue
        with door():
            if not lock.acquire(blocking=False):
                continue
            try:
                if (value := find()) is None:
                    value = make()
                return value
            finally:
                lock.release()
