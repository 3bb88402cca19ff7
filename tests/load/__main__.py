"""`python -m tests.load one|class|restart|leak`: how the app bears a class, in minutes; no test."""

from __future__ import annotations

import argparse
import sys

from tests.load import scenarios
from tests.load.scenarios import Plan

SCENARIOS = {
    "one": scenarios.one,
    "class": scenarios.whole_class,
    "restart": scenarios.restart,
    "leak": scenarios.leak,
}
USERS = {"one": 30, "class": 100, "restart": 30, "leak": 20}
SECONDS = {"one": 120.0, "class": 120.0, "restart": 600.0, "leak": 0.0}
EVERY = {"one": 5.0, "class": 5.0, "restart": 5.0, "leak": 0.5}


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    made.add_argument("scenario", choices=list(SCENARIOS))
    made.add_argument("--seconds", type=float, help="of each part in which visitors act")
    made.add_argument("--users", type=int, help="visitors at the same time")
    made.add_argument("--every", type=float, help="mean seconds between two actions of a visitor")
    made.add_argument("--sessions", type=int, default=400, help="of leak: how many come and go")
    made.add_argument("--own", action="store_true", help="everybody writes sentences of their own")
    made.add_argument("--page", default="", help="where everybody stays, for instance greedy")
    made.add_argument("--seed", type=int, default=1, help="other visitors, other clicks")
    return made


def main() -> int:
    """1 where a goal was missed or anything went wrong."""
    asked = parser().parse_args()
    name = asked.scenario
    plan = Plan(
        seconds=asked.seconds if asked.seconds is not None else SECONDS[name],
        users=asked.users or USERS[name],
        every=asked.every or EVERY[name],
        seed=asked.seed,
        sessions=asked.sessions,
        own=asked.own,
        page=asked.page,
    )
    record = SCENARIOS[name](plan)
    print(f"\n{'every goal was met' if not record.missed else f'{record.missed} goals missed'}")
    return 1 if record.missed else 0


if __name__ == "__main__":
    sys.exit(main())
