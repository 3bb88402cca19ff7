"""Freed memory goes back to the machine, now and then instead of after every click.

Streamlit would collect all garbage after each run of the page: with fifty visitors' pages to look
through that is dearer than the run itself.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from typing import Final

EVERY: Final = 2.0  # seconds
ARENA_MAX: Final = -8  # M_ARENA_MAX of glibc's malloc.h


def one_heap() -> bool:
    """All threads allocate from one heap; False where the C library is not glibc.

    glibc gives threads heaps of their own otherwise, eight to a core. Every run of a page is a
    thread, and after a class there is a third of the memory in the gaps of them all (215 of 590 MB
    in a trial, 40 with one heap). Waiting for each other costs nothing that can be measured:
    Python lets one thread run at a time.
    """
    try:
        return bool(ctypes.CDLL(None).mallopt(ARENA_MAX, 1))
    except (AttributeError, TypeError):  # another C library; Windows
        return False


def tidy() -> bool:
    """Collect what only points to itself and hand over what is freed; False where the C library
    has no way to.

    glibc keeps it for later otherwise: after a class has typed, more than a hundred MB of traces
    that nobody holds any more.
    """
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, TypeError):  # another C library; Windows
        return False
    return True


async def tidy_for_ever() -> None:
    """Every few seconds until it is cancelled."""
    while True:
        await asyncio.to_thread(tidy)
        await asyncio.sleep(EVERY)
