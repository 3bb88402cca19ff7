"""One heap for all threads; garbage collection and `malloc_trim` every few seconds instead of a
collection after every click, which with fifty visitors' pages to look through is dearer than the
run itself; lost sessions end in time.
"""

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
    """A function of glibc; False where another C library has none of that name."""
    try:
        return bool(getattr(ctypes.CDLL(None), name)(*arguments))
    except (AttributeError, TypeError):  # Windows has no library without a name
        return False


def one_heap() -> bool:
    """All threads share one heap, and a tensor of a MiB or more gets pages of its own, which go
    back when it does. To be called before there are many threads.

    Every run of a page is a thread: glibc would give them heaps of their own, whose gaps add up,
    and put ever larger blocks into them. With fifty visitors that is a tenth of the memory.
    """
    return _call("mallopt", M_ARENA_MAX, 1) and _call("mallopt", M_MMAP_THRESHOLD, LARGE)


def settle_heap() -> None:
    """After the warm-up: what is there now is not looked at again, which takes 130 ms with torch,
    and a run leaves collecting to `tidy_for_ever`.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)


def tidy() -> bool:
    """Collect what only points to itself and hand over what is freed; whether any was.

    Else glibc keeps it for later: after a class has typed, more than a hundred MB of traces.
    """
    gc.collect()
    return _call("malloc_trim", 0)


async def tidy_for_ever() -> None:
    """Where the server has worked since or forgets a session, until it is cancelled. Nobody waits
    for it, so nobody else would say that it failed.
    """
    tidied = 0.0
    try:
        while True:
            if forget_lost() or time.process_time() - tidied >= WORK:
                await asyncio.to_thread(tidy)
                tidied = time.process_time()
            await asyncio.sleep(EVERY)
    except Exception:
        LOG.exception("tidying failed")
