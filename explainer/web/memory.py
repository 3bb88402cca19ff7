"""Limit memory: one heap for all threads, timed garbage collection and `malloc_trim`."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import time
from typing import Final

from explainer.streamlit_internals import forget_lost

LOG = logging.getLogger(__name__)

EVERY: Final = 2.0  # seconds
WORK: Final = 0.05  # seconds of CPU, as of two clicks; a laptop that nobody uses can sleep
YOUNG: Final = 50_000  # objects made and not freed, after which a run collects all the same
# Parameters of glibc's `mallopt`, from malloc.h.
M_MMAP_THRESHOLD: Final = -3
M_ARENA_MAX: Final = -8
LARGE: Final = 2**20  # bytes


def _call(name: str, *arguments: int) -> bool:
    """Call a glibc function; False if the C library has none of that name."""
    try:
        return bool(getattr(ctypes.CDLL(None), name)(*arguments))
    except (AttributeError, TypeError):  # Windows has no library without a name
        return False


def share_heap() -> bool:
    """Make all threads share one malloc arena, and allocate tensors of a MiB or more by mmap.

    Call it before threads start. Each script run is a thread, and glibc would give each an arena:
    with fifty visitors fragmentation would cost a tenth of the memory.
    """
    return _call("mallopt", M_ARENA_MAX, 1) and _call("mallopt", M_MMAP_THRESHOLD, LARGE)


def freeze_heap() -> None:
    """Freeze the warm-up's objects for the collector; leave collecting to `tidy_for_ever`."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)


def collect_garbage() -> bool:
    """Collect cyclic garbage and return freed memory to the system; return whether there was any.

    Else glibc keeps it for later: after a class has typed, more than a hundred MB of traces.
    """
    gc.collect()
    return _call("malloc_trim", 0)


async def tidy_for_ever() -> None:
    """Periodically free memory and forgotten sessions, until cancelled; log its own errors.

    Its task is never awaited, so nothing else would report them.
    """
    tidied = 0.0
    try:
        while True:
            if forget_lost() or time.process_time() - tidied >= WORK:
                await asyncio.to_thread(collect_garbage)
                tidied = time.process_time()
            await asyncio.sleep(EVERY)
    except Exception:
        LOG.exception("tidying failed")
