"""What a load test writes down: how long actions took, what went wrong, what the servers used."""

from __future__ import annotations

import asyncio
import resource
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from tests.app.serving import Server
from tests.benchmarks.timing import goal, table

OPEN: Final = "open the app"
MOST: Final = 8  # kinds of problems that are printed


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
                rows.append(_row(name, values, self.judge(spread(values)[1], limit)))
        return table(("action", "number", "p50 ms", "p95 ms", "most ms", "goal for p95"), rows)

    def with_faults_of(self, other: Record) -> Record:
        """This one, and what went wrong in the other."""
        self.problems += other.problems
        self.handshakes += other.handshakes
        self.busy += other.busy
        self.missed += other.missed
        return self

    def faults(self) -> str:
        """What went wrong, as a table; anything but a friendly refusal is a missed goal."""
        found = [("failed handshakes", self.handshakes), ("errors", self.problems.total())]
        rows = [(name, str(count), self.judge(count, 0)) for name, count in found]
        rows.append(('answers "busy"', str(self.busy), ""))
        worst = [f"  {count} x {said[:200]}" for said, count in self.problems.most_common(MOST)]
        return "\n".join([table(("what went wrong", "number", "goal"), rows), *worst])


def spread(values: Sequence[float]) -> list[float]:
    """The median, the 95th percentile and the largest in milliseconds; nearest rank."""
    found: list[float] = np.quantile(values, (0.5, 0.95, 1), method="inverted_cdf").tolist()
    return [1e3 * value for value in found]


def _row(name: str, values: Sequence[float], said: str) -> tuple[str, ...]:
    return (name, str(len(values)), *(f"{value:.0f}" for value in spread(values)), said)


@dataclass
class Meter:
    """CPU and memory of the processes, and CPU of the load test itself, the last of all."""

    apps: Sequence[Server]
    cpu: list[float]  # seconds
    most: list[float]  # MiB
    seconds: float = 0.0

    def sample(self) -> None:
        self.most = [
            max(most, app.memory()) for most, app in zip(self.most, self.apps, strict=True)
        ]

    def table(self, record: Record, limit: float) -> str:
        """`limit` is for the resident MiB of one process."""
        shares = [f"{100 * cpu / self.seconds:.0f}" for cpu in self.cpu]
        rows: list[tuple[str, ...]] = [
            (f"process {number}", share, f"{most:.0f}", record.judge(most, limit))
            for number, (share, most) in enumerate(zip(shares, self.most, strict=False), start=1)
        ]
        rows.append(("the load test", shares[-1], "", ""))
        return table(("who", "CPU, % of a core", "MiB at most", "goal"), rows)


def spent(apps: Sequence[Server]) -> list[float]:
    """Seconds of CPU so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return [*(app.cpu() for app in apps), used.ru_utime + used.ru_stime]


@contextmanager
def metered(apps: Sequence[Server]) -> Iterator[Meter]:
    """Measure while the block runs, memory every half second. Needs a running event loop."""
    meter, began, before = Meter(apps, [], [0.0] * len(apps)), time.perf_counter(), spent(apps)

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
            meter.cpu = [now - then for now, then in zip(spent(apps), before, strict=True)]
        meter.seconds = time.perf_counter() - began
