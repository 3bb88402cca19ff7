"""The worker of the toys: who is trained when, and what ends a run. The clock is the tests' own."""

import threading
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

from explainer.runs import toy_worker
from explainer.runs.toy_worker import LIFE, MOST, POLITE, UNSEEN, QueueFull, Run, Worker
from explainer.training.toy import EVERY, Settings, Snapshot, problem_of
from explainer.training.toy_tasks import Problem
from tests.runs.waiting import LONG

SHORT = Settings(steps=500)
PROBLEM = problem_of(SHORT)


def snapshot(step: int) -> Snapshot:
    return Snapshot(step, 0.0, 1.0, 1.0, 0.5, 0.5, np.zeros((1, 1), np.int16), {})


class Fake:
    """Steps that cost nothing; `losses` of the class are what they give, 1.0 after them."""

    def __init__(self, settings: Settings, problem: Problem) -> None:
        self.rate, self.step_count = settings.rate, 0
        self.rates: list[float] = []

    def step(self) -> float:
        self.step_count += 1
        self.rates.append(self.rate)
        return 1.0

    def evaluate(self) -> Snapshot:
        return snapshot(self.step_count)

    def weights(self) -> dict[str, Any]:
        return {}


@dataclass
class House:
    """A worker with a clock that is moved by hand, and visitors who come and go."""

    now: float = 0.0
    gone: set[str | None] = field(default_factory=set)
    busy: bool = False

    def worker(self, make: Any = Fake, threads: bool = False) -> Worker:
        return Worker(
            lambda: self.now,
            lambda visitor: visitor not in self.gone,
            lambda: self.busy,
            make,
            threads,
        )


def turns(worker: Worker, count: int) -> None:
    for _ in range(count):
        worker.run_step()


def steps(run: Run) -> int:
    return run.stepper.step_count if run.stepper else -1


def test_the_first_in_line_is_trained_to_its_end_then_the_next() -> None:
    worker = House().worker()
    first, second, third = (worker.start(name, SHORT, PROBLEM) for name in "abc")
    assert [worker.queue_position(run) for run in (first, second, third)] == [0, 1, 2]
    turns(worker, 501)
    assert (first.state, first.reason, steps(first)) == ("ended", "done", 500)
    assert [one.step for one in first.snapshots] == list(range(0, 501, EVERY))
    assert [worker.queue_position(run) for run in (second, third)] == [0, 1] and steps(second) == -1
    turns(worker, 1002)
    assert second.reason == third.reason == "done"
    assert worker.run_step() is None and worker.count() == 0


def test_stop_counts_no_step_that_is_made_meanwhile() -> None:
    """The visitor presses Stop while a step is being made: it is the last, and shows nothing."""
    stopped = list[Run]()

    class Stopping(Fake):
        def step(self) -> float:
            loss = super().step()
            if self.step_count == EVERY:
                worker.stop(stopped[0])
            return loss

    worker = House().worker(Stopping)
    run = worker.start("a", SHORT, PROBLEM)
    stopped.append(run)
    turns(worker, 100)
    assert (run.state, run.reason, steps(run)) == ("ended", "stopped", EVERY)
    assert [one.step for one in run.snapshots] == [0]
    assert worker.run_step() is None


def test_a_paused_run_lets_others_pass_and_goes_on_behind_them() -> None:
    worker = House().worker()
    first, second = (worker.start(name, SHORT, PROBLEM) for name in "ab")
    turns(worker, 11)
    worker.pause(first)
    turns(worker, 6)
    assert (first.state, steps(first), steps(second)) == ("paused", 10, 5)
    worker.resume(first)
    assert [worker.queue_position(run) for run in (second, first)] == [0, 1]
    turns(worker, 3)
    assert (steps(first), steps(second)) == (10, 8)


def test_a_single_step_is_made_between_those_of_others() -> None:
    worker = House().worker()
    fast, once = (worker.start(name, SHORT, PROBLEM) for name in "ab")
    worker.resume(once, "once")
    turns(worker, 5)
    assert (steps(once), steps(fast), once.state) == (0, 3, "paused")  # made; no step of it yet
    worker.resume(once, "once")
    turns(worker, 2)
    assert (steps(once), once.state, [s.step for s in once.snapshots]) == (1, "paused", [0, 1])


def test_nobody_looks_for_ninety_seconds() -> None:
    house = House()
    worker = house.worker()
    run, paused = worker.start("a", SHORT, PROBLEM), worker.start("b", SHORT, PROBLEM)
    worker.pause(paused)
    turns(worker, 5)
    house.now = UNSEEN - 1
    worker.keep_alive(run)
    house.now = UNSEEN + 1
    turns(worker, 1)
    assert (run.state, paused.reason) == ("training", "unseen")
    house.now = 2 * UNSEEN
    assert worker.run_step() is None
    assert run.reason == "unseen" and steps(run) == 5


