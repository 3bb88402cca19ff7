"""The app from outside: cold start, memory, and what a click costs on each page."""

import asyncio
import statistics
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from itertools import count

import explainer.chapters  # noqa: F401  # registers the course
from explainer.frame.course import Chapter, chapters
from tests.benchmarks.timing import goal, table
from tests.load.servers import App, running
from tests.load.visitor import Visitor

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


async def measure(
    server: App,
    visitor: Visitor,
    page: str,
    kind: str,
    clicks: int,
    click: Callable[[], Awaitable[float]],
) -> Cost:
    """CPU is the whole process's, between before the first and after the last click. Raises
    RuntimeError where an error was shown.
    """
    before, seconds, received = server.cpu(), [], []
    for _ in range(clicks):
        visitor.tab.received = 0
        seconds.append(await click())
        received.append(visitor.tab.received)
        if problems := visitor.tab.take_problems():
            raise RuntimeError("; ".join(problems))
        await asyncio.sleep(REST)
    cpu = 1e3 * (server.cpu() - before) / clicks
    wall, payload = 1e3 * statistics.median(seconds), statistics.mean(received) / 2**10
    return Cost(page, kind, wall, cpu, payload)


def new_sentence() -> str:
    """A sentence that no run before has seen."""
    return f"나는 {next(numbers)}번 버스를 타고 학교에 갔다."


async def page_costs(server: App, spec: Chapter, clicks: int) -> list[Cost]:
    async with Visitor(server.address) as visitor:
        cost = partial(measure, server, visitor, spec.id)
        costs = [await cost(FIRST, min(clicks, 3), lambda: visitor.open(spec.url))]
        if any(control.key == "s" for control in visitor.tab.controls.values()):
            known, turns = [new_sentence(), new_sentence()], count()
            for sentence in known:
                await visitor.write(sentence)
            costs += [
                await cost(KNOWN, clicks, lambda: visitor.write(known[next(turns) % 2])),
                await cost(NEW, clicks, lambda: visitor.write(new_sentence())),
            ]
        else:
            costs.append(await cost("rerun", clicks, visitor.act))
        for number, fragment in enumerate(tuple(visitor.tab.fragments), start=1):
            again = partial(visitor.act, fragment)
            costs.append(await cost(f"fragment {number}", clicks, again))
    return costs


def run(clicks: int) -> None:
    print(f"\nApp: {clicks} clicks of each kind; CPU of the server process, payload as sent\n")
    with running() as (server,):
        at_start = server.memory()
        costs = [
            cost for spec in chapters() for cost in asyncio.run(page_costs(server, spec, clicks))
        ]
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
