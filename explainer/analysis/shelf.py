"""Results that are large and quickly made again: kept while they are asked for, within a limit.

A cache that counts entries holds ten short sentences and ten long ones alike, and the long ones
are ten times as large. Here bytes are counted, and what had to go is made again when it is wanted.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, NamedTuple, TypeVar
from weakref import ReferenceType, ref

from explainer.analysis.door import OPEN, Door, found_or_made

T = TypeVar("T")


class Place(NamedTuple):
    owner: ReferenceType[Kept[object]]
    value: object
    size: int  # bytes


class Shelf:
    """The values asked for last, `room` bytes at most or one value. For many threads."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._lock = Lock()
        self._places: OrderedDict[int, Place] = OrderedDict()  # asked for longest ago: first

    def get(self, owner: Kept[T]) -> object | None:
        with self._lock:
            place = self._places.get(id(owner))
            if place is None or place.owner() is not owner:  # the id is that of one long gone
                return None
            self._places.move_to_end(id(owner))
            return place.value

    def put(self, owner: Kept[T], value: object, size: int) -> None:
        with self._lock:
            self._places[id(owner)] = Place(ref(owner), value, size)  # type: ignore[arg-type]
            self._places.move_to_end(id(owner))
            for number in [n for n, place in self._places.items() if place.owner() is None]:
                del self._places[number]
            while len(self._places) > 1 and self._size() > self.room:
                self._places.popitem(last=False)

    def _size(self) -> int:
        return sum(place.size for place in self._places.values())


class Kept(Generic[T]):
    """A value, or how to make it: `make` must give the same each time and never None.

    It is made when it is asked for, behind `door`.
    """

    def __init__(
        self, make: Callable[[], T], size: Callable[[T], int], shelf: Shelf, door: Door = OPEN
    ) -> None:
        self._make, self._size, self._shelf, self._door = make, size, shelf, door
        self._lock = Lock()

    def get(self) -> T:
        """Raises what the door raises where there is no place to make it."""
        return found_or_made(self._find, self._put, self._door, self._lock)

    def _find(self) -> T | None:
        return self._shelf.get(self)  # type: ignore[return-value]

    def _put(self) -> T:
        made = self._make()
        self._shelf.put(self, made, self._size(made))
        return made


class Once(Generic[T]):
    """The same for a value that stays: made once, then kept as long as this is."""

    def __init__(self, make: Callable[[], T], door: Door = OPEN) -> None:
        self._make: Callable[[], T] | None = make
        self._made: T | None = None
        self._door, self._lock = door, Lock()

    def get(self) -> T:
        """Raises what the door raises where there is no place to make it."""
        return found_or_made(lambda: self._made, self._put, self._door, self._lock)

    def _put(self) -> T:
        assert self._make is not None
        self._made = self._make()
        self._make = None  # lets go what it was made of
        return self._made
