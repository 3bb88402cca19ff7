"""An LRU cache of computations, bounded by bytes, with a semaphore in front of it.

A key is a tuple: the function, then all that its result depends on. On a miss the thread takes a
place at the door first and is then the one that computes that key; whoever asks for it meanwhile
waits for its result, with no lock held by anybody. So who computes has a place already, and nobody
with a place waits for somebody without one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from threading import Lock
from typing import Any, Final, NamedTuple, TypeVar
from weakref import ref

from explainer.engine.door import OPEN, Door

T = TypeVar("T")
Key = tuple[Hashable, ...]
ROOM: Final = 44 * 2**20  # some twenty passes over a sentence


class Entry(NamedTuple):
    """A cached result, and how many bytes of it count; 0 if small."""

    value: Any
    size: int


class Memo:
    """Thread-safe LRU cache, bounded by `room` bytes in total and a number of values per function.

    A value whose key ends in a dead weak reference is evicted first. An error is not cached:
    threads that waited for that computation get it too.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self._lock = Lock()
        self._entries: OrderedDict[Key, Entry] = OrderedDict()  # asked for longest ago: first
        self._running: dict[Key, Future[Any]] = {}

    def get(
        self,
        key: Key,
        make: Callable[[], T],
        most: int | None = None,
        size: Callable[[T], int] | None = None,
        door: Door = OPEN,
    ) -> T:
        """Return the cached value of `key`, or `make` it behind `door`; may raise its errors.

        `size` gives the bytes that count, `most` how many values of this function (key[0]) stay.
        """
        while True:
            with self._lock:
                found = self._find(key)
            if found is None:
                with door():
                    with self._lock:
                        found = self._find(key)
                        if found is None:
                            self._running[key] = mine = Future[Any]()
                    if found is None:
                        return self._make(key, mine, make, most, size)
            if isinstance(found, Entry):
                return found.value
            with suppress(CancelledError):
                return found.result()

    def put(self, key: Key, value: T, most: int | None = None, size: int = 0) -> T:
        """Store a value made elsewhere; return the one already there, if any."""
        with self._lock:
            entry = self._entries.setdefault(key, Entry(value, size))
            self._entries.move_to_end(key)
            if most is not None:
                self._drop([other for other in self._entries if other[0] is key[0]][:-most])
            if size:
                self._make_room()
        return entry.value

    def clear(self) -> None:
        """Clear the cache; computations in progress still reach those who wait for them."""
        with self._lock:
            self._entries.clear()

    def _find(self, key: Key) -> Entry | Future[Any] | None:
        if key in self._entries:
            self._entries.move_to_end(key)
            return self._entries[key]
        return self._running.get(key)

    def _make(
        self,
        key: Key,
        mine: Future[Any],
        make: Callable[[], T],
        most: int | None,
        size: Callable[[T], int] | None,
    ) -> T:
        try:
            value = make()
            self.put(key, value, most, size(value) if size else 0)
        except BaseException as error:
            with self._lock:
                del self._running[key]
            if isinstance(error, Exception):
                mine.set_exception(error)
            else:
                mine.cancel()  # the end of this thread is not that of the others: they try
            raise
        with self._lock:
            del self._running[key]
        mine.set_result(value)
        return value

    def _make_room(self) -> None:
        self._drop([k for k in self._entries if isinstance(k[-1], ref) and k[-1]() is None])
        counted = [(key, entry.size) for key, entry in self._entries.items() if entry.size]
        total = sum(size for _, size in counted)
        for key, size in counted[:-1]:
            if total <= self.room:
                return
            total -= size
            del self._entries[key]

    def _drop(self, keys: list[Key]) -> None:
        for key in keys:
            del self._entries[key]


MEMO: Final = Memo(ROOM)
