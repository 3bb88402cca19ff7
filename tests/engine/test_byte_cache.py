"""Values that are kept while there is room, and made again."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from explainer.engine.byte_cache import ByteCache, Cached

LONG = 300.0  # seconds; only a broken program waits so long


class Maker:
    """Makes a list of so many bytes and counts how often."""

    def __init__(self, size: int) -> None:
        self.size, self.made = size, 0

    def __call__(self) -> list[int]:
        self.made += 1
        return [self.size]


def kept(maker: Maker, cache: ByteCache) -> Cached[list[int]]:
    found = Cached(maker, lambda value: value[0], cache)
    found.get()
    return found


def test_bytes_are_counted_and_not_values() -> None:
    cache, small, large = ByteCache(100), [Maker(10) for _ in range(9)], Maker(95)
    few = [kept(maker, cache) for maker in small]
    assert [each.get() for each in few] == [[10]] * 9 and [m.made for m in small] == [1] * 9
    big = kept(large, cache)
    assert big.get() == [95] and large.made == 1, "one alone may stay, whatever its size"
    assert few[0].get() == [10] and small[0].made == 2
    assert big.get() == [95] and large.made == 2


def test_one_that_is_too_large_is_kept_until_the_next() -> None:
    cache, maker = ByteCache(10), Maker(1000)
    big = kept(maker, cache)
    assert big.get() is big.get() and maker.made == 1
    kept(Maker(1), cache)
    big.get()
    assert maker.made == 2


def test_who_comes_while_it_is_made_waits_for_it() -> None:
    entered, go = threading.Event(), threading.Event()

    def slow() -> list[int]:
        entered.set()
        assert go.wait(LONG)
        calls.append(1)
        return [1]

    calls: list[int] = []
    one = Cached(slow, lambda value: value[0], ByteCache(10))
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(one.get) for _ in range(4)]
        assert entered.wait(LONG)
        go.set()
        assert [f.result(LONG) for f in asked] == [[1]] * 4
    assert calls == [1]


def test_what_cannot_be_made_is_tried_again() -> None:
    tries: list[int] = []

    def make() -> list[int]:
        tries.append(1)
        if len(tries) == 1:
            raise ValueError("not now")
        return [1]

    one = Cached(make, lambda value: value[0], ByteCache(10))
    with pytest.raises(ValueError, match="not now"):
        one.get()
    assert one.get() == [1]
