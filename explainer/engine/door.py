"""The semaphore in front of a model, as a protocol."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Final, Protocol


class Door(Protocol):
    """A re-entrant semaphore that limits how many threads run the model at once."""

    def __call__(self) -> AbstractContextManager[None]:
        """A place for the block; may wait, and raises where there is none."""

    def is_inside(self) -> bool:
        """Return whether this thread holds a permit."""


class Open:
    """No semaphore at all, for a program with one user."""

    def __call__(self) -> AbstractContextManager[None]:
        return nullcontext()

    def is_inside(self) -> bool:
        return True


OPEN: Final = Open()
