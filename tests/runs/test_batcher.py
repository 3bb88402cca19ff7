"""A class that presses Enter at once: who waits is taken along, and everybody gets their own."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, cast

import pytest

from explainer.decoding import DecodeOptions
from explainer.engine import InputError, Translator
from explainer.runs import batcher
from explainer.runs.batcher import Batcher
from explainer.runs.gate import Busy, Gate
from tests.runs.waiting import LONG, until

BEAM, NARROW = DecodeOptions(), DecodeOptions(width=2, n_best=2)
GREEDY = DecodeOptions(method="greedy")


class Model:
    """Answers a sentence with itself in capitals and writes down which came in one batch."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.go = threading.Event()
        self.go.set()
        self.turns = threading.Semaphore(0)  # one batch each, while `go` is not set
        self.broken = False

    def translate(self, sentence: str, options: DecodeOptions) -> str:
        self.translate_together([sentence], options)
        return f"{options.method} {sentence}"

    def translate_together(
        self, sentences: Sequence[str], options: DecodeOptions
    ) -> list[str | InputError]:
        self.batches.append(list(sentences))
        until(lambda: self.go.is_set() or self.turns.acquire(blocking=False))
        if self.broken:
            raise MemoryError("no room")
        return [s.upper() if s else InputError("empty") for s in sentences]


class CountedLock:
    """Counts who has left it."""

    def __init__(self) -> None:
        self.lock, self.left = threading.Lock(), 0

    def __enter__(self) -> None:
        self.lock.acquire()

    def __exit__(self, *_: object) -> None:
        self.left += 1
        self.lock.release()


class Class:
    """Visitors in threads, before one door."""

    def __init__(self, patch: pytest.MonkeyPatch, permits: int = 1, most: int = 4) -> None:
        self.door = Gate(permits=permits)
        self.batcher = Batcher(most)
        self.seconds, self.came = LONG, 0
        self.refused: dict[str, threading.Event] = {}  # who is told so when it is set
        self.pool = ThreadPoolExecutor(32)
        self.name = threading.local()
        patch.setattr(batcher, "permit", self.permit)

    @contextmanager
    def permit(self) -> Iterator[None]:
        self.came += 1
        if self.name.value in self.refused:
            assert self.refused[self.name.value].wait(LONG)
            raise Busy
        with self.door.hold(self.name.value, self.seconds):
            yield

    def ask(
        self, model: Model, sentence: str, options: DecodeOptions = BEAM, who: str = ""
    ) -> Future[Any]:
        """In a thread of its own; returns when it has its place inside or in the line."""
        came, there = self.came, sum(self.door.counts())

        def run() -> Any:
            self.name.value = who or sentence
            return self.batcher.translate(cast("Translator", model), sentence, options)

        future = self.pool.submit(run)
        until(
            lambda: (
                future.done()
                or sum(self.door.counts()) > there
                or (sentence in self.refused and self.came > came)
            )
        )
        return future


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Iterator[Class]:
    found = Class(monkeypatch)
    yield found
    found.pool.shutdown()
    assert found.door.counts() == (0, 0)
    assert not found.batcher._waiting and not found.batcher._inside


def test_who_is_alone_does_not_wait_for_company(room: Class) -> None:
    model = Model()
    assert [room.ask(model, word).result(LONG) for word in "ab"] == ["A", "B"]
    assert model.batches == [["a"], ["b"]]


def test_who_waits_is_taken_along_in_the_order_of_coming(room: Class) -> None:
    model = Model()
    model.go.clear()
    asked = [room.ask(model, word) for word in ("a", "b", "c", "", "e", "f", "g")]
    model.go.set()
    answers = [f.exception(LONG) or f.result() for f in asked]
    assert [a for a in answers if isinstance(a, str)] == list("ABCEFG")
    assert isinstance(answers[3], InputError)
    assert model.batches == [["a"], ["b", "c", "", "e"], ["f", "g"]]


def test_other_settings_and_other_models_are_other_batches(room: Class) -> None:
    one, two = Model(), Model()
    one.go.clear()
    asked = [
        room.ask(one, "a"),
        room.ask(one, "b"),
        room.ask(two, "c"),
        room.ask(one, "d", NARROW),
        room.ask(one, "e"),
        room.ask(two, "f"),
        room.ask(one, "g", GREEDY),
    ]
    one.go.set()
    assert [f.result(LONG) for f in asked] == [*"ABCDEF", "greedy g"]
    assert one.batches == [["a"], ["b", "e"], ["d"], ["g"]] and two.batches == [["c", "f"]]


@pytest.mark.parametrize("options", [BEAM, GREEDY], ids=["beam", "greedy"])
def test_a_sentence_that_many_ask_for_is_translated_once(room, options):
    """Who comes while it is translated needs no place; who waits with it is taken along, however
    many they are.
    """
    model = Model()
    model.go.clear()
    first = room.ask(model, "other", options)
    waiting = [room.ask(model, word, options) for word in ("a", "b")]
    same = [room.ask(model, "a", options, who) for who in ("second", "third", "fourth", "fifth")]
    model.turns.release()
    first.result(LONG)
    until(lambda: len(model.batches) == 2)
    came, lock = room.came, CountedLock()
    room.batcher._lock = lock
    late = room.pool.submit(room.batcher.translate, cast("Translator", model), "a", options)
    until(lambda: lock.left == 1)  # has seen that it is being translated
    model.go.set()
    assert len({future.result(LONG) for future in (waiting[0], *same, late)}) == 1
    waiting[1].result(LONG)
    assert sum(batch.count("a") for batch in model.batches) == 1 and room.came == came


def test_who_is_not_let_in_leaves_nothing_behind(room: Class) -> None:
    model = Model()
    model.go.clear()
    first = room.ask(model, "a")
    room.seconds = 0.001
    with pytest.raises(Busy):
        room.ask(model, "b").result(LONG)
    model.go.set()
    assert first.result(LONG) == "A" and model.batches == [["a"]]


def test_who_was_taken_along_is_answered_although_the_wait_ran_out(room: Class) -> None:
    model = Model()
    model.go.clear()
    first = room.ask(model, "a")
    room.refused["c"] = threading.Event()
    second, third = room.ask(model, "b"), room.ask(model, "c")
    model.turns.release()
    assert first.result(LONG) == "A"
    until(lambda: model.batches == [["a"], ["b", "c"]])
    room.refused["c"].set()
    model.go.set()
    assert (second.result(LONG), third.result(LONG)) == ("B", "C")


def test_what_breaks_a_batch_is_told_to_everybody_in_it(room: Class) -> None:
    model = Model()
    model.go.clear()
    asked = [room.ask(model, word) for word in "abc"]
    model.broken = True
    model.go.set()
    for future in asked:
        assert isinstance(future.exception(LONG), MemoryError)
    model.broken = False
    assert room.ask(model, "d").result(LONG) == "D"
