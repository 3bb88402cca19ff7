"""The app from outside: cold start, memory, and what a click costs on each page."""

import asyncio
import statistics
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count
from time import perf_counter

import explainer.chapters  # noqa: F401  # registers the course
from explainer.frame.course import Chapter, chapters
from tests.app.serving import Server
from tests.benchmarks.timing import goal, table
from tests.load.servers import running
from tests.load.visitor import Visitor

START_LIMIT, MEMORY_LIMIT = 15.0, 800.0  # seconds, MiB
UNCACHED_LIMIT, CACHED_LIMIT, PAYLOAD_LIMIT = 50.0, 25.0, 150.0  # ms CPU, ms CPU, KiB
REST = 0.05  # seconds between two clicks: the server tidies up after a run
FIRST, KNOWN, NEW = "first visit", "known sentence", "new sentence"  # kinds of clicks
HEAD = ("page", "click", "wall ms", "CPU ms", "KiB", "goal CPU", "goal payload")

numbers = count(1)


async def measure(
    server: Server,
    visitor: Visitor,
    page: str,
    kind: str,
    clicks: int,
    click: Callable[[], Awaitable[float]],
) -> tuple[str, ...]:
    """A row of the table. CPU is the whole process's, between before the first and after the last
    click. Raises RuntimeError where an error was shown.
    """
    before, seconds, received = server.cpu(), [], []
    for _ in range(clicks):
        visitor.tab.received = 0
        seconds.append(await click())
        received.append(visitor.tab.received)
        if problems := visitor.tab.take_problems():
            raise RuntimeError("; ".join(problems))
        await asyncio.sleep(REST)
    cpu, kib = 1e3 * (server.cpu() - before) / clicks, statistics.mean(received) / 2**10
    limit = UNCACHED_LIMIT if kind == NEW else CACHED_LIMIT
    # The goals are for clicks.
    met = ("", "") if kind == FIRST else (goal(cpu, limit), goal(kib, PAYLOAD_LIMIT))
    ms = 1e3 * statistics.median(seconds)
    return page, kind, *(f"{value:.1f}" for value in (ms, cpu, kib)), *met


def new_sentence() -> str:
    """A sentence that no run before has seen."""
    return f"나는 {next(numbers)}번 버스를 타고 학교에 갔다."


async def page_costs(server: Server, spec: Chapter, clicks: int) -> list[tuple[str, ...]]:
    async with Visitor(server.url) as visitor:
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
    began = perf_counter()
    with running() as (server,):
        seconds, at_start = perf_counter() - began, server.memory()
        costs = [
            cost for spec in chapters() for cost in asyncio.run(page_costs(server, spec, clicks))
        ]
        memory = server.memory()
    found = (
        ("cold start to ready, s", seconds, START_LIMIT),
        ("resident at start, MiB", at_start, MEMORY_LIMIT),
        ("resident after the clicks, MiB", memory, MEMORY_LIMIT),
    )
    rows = [(name, f"{value:.1f}", goal(value, limit)) for name, value, limit in found]
    print(table(HEAD, costs), table(("process", "found", "goal"), rows), sep="\n\n")
