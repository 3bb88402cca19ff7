"""The door to the model: who computes, who waits, who is told to come back, and who leaves."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np
import pytest
from streamlit.runtime.scriptrunner_utils.exceptions import RerunException, StopException
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

from explainer.decoding import DecodeOptions
from explainer.engine import InputError, Translation, Translator
from explainer.engine.memo import MEMO
from explainer.runs import gate, resources
from explainer.runs.gate import BURST, PER_SECOND, Allowance, Busy, Gate
from tests.apptest import use_models
from tests.conftest import SENTENCES
from tests.runs.waiting import LONG, until


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Guest(threading.Thread):
    """A visitor in a thread of its own: inside until told to go, or refused."""

    def __init__(self, door: Gate, visitor: str | None, seconds: float = LONG) -> None:
        super().__init__(daemon=True)
        self.door, self.visitor, self.seconds = door, visitor, seconds
        self.inside, self.go, self.refused = (threading.Event() for _ in range(3))
        self.start()

    def run(self) -> None:
        try:
            with self.door.hold(self.visitor, self.seconds):
                self.inside.set()
                self.go.wait(LONG)
        except Busy:
            self.refused.set()

    def leave(self) -> None:
        self.go.set()
        self.join(LONG)


@contextmanager
def guests(door: Gate, *visitors: str | None) -> Iterator[list[Guest]]:
    """One after the other, each has found its place (inside or in the queue) before the next."""
    came: list[Guest] = []
    for visitor in visitors:
        before = sum(door.counts())
        came.append(Guest(door, visitor))
        until(lambda: sum(door.counts()) == before + 1)  # noqa: B023
    yield came
    for guest in came:
        guest.go.set()
    for guest in came:
        guest.join(LONG)
    assert not any(guest.is_alive() for guest in came)


def test_no_more_inside_than_there_are_permits_and_then_in_the_order_of_coming() -> None:
    door = Gate(permits=2)
    with guests(door, *"abcd") as (first, second, third, fourth):
        assert door.counts() == (2, 2)
        assert first.inside.is_set() and second.inside.is_set()
        second.leave()
        assert third.inside.wait(LONG) and not fourth.inside.is_set()
        first.leave()
        assert fourth.inside.wait(LONG)


def test_one_visitor_computes_once_at_a_time_and_does_not_hold_up_the_others() -> None:
    door = Gate(permits=2)
    with guests(door, "a", "a", "b") as (old, new, other):
        assert not new.inside.is_set()
        assert other.inside.wait(LONG), "a place is free, so b need not wait behind a"
        assert door.counts() == (2, 1)
        old.leave()
        assert new.inside.wait(LONG)


def test_of_two_runs_of_a_visitor_that_wait_the_newest_stays() -> None:
    door = Gate(permits=2)
    with guests(door, "a", "a") as (inside, waits):
        newest = Guest(door, "a")
        assert waits.refused.wait(LONG), "its page is gone: nobody would see the result"
        assert door.counts() == (1, 1)
        inside.leave()
        assert newest.inside.wait(LONG)
        newest.leave()


def test_a_full_queue_refuses_at_once() -> None:
    door = Gate(permits=1, waiting=2)
    with guests(door, *"abc"):
        with pytest.raises(Busy), door.hold("d", LONG):
            pytest.fail("d was let in")
        assert door.counts() == (1, 2)


def test_who_waits_in_vain_is_refused_and_so_is_who_comes_before_anybody_has_left() -> None:
    door = Gate(permits=1)
    with guests(door, "a") as (first,):
        with pytest.raises(Busy), door.hold("b", 0.001):
            pytest.fail("b was let in")
        with pytest.raises(Busy), door.hold("c", LONG):  # else this would take a minute
            pytest.fail("c was let in")
        first.leave()
    with guests(door, "a", "b") as (first, second):
        first.leave()
        assert second.inside.wait(LONG), "since somebody has left it is worth waiting again"


@pytest.mark.parametrize(
    "error",
    [ValueError(), StopException(), RerunException(RerunData()), KeyboardInterrupt()],
    ids=lambda error: type(error).__name__,
)
def test_the_place_is_given_back_however_the_run_ends(error: BaseException) -> None:
    door = Gate(permits=1)
    with pytest.raises(type(error)), door.hold("a", LONG):
        raise error
    assert door.counts() == (0, 0)
    with door.hold("b", LONG):
        assert door.counts() == (1, 0)


def test_asked_for_again_inside_it_is_the_same_place() -> None:
    door = Gate(permits=1)
    with door.hold("a", LONG):
        with door.hold("a", LONG):
            assert door.counts() == (1, 0)
        assert door.counts() == (1, 0), "the inner block gives nothing back"
        other = Guest(door, "b", 0.001)
        assert other.refused.wait(LONG), "another thread has none"
    assert door.counts() == (0, 0)
    assert not door.is_inside()


def test_tokens_are_spent_and_come_back() -> None:
    clock = Clock()
    bucket = Allowance(clock)
    assert [bucket.take("a") for _ in range(int(BURST) + 1)] == [True] * int(BURST) + [False]
    assert bucket.take("b"), "each visitor has a bucket"
    clock.now += 1
    assert [bucket.take("a") for _ in range(5)] == [True] * int(PER_SECOND) + [False]
    clock.now += 1e6
    assert [bucket.take("a") for _ in range(int(BURST) + 1)].count(True) == BURST


def test_the_buckets_of_past_visitors_are_forgotten() -> None:
    bucket = Allowance(Clock())
    for number in range(3 * gate.REMEMBERED):
        bucket.take(str(number))
    assert len(bucket._left) == gate.REMEMBERED


def test_who_asks_without_pause_is_refused_only_while_others_compute() -> None:
    door = Gate(permits=1, clock=Clock())
    for _ in range(3 * int(BURST)):
        with door.hold("greedy", LONG):
            pass
    with guests(door, "other") as (other,):
        with pytest.raises(Busy), door.hold("greedy", LONG):
            pytest.fail("the greedy one was let in")
        with guests(door, "polite"):
            assert door.counts() == (1, 1), "another may wait"
            other.leave()


def test_thirty_two_visitors_at_once_get_what_one_after_the_other_gets(
    tiny_model_folder, monkeypatch
):
    use_models(tiny_model_folder.parent, monkeypatch)
    options = DecodeOptions(width=2, n_best=2, max_length=12)
    threads, each = 32, 2
    sentences = [
        [f"{number} {SENTENCES[(number + 7 * i) % len(SENTENCES)]}" for i in range(each)]
        for number in range(threads)
    ]
    translator = Translator.load(tiny_model_folder)
    serial = [[translator.translate(text, options) for text in row] for row in sentences]
    MEMO.clear()
    inside: list[int] = []
    searched: list[str] = []
    who = threading.local()
    plain = Translator.translate_together

    def counted(
        self: Translator, texts: Sequence[str], options: DecodeOptions
    ) -> list[Translation | InputError]:
        inside.append(gate.GATE.counts()[0])
        searched.extend(texts)
        return plain(self, texts, options)

    monkeypatch.setattr(Translator, "translate_together", counted)
    monkeypatch.setattr(gate, "visitor", lambda: who.name)
    monkeypatch.setattr(gate, "WAIT_SECONDS", LONG)
    start = threading.Barrier(threads)

    def visit(number: int) -> list[Translation]:
        who.name = str(number)
        start.wait(LONG)
        return [
            resources.translate(resources.Request("tiny", text, options))
            for text in sentences[number]
        ]

    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(visit, range(threads)))
    for ours, wanted in zip(found, serial, strict=True):
        for one, other in zip(ours, wanted, strict=True):
            assert (one.text, one.predicted) == (other.text, other.predicted)
            assert one.trace.keys() == other.trace.keys()
            assert all(np.array_equal(one.trace[key], other.trace[key]) for key in one.trace)
    assert sorted(searched) == sorted(text for row in sentences for text in row)
    assert set(inside) <= set(range(1, gate.PERMITS + 1))
    assert gate.GATE.counts() == (0, 0)
