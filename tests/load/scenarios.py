"""Four load tests: one process, a class behind nginx, a restart, sessions that come and go."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from tests.benchmarks.timing import table
from tests.load import lesson
from tests.load.actions import MIX
from tests.load.protocol import Link
from tests.load.record import OPEN, Record, metered
from tests.load.sentences import unseen
from tests.load.servers import BASE, App, nginx, nginx_program, running
from tests.load.visitor import Visitor

ONE_LIMIT, CLASS_LIMIT, AT_ONCE_LIMIT, OPEN_LIMIT = 200.0, 600.0, 4000.0, 10_000.0  # ms at p95
MEMORY_LIMIT: Final = 800.0  # MiB of a process
GROWTH_LIMIT: Final = 5.0  # percent
ALL: Final = "every action"
CLICK, SAME, DIFFERENT = "a control, at once", "one sentence, at once", "own sentences, at once"
TEACHER: Final = "할머니께서 어제 우리에게 떡을 보내 주셨다."
# A session is forgotten five minutes after its tab was closed; here it is soon.
SHORT_MEMORY: Final = {"STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL": "5"}
REST: Final = 20.0  # seconds after the last session was closed


@dataclass(frozen=True)
class Plan:
    """How long, how many, how often; `seconds` is for each part that acts."""

    seconds: float
    users: int
    every: float = 5.0
    seed: int = 1
    sessions: int = 400
    own: bool = False  # each visitor writes sentences of its own
    page: str = ""  # all stay on this one


def pause(users: int) -> float:
    """Seconds in which so many open the app: a hundred in ten."""
    return users / 10


async def _act(
    record: Record, visitors: list[Visitor], plan: Plan, seconds: float, seed: int
) -> None:
    await lesson.clicks(record, visitors, seconds, plan.every, seed, plan.own, bool(plan.page))


def one(plan: Plan) -> Record:
    """One process: `users` act, then so many more come that there are fifty."""
    with running(counted=True) as apps:
        return asyncio.run(_one(plan, apps))


async def _one(plan: Plan, apps: Sequence[App]) -> Record:
    record, full, (app,) = Record(), Record(), apps
    with metered(apps) as meter:
        visitors = await lesson.enter(record, app.address, plan.users, pause(plan.users), plan.page)
    with metered(apps) as acting:
        await _act(record, visitors, plan, plan.seconds, plan.seed)
    print(f"\n{plan.users} visitors at one process, one action in {plan.every:g} s each\n")
    print(record.times([(ALL, list(MIX), ONE_LIMIT), (OPEN, [OPEN], OPEN_LIMIT)]))
    print("\n" + acting.table(record, MEMORY_LIMIT))
    more = max(0, 50 - plan.users)
    with metered(apps) as crowded:
        visitors += await lesson.enter(full, app.address, more, pause(more), plan.page)
        await _act(full, visitors, plan, plan.seconds / 2, plan.seed + 1)
    print(f"\nThe same with {len(visitors)} visitors\n")
    print(full.times([]) + "\n\n" + crowded.table(record, MEMORY_LIMIT))
    await lesson.leave(visitors)
    print(f"\nBefore the first visitor the process had {meter.usages[0].first:.0f} MiB\n")
    return _sum(record, full)


def _sum(*records: Record) -> Record:
    """All faults together, printed."""
    whole = Record()
    for record in records:
        whole.problems += record.problems
        whole.handshakes += record.handshakes
        whole.busy += record.busy
        whole.missed += record.missed
    print(whole.faults())
    return whole


def whole_class(plan: Plan) -> Record:
    """Two processes behind nginx, below /lab."""
    program = nginx_program()
    if program is None:
        raise SystemExit("error: no nginx; install the package nginx")
    environment = {"STREAMLIT_SERVER_COOKIE_SECRET": os.urandom(32).hex()}
    with (
        running(2, environment, BASE, counted=True) as apps,
        nginx(program, apps[0].port, apps[1].port) as front,
    ):
        return asyncio.run(_whole_class(plan, apps, front.address))


async def _whole_class(plan: Plan, apps: Sequence[App], address: str) -> Record:
    record, together = Record(), Record()
    visitors = await lesson.enter(record, address, plan.users, pause(plan.users), plan.page)
    with metered(apps) as meter:
        await _act(record, visitors, plan, plan.seconds, plan.seed)
    shares = [v.cookies.get("seat", "").partition("-")[0] for v in visitors]
    print(
        f"\n{plan.users} visitors at two processes behind nginx, below /{BASE}: "
        f"{shares.count('one')} and {shares.count('two')}\n"
    )
    print(record.times([(ALL, list(MIX), CLASS_LIMIT), (OPEN, [OPEN], OPEN_LIMIT)]))
    print("\n" + meter.table(record, MEMORY_LIMIT))
    with metered(apps) as crowd:
        await lesson.walk(together, visitors, lambda visitor: visitor.tab.links[0])
        await lesson.write_at_once(together, visitors, SAME, lambda _: TEACHER)
        await lesson.write_at_once(together, visitors, DIFFERENT, unseen)
        await lesson.walk(together, visitors, _some_page)
        await lesson.click_at_once(together, visitors, CLICK)
    print(f"\nAll {len(visitors)} in the same moment\n")
    kinds = (CLICK, SAME, DIFFERENT)
    print(together.times([(kind, [kind], AT_ONCE_LIMIT) for kind in kinds]))
    print("\n" + crowd.table(record, MEMORY_LIMIT) + "\n")
    await lesson.leave(visitors)
    return _sum(record, together)


def restart(plan: Plan) -> Record:
    """One process that is stopped and started again in the middle: what was typed is still there.
    Stopping and starting are no part of the time.
    """
    with running() as (app,):
        return asyncio.run(_restart(plan, app))


async def _restart(plan: Plan, app: App) -> Record:
    record, torn = Record(), Record()  # the second: of actions that a stopped server breaks off
    visitors = await lesson.enter(record, app.address, plan.users, pause(plan.users), plan.page)
    await _act(record, visitors, plan, plan.seconds / 2, plan.seed)
    acting = asyncio.create_task(_act(torn, visitors, plan, plan.every, plan.seed + 1))
    await asyncio.gather(asyncio.to_thread(app.restart), acting)
    await asyncio.gather(*(visitor.reconnect() for visitor in visitors))
    wrote = await lesson.look_for_sentences(record, visitors)
    print(f"\n{len(visitors)} visitors, the server was restarted; {wrote} had typed\n")
    await _act(record, visitors, plan, plan.seconds / 2, plan.seed + 2)
    await lesson.look_for_sentences(record, visitors)
    print(record.times([]) + f"\n\nbroken off by the restart: {torn.problems.total()}\n")
    await lesson.leave(visitors)
    return _sum(record)


def _some_page(visitor: Visitor) -> Link:
    """Any page but the first; which one depends on nothing but the visitor."""
    return Random(visitor.tab.session).choice(visitor.tab.links[1:])


def leak(plan: Plan) -> Record:
    """Sessions that open, act and close, `users` at a time."""
    environment: Mapping[str, str] = SHORT_MEMORY
    with running(1, environment) as (app,):
        return asyncio.run(_leak(plan, app))


async def _leak(plan: Plan, app: App) -> Record:
    record, queue = Record(), asyncio.Semaphore(plan.users)

    async def session(number: int) -> None:
        async with queue:
            for visitor in await lesson.enter(record, app.address, 1, 0):
                await lesson.clicks(record, [visitor], 4 * plan.every, plan.every, number)
                await visitor.close()

    found = [("before the first session", app.memory())]
    rounds = (("once the caches are full", plan.sessions // 2), ("", plan.sessions))
    begun = 0
    for name, count in rounds:
        await asyncio.gather(*(session(begun + number) for number in range(count)))
        begun += count
        await asyncio.sleep(REST)
        found.append((name or f"{count} sessions later", app.memory()))
    (_, full), (_, last) = found[-2:]
    growth = 100 * (last - full) / full
    print(f"\n{begun} sessions, {plan.users} at a time\n")
    print(record.times([]) + "\n")
    rows = [(name, f"{memory:.0f}", "") for name, memory in found]
    rows.append(("growth, %", f"{growth:.1f}", record.judge(growth, GROWTH_LIMIT)))
    print(table(("resident MiB", "found", "goal"), rows) + "\n")
    return _sum(record)
