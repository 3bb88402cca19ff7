"""LRU cache by bytes, for results that are large and quickly made again; and memoised values.

A cache that counts entries holds ten short sentences and ten long ones alike, and the long ones
are ten times as large. Here bytes are counted, and what had to go is made again when it is wanted.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, NamedTuple, TypeVar
from weakref import ReferenceType, ref

from explainer.engine.door import OPEN, Door, find_or_make

T = TypeVar("T")


class CacheEntry(NamedTuple):
    """A value with its weakly held owner."""

    owner: ReferenceType[Cached[object]]
    value: object
    size: int  # bytes


class ByteCache:
    """LRU cache: the values asked for last, `room` bytes at most or one value. Thread-safe."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._lock = Lock()
        self._entries: OrderedDict[int, CacheEntry] = OrderedDict()  # asked for longest ago: first

    def get(self, owner: Cached[T]) -> object | None:
        with self._lock:
            entry = self._entries.get(id(owner))
            if entry is None or entry.owner() is not owner:  # the id is that of one long gone
                return None
            self._entries.move_to_end(id(owner))
            return entry.value

    def put(self, owner: Cached[T], value: object, size: int) -> None:
        with self._lock:
            self._entries[id(owner)] = CacheEntry(ref(owner), value, size)  # type: ignore[arg-type]
            self._entries.move_to_end(id(owner))
            for number in [n for n, entry in self._entries.items() if entry.owner() is None]:
                del self._entries[number]
            while len(self._entries) > 1 and self._size() > self.room:
                self._entries.popitem(last=False)

    def _size(self) -> int:
        return sum(entry.size for entry in self._entries.values())


class Cached(Generic[T]):
    """A lazy value that may be evicted: `make` must give the same each time and never None.

    It is made when it is asked for, behind `door`.
    """

    def __init__(
        self, make: Callable[[], T], size: Callable[[T], int], cache: ByteCache, door: Door = OPEN
    ) -> None:
        self._make, self._size, self._cache, self._door = make, size, cache, door
        self._lock = Lock()

    def get(self) -> T:
        """Raises what the door raises where there is no place to make it."""
        return find_or_make(self._find, self._put, self._door, self._lock)

    def _find(self) -> T | None:
        return self._cache.get(self)  # type: ignore[return-value]

    def _put(self) -> T:
        made = self._make()
        self._cache.put(self, made, self._size(made))
        return made


class Once(Generic[T]):
    """A lazy value that stays: made once, then kept as long as this is."""

    def __init__(self, make: Callable[[], T], door: Door = OPEN) -> None:
        self._make: Callable[[], T] | None = make
        self._made: T | None = None
        self._door, self._lock = door, Lock()

    def get(self) -> T:
        """Raises what the door raises where there is no place to make it."""
        return find_or_make(lambda: self._made, self._put, self._door, self._lock)

    def _put(self) -> T:
        assert self._make is not None
        self._made = self._make()
        self._make = None  # lets go what it was made of
        return self._made
