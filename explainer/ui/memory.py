"""Freed memory goes back to the machine."""

from __future__ import annotations

import asyncio
import ctypes
from typing import Final

EVERY: Final = 5.0  # seconds


def give_back() -> bool:
    """Hand over what is freed; False where the C library has nothing like it.

    glibc keeps it for later otherwise: after a class has typed, more than a hundred MB of traces
    that nobody holds any more.
    """
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, TypeError):  # another C library; Windows
        return False
    return True


async def give_back_for_ever() -> None:
    """Every few seconds until it is cancelled; takes microseconds while there is nothing."""
    while await asyncio.to_thread(give_back):
        await asyncio.sleep(EVERY)