def test_the_worker_wakes_for_a_paused_run_when_its_time_is_over() -> None:
    house = House()
    worker = house.worker()
    worker.pause(worker.start("a", SHORT, PROBLEM))
    wait = worker.run_step()
    assert wait is not None and wait == pytest.approx(UNSEEN)
    house.now += wait + 1
    assert worker.run_step() is None


def test_a_visitor_who_left_and_one_whose_time_is_over() -> None:
    house = House()
    worker = house.worker()
    left, long = worker.start("a", SHORT, PROBLEM), worker.start("b", SHORT, PROBLEM)
    turns(worker, 5)
    house.gone.add("a")
    turns(worker, 5)
    assert (left.reason, steps(left), steps(long)) == ("left", 4, 4)
    while house.now <= LIFE:
        worker.keep_alive(long)
        house.now += UNSEEN
    worker.keep_alive(long)
    assert worker.run_step() is None and long.reason == "time"


def test_a_run_may_not_take_more_than_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slowly(Fake):
        def step(self) -> float:
            house.now += 1
            worker.keep_alive(run)
            return super().step()

    monkeypatch.setattr(toy_worker, "TRAINING", 10.5)
    house = House()
    worker = house.worker(Slowly)
    run = worker.start("a", SHORT, PROBLEM)
    turns(worker, 30)
    assert (run.reason, steps(run)) == ("time", 11)


def test_translations_go_first_but_not_for_ever() -> None:
    house = House()
    worker = house.worker()
    run = worker.start("a", SHORT, PROBLEM)
    turns(worker, 4)
    house.busy = True
    turns(worker, 50)
    assert steps(run) == 3
    house.now += POLITE
    turns(worker, 50)
    assert steps(run) == 4
    house.busy = False
    turns(worker, 5)
    assert steps(run) == 9


def test_a_rate_that_is_changed_counts_from_the_next_step() -> None:
    worker = House().worker()
    run = worker.start("a", SHORT, PROBLEM)
    turns(worker, 4)
    worker.set_rate(run, 0.03)
    turns(worker, 2)
    assert isinstance(run.stepper, Fake)
    assert run.stepper.rates == [0.003, 0.003, 0.003, 0.03, 0.03]


def test_a_new_run_ends_the_visitors_old_one_and_too_many_are_refused() -> None:
    worker = House().worker()
    old = worker.start("a", SHORT, PROBLEM)
    worker.start("a", SHORT, PROBLEM)
    assert old.reason == "stopped" and worker.count() == 1
    for number in range(MOST - 1):
        worker.start(str(number), SHORT, PROBLEM)
    with pytest.raises(QueueFull):
        worker.start("one too many", SHORT, PROBLEM)
    assert worker.count() == MOST


def test_a_training_that_bursts_or_fails_ends_and_the_next_one_comes() -> None:
    class Odd(Fake):
        made = 0

        def __init__(self, settings: Settings, problem: Problem) -> None:
            super().__init__(settings, problem)
            Odd.made += 1
            self.number = Odd.made

        def step(self) -> float:
            super().step()
            if self.number == 1:
                return float("nan")
            if self.number == 2:
                raise RuntimeError("broken")
            return 1.0

    worker = House().worker(Odd)
    runs = [worker.start(name, SHORT, PROBLEM) for name in "abc"]
    turns(worker, 6)
    assert [run.reason for run in runs] == ["burst", "failed", ""]
    assert steps(runs[2]) == 1


def test_stop_ends_the_thread_and_a_new_run_has_a_new_one() -> None:
    """Stopped one after the other while they train."""
    worker, ready = House().worker(Signalling, threads=True), Signalling.ready
    for name in "abc":
        ready.clear()
        run = worker.start(name, SHORT, PROBLEM)
        assert ready.wait(LONG)
        worker.stop(run)
        worker.join()
        assert run.state == "ended"
        assert "toy" not in [thread.name for thread in threading.enumerate()]


def test_a_worker_that_fails_ends_its_runs_and_can_begin_anew() -> None:
    house = House()

    def broken(_: str | None) -> bool:
        if house.busy:
            raise RuntimeError("no server")
        return True

    worker = Worker(lambda: house.now, broken, lambda: False, Breaking)
    Breaking.house = house
    run = worker.start("a", SHORT, PROBLEM)
    worker.join()
    assert (run.state, run.reason) == ("ended", "failed")
    house.busy = False
    again = worker.start("b", replace(SHORT, seed=2), PROBLEM)
    worker.join()
    assert again.reason == "done"
    assert "toy" not in [thread.name for thread in threading.enumerate()]


class Breaking(Fake):
    """At its tenth step of the first seed whoever says who is present fails."""

    house: House

    def __init__(self, settings: Settings, problem: Problem) -> None:
        super().__init__(settings, problem)
        self.first = settings.seed == 1

    def step(self) -> float:
        self.house.busy = self.first and self.step_count == 9
        return super().step()


class Signalling(Fake):
    """Says when the first step is made."""

    ready = threading.Event()

    def step(self) -> float:
        self.ready.set()
        return super().step()
