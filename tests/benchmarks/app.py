"""The app from outside: cold start, memory, and what a click costs on each page."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count

import explainer.chapters  # noqa: F401  # registers the course
from explainer.frame.course import Chapter, chapters
from tests.benchmarks.client import Rerun, Session
from tests.benchmarks.timing import goal, table
from tests.load.servers import App, running

START_LIMIT, MEMORY_LIMIT = 15.0, 800.0  # seconds, MiB
UNCACHED_LIMIT, CACHED_LIMIT, PAYLOAD_LIMIT = 50.0, 25.0, 150.0  # ms CPU, ms CPU, KiB
REST = 0.05  # seconds between two clicks: the server tidies up after a run

FIRST, KNOWN, NEW = "first visit", "known sentence", "new sentence"  # kinds of clicks

numbers = count(1)


@dataclass(frozen=True)
class Cost:
    """Of one kind of click, the mean of several. Times in ms, payload in KiB."""

    page: str
    kind: str
    wall: float
    cpu: float
    payload: float

    def row(self) -> tuple[str, ...]:
        cpu_limit = UNCACHED_LIMIT if self.kind == NEW else CACHED_LIMIT
        first = self.kind == FIRST  # the goals are for clicks
        return (
            self.page,
            self.kind,
            f"{self.wall:.1f}",
            f"{self.cpu:.1f}",
            f"{self.payload:.1f}",
            "" if first else goal(self.cpu, cpu_limit),
            "" if first else goal(self.payload, PAYLOAD_LIMIT),
        )


def measure(server: App, page: str, kind: str, clicks: int, click: Callable[[], Rerun]) -> Cost:
    """CPU is the whole process's, between before the first and after the last click."""
    before = server.cpu()
    runs = []
    for _ in range(clicks):
        runs.append(click())
        time.sleep(REST)
    cpu = 1e3 * (server.cpu() - before) / clicks
    wall = 1e3 * statistics.median(run.seconds for run in runs)
    return Cost(page, kind, wall, cpu, statistics.mean(run.bytes for run in runs) / 2**10)


def new_sentence() -> str:
    """A sentence that no run before has seen."""
    return f"나는 {next(numbers)}번 버스를 타고 학교에 갔다."


def page_costs(server: App, spec: Chapter, clicks: int) -> list[Cost]:
    def first_visit() -> Rerun:
        with Session(server.port, spec.url) as visitor:
            return visitor.run()

    costs = [measure(server, spec.id, FIRST, min(clicks, 3), first_visit)]
    with Session(server.port, spec.url) as session:
        session.run()
        if any(control.key == "s" for control in session.tab.controls.values()):
            known = [new_sentence(), new_sentence()]

            def write(sentence: str) -> Rerun:
                session.tab.write("s", sentence)
                return session.run()

            for sentence in known:
                write(sentence)
            turns = count()
            costs += [
                measure(server, spec.id, KNOWN, clicks, lambda: write(known[next(turns) % 2])),
                measure(server, spec.id, NEW, clicks, lambda: write(new_sentence())),
            ]
        else:
            costs.append(measure(server, spec.id, "rerun", clicks, session.run))
        for number, fragment in enumerate(tuple(session.tab.fragments), start=1):
            again = partial(session.run, fragment)
            costs.append(measure(server, spec.id, f"fragment {number}", clicks, again))
    return costs


def run(clicks: int) -> None:
    print(f"\nApp: {clicks} clicks of each kind; CPU of the server process, payload as sent\n")
    with running() as (server,):
        at_start = server.memory()
        costs = [cost for spec in chapters() for cost in page_costs(server, spec, clicks)]
        memory = server.memory()
    head = ("page", "click", "wall ms", "CPU ms", "KiB", "goal CPU", "goal payload")
    print(table(head, [cost.row() for cost in costs]))
    seconds = server.seconds_to_ready
    print(
        "\n"
        + table(
            ("process", "found", "goal"),
            [
                ("cold start to ready, s", f"{seconds:.1f}", goal(seconds, START_LIMIT)),
                ("resident at start, MiB", f"{at_start:.0f}", goal(at_start, MEMORY_LIMIT)),
                ("resident after the clicks, MiB", f"{memory:.0f}", goal(memory, MEMORY_LIMIT)),
            ],
        )
    )
