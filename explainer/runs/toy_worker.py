"""Train visitors' toy models one after another in one background thread, which ends when idle.

FIFO, but a requested single step comes first. While somebody uses the model it trains at most one
step in POLITE seconds, so that a translation never waits for more than one step.
"""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from explainer.training.toy import EVERY, Settings, Snapshot, Stepper
from explainer.training.toy_tasks import Problem

State = Literal["waiting", "training", "paused", "ended"]
Reason = Literal["", "done", "stopped", "left", "unseen", "time", "burst", "failed"]
Pace = Literal["full", "once"]

MOST: Final = 40  # runs that are not ended, of all visitors
UNSEEN: Final = 90.0  # seconds without a look after which a run is stopped
LIFE: Final = 900.0  # seconds from its start after which a run is stopped, paused or not
TRAINING: Final = 180.0  # seconds of its own steps after which it is
POLITE: Final = 0.25  # seconds between two steps while visitors keep the model busy
LOOK: Final = 0.01  # seconds until it is looked again whether the model is free
BREATH: Final = 0.001  # seconds after each step in which other threads may run

log = logging.getLogger(__name__)


class QueueFull(RuntimeError):
    """The queue of training runs, waiting or paused, is full."""


class TrainingStepper(Protocol):
    """The protocol of a `Stepper` that the worker needs."""

    rate: float
    step_count: int

    def step(self) -> float: ...
    def evaluate(self) -> Snapshot: ...
    def weights(self) -> dict[str, Any]: ...


Make = Callable[[Settings, Problem], TrainingStepper]


