"""`python -m tests.load`: how the app bears a class, in minutes; no test."""

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from random import Random
from typing import Final

from tests.app.serving import Server
from tests.load import lesson
from tests.load.actions import MIX
from tests.load.protocol import Link
from tests.load.record import OPEN, Record, metered
from tests.load.sentences import unseen
from tests.load.servers import BASE, nginx, nginx_program, running
from tests.load.visitor import Visitor

# Milliseconds at p95, by how many processes there are.
LIMITS: Final = {1: 200.0, 2: 600.0}
AT_ONCE_LIMIT, OPEN_LIMIT = 4000.0, 10_000.0
MEMORY_LIMIT: Final = 800.0  # MiB of a process
USERS: Final = {1: 30, 2: 100}
ALL: Final = "every action"
CLICK, SAME, DIFFERENT = "a control, at once", "one sentence, at once", "own sentences, at once"
TEACHER: Final = "할머니께서 어제 우리에게 떡을 보내 주셨다."


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    made.add_argument("--processes", type=int, choices=[1, 2], default=2, help="2: behind nginx")
    made.add_argument("--seconds", type=float, default=120.0, help="in which visitors act")
    made.add_argument("--users", type=int, help="visitors at the same time: 30 a process, 100 at 2")
    made.add_argument("--every", type=float, default=5.0, help="mean seconds between two actions")
    made.add_argument("--own", action="store_true", help="everybody writes sentences of their own")
    made.add_argument("--page", default="", help="where everybody stays, for instance greedy")
    made.add_argument("--seed", type=int, default=1, help="other visitors, other clicks")
    return made


async def a_class(asked: argparse.Namespace, apps: Sequence[Server], address: str) -> Record:
    """Visitors come, act for a while, and then all at once; prints what was measured."""
    record, users = Record(), asked.users or USERS[len(apps)]
    with metered(apps) as meter:
        visitors = await lesson.enter(record, address, users, users / 10, asked.page)
        pace = asked.seconds, asked.every, asked.seed, asked.own, bool(asked.page)
        await lesson.clicks(record, visitors, *pace)
    limits = [(ALL, list(MIX), LIMITS[len(apps)]), (OPEN, [OPEN], OPEN_LIMIT)]
    print(f"\n{users} visitors, {len(apps)} processes\n\n{record.times(limits)}")
    print("\n" + meter.table(record, MEMORY_LIMIT))
    together = Record()
    with metered(apps) as crowd:
        await lesson.walk(together, visitors, lambda visitor: visitor.tab.links[0])
        await lesson.write_at_once(together, visitors, SAME, lambda _: TEACHER)
        await lesson.write_at_once(together, visitors, DIFFERENT, unseen)
        await lesson.walk(together, visitors, some_page)
        await lesson.click_at_once(together, visitors, CLICK)
    kinds = (CLICK, SAME, DIFFERENT)
    times = together.times([(kind, [kind], AT_ONCE_LIMIT) for kind in kinds])
    print(f"\nAll {len(visitors)} in the same moment\n\n{times}")
    print("\n" + crowd.table(together, MEMORY_LIMIT) + "\n")
    await lesson.leave(visitors)
    return record.with_faults_of(together)


def some_page(visitor: Visitor) -> Link:
    """Any page but the first; which one depends on nothing but the visitor."""
    return Random(visitor.tab.session).choice(visitor.tab.links[1:])


def main() -> int:
    """1 where a goal was missed or anything went wrong."""
    asked, program = parser().parse_args(), nginx_program()
    if asked.processes > 1 and program is None:
        raise SystemExit("error: no nginx; install the package nginx")
    with ExitStack() as stack:
        secret = {"STREAMLIT_SERVER_COOKIE_SECRET": os.urandom(32).hex()}
        apps = stack.enter_context(running(asked.processes, BASE, forked=False, **secret))
        address = apps[0].url
        if asked.processes > 1 and program is not None:
            address = stack.enter_context(nginx(program, apps[0].port, apps[1].port)).address
        record = asyncio.run(a_class(asked, apps, address))
    print(record.faults())
    print(f"\n{'every goal was met' if not record.missed else f'{record.missed} goals missed'}")
    return 1 if record.missed else 0


if __name__ == "__main__":
    sys.exit(main())
