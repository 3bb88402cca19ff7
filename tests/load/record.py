"""What a load test writes down: how long actions took, what went wrong, what the servers used."""

from __future__ import annotations

import asyncio
import math
import resource
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from explainer.runs.gate import PERMITS
from tests.benchmarks.timing import goal, table
from tests.load.servers import App

OPEN: Final = "open the app"
MOST: Final = 8  # kinds of problems that are printed


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that is at least as large as `share` of all; nearest rank."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


@dataclass
class Record:
    """Seconds by kind of action; problems by what they say."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    problems: Counter[str] = field(default_factory=Counter)
    handshakes: int = 0  # that failed
    busy: int = 0  # friendly refusals
    missed: int = 0  # goals

    def add(self, kind: str, seconds: float) -> None:
        self.seconds.setdefault(kind, []).append(seconds)

    def of(self, *kinds: str) -> list[float]:
        return [value for kind in kinds for value in self.seconds.get(kind, [])]

    def judge(self, found: float, limit: float) -> str:
        """The goal in words; a missed one is counted."""
        self.missed += found > limit
        return goal(found, limit)

    def times(self, limits: Sequence[tuple[str, Sequence[str], float]]) -> str:
        """A table: every kind of action, and the goals (name, its kinds, milliseconds at p95)."""
        named = {name for name, _, _ in limits}
        rows = [_row(kind, found, "") for kind, found in self.seconds.items() if kind not in named]
        for name, kinds, limit in limits:
            values = self.of(*kinds)
            if values:
                rows.append(_row(name, values, self.judge(1e3 * percentile(values, 0.95), limit)))
        return table(("action", "number", "p50 ms", "p95 ms", "most ms", "goal for p95"), rows)

    def faults(self) -> str:
        """What went wrong, as a table; anything but a friendly refusal is a missed goal."""
        found = [("failed handshakes", self.handshakes), ("errors", self.problems.total())]
        rows = [(name, str(count), self.judge(count, 0)) for name, count in found]
        rows.append(('answers "busy"', str(self.busy), ""))
        worst = [f"  {count} x {said[:200]}" for said, count in self.problems.most_common(MOST)]
        return "\n".join([table(("what went wrong", "number", "goal"), rows), *worst])


def _row(name: str, values: Sequence[float], said: str) -> tuple[str, ...]:
    found = (percentile(values, 0.5), percentile(values, 0.95), max(values))
    return (name, str(len(values)), *(f"{1e3 * value:.0f}" for value in found), said)


@dataclass
class Usage:
    """Of one process between two moments: seconds of CPU, MiB at the start and at most, and what
    it computed (inside the gate, outside, most at once).
    """

    app: App
    first: float
    most: float
    cpu: float
    begun: tuple[int, int, int]
    computed: tuple[int, int, int] = (0, 0, 0)

    def count(self) -> None:
        inside, outside, most = self.app.computed()
        self.computed = inside - self.begun[0], outside - self.begun[1], most


@dataclass
class Meter:
    """CPU and memory of the processes, and CPU of the load test itself."""

    usages: list[Usage]
    began: float
    own: float
    seconds: float = 0.0

    def sample(self) -> None:
        for usage in self.usages:
            usage.most = max(usage.most, usage.app.memory())

    def rows(self, record: Record, limit: float) -> list[tuple[str, ...]]:
        found: list[tuple[str, ...]] = []
        for number, usage in enumerate(self.usages, start=1):
            share = 100 * usage.cpu / self.seconds
            found.append(
                (
                    f"process {number}",
                    f"{share:.0f}",
                    f"{usage.first:.0f}",
                    f"{usage.most:.0f}",
                    record.judge(usage.most, limit),
                )
            )
        found.append(("the load test", f"{100 * self.own / self.seconds:.0f}", "", "", ""))
        return found

    def table(self, record: Record, limit: float) -> str:
        """`limit` is for the resident MiB of one process."""
        head = ("who", "CPU, % of a core", "MiB before", "MiB at most", "goal")
        return table(head, self.rows(record, limit)) + "\n\n" + self.computations(record)

    def computations(self, record: Record) -> str:
        """What the models computed: all behind the gate, no more at once than it has places."""
        rows = []
        for number, usage in enumerate(self.usages, start=1):
            inside, outside, most = usage.computed
            rows.append(
                (
                    f"process {number}",
                    str(inside),
                    str(outside),
                    record.judge(outside, 0),
                    str(most),
                    record.judge(most, PERMITS),
                )
            )
        head = ("computed by", "inside the gate", "outside", "goal", "most at once", "goal")
        return table(head, rows)


def own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


@contextmanager
def metered(apps: Sequence[App]) -> Iterator[Meter]:
    """Measure while the block runs, memory every half second. Needs a running event loop."""
    usages = [Usage(app, app.memory(), app.memory(), -app.cpu(), app.computed()) for app in apps]
    meter = Meter(usages, time.perf_counter(), -own_cpu())

    async def watch() -> None:
        while True:
            meter.sample()
            await asyncio.sleep(0.5)

    watching = asyncio.get_running_loop().create_task(watch())
    try:
        yield meter
    finally:
        watching.cancel()
        with suppress(ProcessLookupError, FileNotFoundError):
            meter.sample()
            for usage in usages:
                usage.cpu += usage.app.cpu()
                usage.count()
        meter.own += own_cpu()
        meter.seconds = time.perf_counter() - meter.began
