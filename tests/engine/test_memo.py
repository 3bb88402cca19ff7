"""Values that are kept while there is room, and made again."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any
from weakref import ref

from explainer.engine.memo import Memo
from tests.runs.waiting import LONG, until


class Maker:
    """Makes a list of so many bytes and counts how often."""

    def __init__(self, size: int) -> None:
        self.size, self.made = size, 0

    def __call__(self) -> list[int]:
        self.made += 1
        return [self.size]


def get(memo: Memo, maker: Maker, most: int | None = None) -> list[int]:
    return memo.get((get, maker), maker, most, lambda value: value[0])


def waiting(memo: Memo) -> int:
    """How many wait for what another thread computes."""
    (running,) = memo._running.values()
    return len(running._condition._waiters)  # type: ignore[attr-defined]


def at_once(memo: Memo, make: Callable[[], Any], count: int = 4) -> list[Any]:
    """What so many askers of one key get, the others while the first computes: a value or error."""
    begun, go = threading.Event(), threading.Event()

    def slow() -> Any:
        begun.set()
        assert go.wait(LONG)
        return make()

    def ask() -> Any:
        return memo.get(("one",), slow)

    with ThreadPoolExecutor(count) as pool:
        asked = [pool.submit(ask)]
        assert begun.wait(LONG)
        asked += [pool.submit(ask) for _ in range(count - 1)]
        until(lambda: waiting(memo) == count - 1)
        go.set()
        return [future.exception(LONG) or future.result() for future in asked]


def test_bytes_are_counted_and_not_values() -> None:
    memo, small, large = Memo(100), [Maker(10) for _ in range(9)], Maker(95)
    for maker in (*small, *small):
        assert get(memo, maker) == [10] and maker.made == 1
    assert get(memo, large) == get(memo, large) == [95] and large.made == 1
    assert get(memo, small[0]) == [10] and small[0].made == 2
    assert get(memo, large) == [95] and large.made == 2


def test_one_that_is_too_large_is_kept_until_the_next() -> None:
    memo, maker = Memo(10), Maker(1000)
    assert get(memo, maker) is get(memo, maker) and maker.made == 1
    get(memo, Maker(1))
    get(memo, maker)
    assert maker.made == 2


def test_the_last_of_each_function_stay() -> None:
    """Small ones, which no count of bytes would ever let go; those of others are left alone."""
    memo, makers, other = Memo(0), [Maker(0) for _ in range(3)], Maker(0)
    memo.get(("other",), other, 1)
    for maker in (makers[0], makers[1], makers[0], makers[2], makers[0]):
        get(memo, maker, most=2)
    assert [maker.made for maker in makers] == [1, 1, 1]
    get(memo, makers[1], most=2)
    memo.get(("other",), other, 1)
    assert [maker.made for maker in (*makers, other)] == [1, 2, 1, 1]


def test_what_belongs_to_nobody_any_more_goes_first() -> None:
    memo, maker, owner = Memo(20), Maker(10), Maker(0)
    get(memo, maker)
    memo.get((Memo, ref(owner)), lambda: [10], size=lambda value: value[0])
    del owner
    get(memo, Maker(10))
    get(memo, maker)
    assert maker.made == 1


def test_who_comes_while_it_is_computed_gets_that_one() -> None:
    calls: list[int] = []

    def make() -> list[int]:
        calls.append(1)
        return [1]

    found = at_once(Memo(0), make)
    assert found == [[1]] * 4 and len({id(value) for value in found}) == 1 and calls == [1]


def test_an_error_is_given_to_who_waits_and_is_not_kept() -> None:
    memo, calls = Memo(10), list[int]()

    def make() -> list[int]:
        calls.append(1)
        if len(calls) == 1:
            raise ValueError("not now")
        return [1]

    found = at_once(memo, make)
    assert [str(error) for error in found] == ["not now"] * 4 and calls == [1]
    assert memo.get(("one",), make) == [1]


def test_the_end_of_one_thread_is_not_that_of_the_others() -> None:
    calls: list[int] = []

    def make() -> list[int]:
        calls.append(1)
        if len(calls) == 1:
            raise SystemExit
        return [1]

    first, *others = at_once(Memo(10), make)
    assert isinstance(first, SystemExit) and others == [[1]] * 3


def test_what_is_there_is_given_without_a_place() -> None:
    memo, places = Memo(10), list[int]()

    class Door:
        def __call__(self) -> nullcontext[None]:
            places.append(1)
            return nullcontext()

        def is_inside(self) -> bool:
            return True

    for _ in range(2):
        assert memo.get(("one",), lambda: None, door=Door()) is None, "a value like any other"
    assert places == [1]
    assert memo.put(("one",), 5) is None and memo.put(("two",), 5) == 5
