"""What visitors no longer look at does not stay in the process."""

import asyncio
import subprocess
import sys
import threading
import time
import weakref
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from streamlit.runtime import Runtime
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.session_manager import SessionInfo

from explainer.web import memory
from tests.layers.sources import ROOT

# Every second block is kept, so that the C library cannot shrink its heap by itself; one of 94 KiB
# is too small to be mapped alone. A process of its own: here others may free memory as well.
ALONE = """
import gc
from pathlib import Path
import numpy as np
from explainer.web import memory

def resident():
    return int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1]) * 4096 / 2**20

class Holder:
    def __init__(self, block):
        self.block, self.me = block, self  # freed by the collector only

blocks = [Holder(np.ones(12_000)) for _ in range(2_000)]
kept = blocks[::2]
gc.disable()
del blocks
before = resident()
print(memory.collect_garbage(), before - resident(), len(kept))
"""

# glibc's own account: `malloc_info` names every heap and counts what is mapped alone. It would not
# map 3 MiB any more after 20 MiB were freed: its threshold follows the largest block.
HEAPS = """
import ctypes, sys
from threading import Barrier, Thread

libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
if sys.argv[1] == "one":
    from explainer.web import memory
    print(memory.share_heap())
meet = Barrier(5)

def hold():
    libc.malloc(100)
    meet.wait()

threads = [Thread(target=hold) for _ in range(4)]
for thread in threads:
    thread.start()
meet.wait()
libc.free(ctypes.c_void_p(libc.malloc(20 << 20)))
for file in sys.argv[2:]:
    out = libc.fopen(file.encode(), b"w")
    libc.malloc_info(0, ctypes.c_void_p(out))
    libc.fclose(ctypes.c_void_p(out))
    libc.malloc(3 << 20)
"""


def alone(program: str, *arguments: str) -> list[str]:
    """What a program of its own prints."""
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=True
    ).stdout.split()


def test_all_threads_share_one_heap_and_large_blocks_are_mapped_alone(tmp_path: Path) -> None:
    def account(how: str) -> tuple[int, int]:
        """How many heaps, and how many blocks are mapped alone when a large one is asked for."""
        files = [tmp_path / f"{how}_{when}" for when in ("before", "after")]
        if alone(HEAPS, how, *map(str, files)) == ["False"] and how == "one":
            pytest.skip("no glibc")
        before, after = (ElementTree.parse(file).getroot() for file in files)
        return len(after.findall("heap")), _mapped(after) - _mapped(before)

    assert account("one") == (1, 1)
    heaps, mapped = account("several")
    assert heaps > 1 and mapped == 0


def _mapped(told: ElementTree.Element) -> int:
    total = told.find("total[@type='mmap']")
    assert total is not None
    return int(total.attrib["count"])


def test_what_is_freed_is_given_back() -> None:
    done, freed, kept = alone(ALONE)
    assert kept == "1000"
    if done == "False":
        pytest.skip("no glibc")
    assert float(freed) > 60  # MiB, of 92


def test_a_server_without_work_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six looks: there was work before the first and before the fourth."""
    cpu, looks, tidied = [0.2], list[float](), list[int]()

    async def pause(seconds: float) -> None:
        looks.append(seconds)
        if len(looks) == 3:
            cpu[0] += 2 * memory.WORK
        if len(looks) == 6:
            raise asyncio.CancelledError

    monkeypatch.setattr(time, "process_time", lambda: cpu[0])
    monkeypatch.setattr(memory, "collect_garbage", lambda: tidied.append(len(looks)))
    monkeypatch.setattr(asyncio, "sleep", pause)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(memory.tidy_for_ever())
    assert tidied == [0, 3]


def test_lost_sessions_go_in_time_also_where_nobody_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the files they hold: a session is part of circles, which are collected as well."""

    class Lost:
        id = "lost"

        def __init__(self) -> None:
            self.itself = self

    now, looks = [0.0], list[int]()
    storage = MemorySessionStorage(ttl_seconds=300)
    monkeypatch.setattr(storage._cache, "_timer", lambda: now[0])
    manager = SimpleNamespace(_session_storage=storage, _storage_lock=threading.Lock())
    monkeypatch.setattr(Runtime, "_instance", SimpleNamespace(_session_mgr=manager))
    monkeypatch.setattr(time, "process_time", lambda: 0.0)
    lost: Any = Lost()
    session = weakref.ref(lost)
    storage.save(SessionInfo(client=None, session=lost))
    del lost

    async def pause(_seconds: float) -> None:
        looks.append(1)
        assert (session() is None) == (now[0] > 300), looks
        now[0] += 200
        if len(looks) == 4:
            raise asyncio.CancelledError

    monkeypatch.setattr(asyncio, "sleep", pause)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(memory.tidy_for_ever())
    assert session() is None
