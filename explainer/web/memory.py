"""Periodic garbage collection and `malloc_trim`, instead of a collection after every click.

Streamlit would collect all garbage after each run of the page: with fifty visitors' pages to look
through that is dearer than the run itself.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from typing import Final

EVERY: Final = 2.0  # seconds


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
