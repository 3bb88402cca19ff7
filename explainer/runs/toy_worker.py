"""One worker for all trainings of the process: a thread that is there while there is work.

One visitor trains at a time, the others wait in line, first come first served; a single step is
made in between. The thread makes a step where nobody is
at the model, or one in POLITE seconds where somebody always is, and lets go of the interpreter
after each: a translation never waits for more than one step.
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


class Full(RuntimeError):
    """So many runs wait or are paused that there is no place for another."""


class Training(Protocol):
    """What the worker asks of a `Stepper`."""

    rate: float
    step_count: int

    def step(self) -> float: ...
    def evaluate(self) -> Snapshot: ...
    def weights(self) -> dict[str, Any]: ...


Make = Callable[[Settings, Problem], Training]


@dataclass(eq=False)
class Run:
    """One training of one visitor. Snapshots are only ever added. `rates` are (step, rate) where
    the rate was changed. Whoever reads the weights holds `lock`.
    """

    visitor: str | None
    settings: Settings
    problem: Problem
    started: float
    seen: float
    state: State = "waiting"
    reason: Reason = ""
    pace: Pace = "full"
    seconds: float = 0.0  # of its own steps
    stepper: Training | None = None
    snapshots: list[Snapshot] = field(default_factory=list)
    rates: list[tuple[int, float]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def alive(self) -> bool:
        return self.state != "ended"

    @property
    def works(self) -> bool:
        return self.state in ("waiting", "training")


class Worker:
    """The line of runs and the thread that trains them. Thread-safe.

    `clock` gives seconds, `present` whether a visitor is still there, `busy` whether somebody is at
    the model. Without `threads` nothing is trained but by `turn`.
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
        """A new run at the end of the line; an older one of the same visitor ends. Raises Full."""
        with self._changed:
            self._sweep()
            for run in tuple(self._runs):
                if visitor is not None and run.visitor == visitor:
                    self._end(run, "stopped")
            if len(self._runs) >= MOST:
                raise Full
            now = self._clock()
            run = Run(visitor, settings, problem, now, now)
            self._runs.append(run)
            self._wake()
        return run

    def look(self, run: Run) -> None:
        """The visitor has looked at it."""
        run.seen = self._clock()

    def pause(self, run: Run) -> None:
        with self._changed:
            if run.works:
                run.state = "paused"

    def go_on(self, run: Run, pace: Pace = "full") -> None:
        """At another pace, or after a pause at the end of the line."""
        with self._changed:
            if not run.alive:
                return
            if not run.works or run.pace != pace:
                self._runs.remove(run)
                self._runs.append(run)
            run.pace = pace
            run.state = "training" if run.works and run.snapshots else "waiting"
            self._wake()

    def stop(self, run: Run) -> None:
        """A step that is being made is not waited for; its result counts no more."""
        with self._changed:
            self._end(run, "stopped")

    def set_rate(self, run: Run, rate: float) -> None:
        """From the next step on."""
        with self._changed:
            step = run.snapshots[-1].step if run.snapshots else 0
            run.rates.append((step, rate))

    def place(self, run: Run) -> int:
        """How many are trained before it; 0: it is its turn."""
        with self._changed:
            line = [one for one in self._runs if one.works and one.pace == "full"]
            return line.index(run) if run in line else 0

    def count(self) -> int:
        """Runs that are not ended."""
        with self._changed:
            return len(self._runs)

    def join(self) -> None:
        """Wait until the thread has ended, which it does when no run is left."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def turn(self) -> float | None:
        """At most one step of one run. Seconds until there may be more to do; None: no run left."""
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
        """Whose step is made: who asked for one alone, else the first in line."""
        works = [run for run in self._runs if run.works]
        return next((run for run in works if run.pace == "once"), next(iter(works), None))

    def _until_end(self) -> float:
        """When a run that nobody looks at is to be stopped."""
        return min(min(run.seen + UNSEEN, run.started + LIFE) for run in self._runs)

    def _train(self, run: Run) -> None:
        """A step and, where it is time, an evaluation; outside of the lock of the line."""
        began, made, reason = self._clock(), list[Snapshot](), ""
        try:
            with run.lock:
                made, reason = self._work(run)
        except Exception:
            log.exception("a training failed")
            reason = "failed"
        with self._changed:
            now = self._clock()
            run.seconds += now - began
            if not run.alive:
                return
            run.snapshots += made
            if run.pace == "once" and run.works:
                run.state = "paused"
            if reason:
                self._end(run, reason)  # type: ignore[arg-type]

    def _work(self, run: Run) -> tuple[list[Snapshot], str]:
        """Snapshots that are new, and why the run ends, if it does."""
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
        """End what nobody waits for any more, and what has had its time."""
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
                seconds = self.turn()
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