@dataclass(eq=False)
class Run:
    """One visitor's training run; `rates` are (step, new rate). Hold `lock` to read the weights."""

    visitor: str | None
    settings: Settings
    problem: Problem
    started: float
    seen: float
    state: State = "waiting"
    reason: Reason = ""
    pace: Pace = "full"
    seconds: float = 0.0  # of its own steps
    stepper: TrainingStepper | None = None
    snapshots: list[Snapshot] = field(default_factory=list)
    rates: list[tuple[int, float]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def is_alive(self) -> bool:
        return self.state != "ended"

    @property
    def is_running(self) -> bool:
        return self.state in ("waiting", "training")


class Worker:
    """Thread-safe FIFO queue of training runs and the thread that trains them.

    `clock` gives seconds, `present` whether a visitor is still there, `busy` whether somebody is at
    the model. Without `threads` nothing is trained but by `run_step`.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        present: Callable[[str | None], bool],
        busy: Callable[[], bool],
        make: Make = Stepper,
        threads: bool = True,
    ) -> None:
        self._clock, self._present, self._busy, self._make = clock, present, busy, make
        self._threads = threads
        self._changed = threading.Condition()
        self._runs: list[Run] = []  # in the order of the line
        self._thread: threading.Thread | None = None
        self._last = -math.inf  # when a step was made

    def start(self, visitor: str | None, settings: Settings, problem: Problem) -> Run:
        """Queue a new run; end an older one of the same visitor. Raises QueueFull."""
        with self._changed:
            self._sweep()
            for run in tuple(self._runs):
                if visitor is not None and run.visitor == visitor:
                    self._end(run, "stopped")
            if len(self._runs) >= MOST:
                raise QueueFull
            now = self._clock()
            run = Run(visitor, settings, problem, now, now)
            self._runs.append(run)
            self._wake()
        return run

    def keep_alive(self, run: Run) -> None:
        """Note that the visitor has looked at the run, which would otherwise time out."""
        run.seen = self._clock()

    def pause(self, run: Run) -> None:
        with self._changed:
            if run.is_running:
                run.state = "paused"

    def resume(self, run: Run, pace: Pace = "full") -> None:
        """Change the pace, or resume a paused run at the end of the queue."""
        with self._changed:
            if not run.is_alive:
                return
            if not run.is_running or run.pace != pace:
                self._runs.remove(run)
                self._runs.append(run)
            run.pace = pace
            run.state = "training" if run.is_running and run.snapshots else "waiting"
            self._wake()

    def stop(self, run: Run) -> None:
        """End a run at once; the result of a step in progress is dropped."""
        with self._changed:
            self._end(run, "stopped")

    def set_rate(self, run: Run, rate: float) -> None:
        """Change the learning rate from the next step on."""
        with self._changed:
            step = run.snapshots[-1].step if run.snapshots else 0
            run.rates.append((step, rate))

    def queue_position(self, run: Run) -> int:
        """Return how many runs are trained before this one; 0 if it is next."""
        with self._changed:
            line = [one for one in self._runs if one.is_running and one.pace == "full"]
            return line.index(run) if run in line else 0

    def count(self) -> int:
        """Return the number of runs that have not ended."""
        with self._changed:
            return len(self._runs)

    def join(self) -> None:
        """Wait until the thread has ended, which it does when no run is left."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def run_step(self) -> float | None:
        """Train at most one step; return seconds until the next may be due, None without runs."""
        with self._changed:
            self._sweep()
            if not self._runs:
                return None
            run, now = self._next(), self._clock()
            if run is None:
                return max(0.0, self._until_end() - now)
            if self._busy() and now - self._last < POLITE:
                return LOOK
            run.state = "training"
            self._last = now
        self._train(run)
        return BREATH

    def _next(self) -> Run | None:
        """Choose the run to train: a single requested step first, else the first in the queue."""
        works = [run for run in self._runs if run.is_running]
        return next((run for run in works if run.pace == "once"), next(iter(works), None))

    def _until_end(self) -> float:
        """Return the time at which the next unwatched run is to be stopped."""
        return min(min(run.seen + UNSEEN, run.started + LIFE) for run in self._runs)

    def _train(self, run: Run) -> None:
        """Train a step and evaluate when due, without holding the queue's lock."""
        began, reason = self._clock(), ""
        try:
            with run.lock:
                made, reason = self._work(run)
                if run.is_alive:
                    run.snapshots += made
        except Exception:
            log.exception("a training failed")
            reason = "failed"
        with self._changed:
            now = self._clock()
            run.seconds += now - began
            if not run.is_alive:
                return
            if run.pace == "once" and run.is_running:
                run.state = "paused"
            if reason:
                self._end(run, reason)  # type: ignore[arg-type]

    def _work(self, run: Run) -> tuple[list[Snapshot], str]:
        """Return new snapshots, and the reason if the run ends."""
        if run.stepper is None:
            run.stepper = self._make(run.settings, run.problem)
            return [run.stepper.evaluate()], ""
        stepper = run.stepper
        if run.rates:
            stepper.rate = run.rates[-1][1]
        loss = stepper.step()
        if not math.isfinite(loss):
            return [], "burst"
        done = stepper.step_count >= run.settings.steps
        evaluate = done or run.pace != "full" or stepper.step_count % EVERY == 0
        return [stepper.evaluate()] if evaluate else [], "done" if done else ""

    def _sweep(self) -> None:
        """End runs that nobody waits for and those beyond their time limit."""
        now = self._clock()
        for run in tuple(self._runs):
            if not self._present(run.visitor):
                self._end(run, "left")
            elif now - run.seen > UNSEEN:
                self._end(run, "unseen")
            elif now - run.started > LIFE or run.seconds > TRAINING:
                self._end(run, "time")

    def _end_all(self) -> None:
        with self._changed:
            for run in tuple(self._runs):
                self._end(run, "failed")

    def _end(self, run: Run, reason: Reason) -> None:
        if run in self._runs:
            self._runs.remove(run)
            run.state, run.reason = "ended", reason
            self._changed.notify_all()

    def _wake(self) -> None:
        self._changed.notify_all()
        if self._threads and self._thread is None:
            self._thread = threading.Thread(target=self._loop, name="toy", daemon=True)
            self._thread.start()

    def _loop(self) -> None:
        while True:
            try:
                seconds = self.run_step()
            except Exception:  # of who is asked for the time or for the visitor
                log.exception("the worker of the toys failed")
                self._end_all()
                seconds = None
            with self._changed:
                if not self._runs:
                    self._thread = None
                    return
                if seconds:
                    self._changed.wait(seconds)
