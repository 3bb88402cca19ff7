"""Set a context variable for the duration of a block."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def scoped(variable: ContextVar[T], value: T) -> Iterator[None]:
    """Set a context variable to `value` for the block, and always restore it."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)
