"""A class: everybody opens the app, clicks now and then, and sometimes all at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Final

from tests.load.actions import act, new_value
from tests.load.protocol import Link
from tests.load.record import OPEN, Record
from tests.load.visitor import HandshakeFailed, Lost, Visitor

WALK: Final = "another page, one by one"


async def enter(
    record: Record, address: str, count: int, over: float, page: str = ""
) -> list[Visitor]:
    """`count` visitors open a page of the app within `over` seconds; those who got in."""

    async def one(number: int) -> Visitor | None:
        await asyncio.sleep(over * number / count)
        visitor = Visitor(address)
        try:
            record.add(OPEN, await visitor.open(page))
        except HandshakeFailed as error:
            record.handshakes += 1
            record.problems[f"{OPEN}: {error}"] += 1
        except (Lost, OSError) as error:
            record.problems[f"{OPEN}: {error}"] += 1
        else:
            note(record, visitor, OPEN)
            return visitor
        return None

    found = await asyncio.gather(*(one(number) for number in range(count)))
    return [visitor for visitor in found if visitor is not None]


async def clicks(
    record: Record,
    visitors: Sequence[Visitor],
    seconds: float,
    every: float,
    seed: int,
    own: bool = False,
    stays: bool = False,
) -> None:
    """Each acts once per `every` seconds (exponential) until the time is over; `own` and `stays`
    as in `act`.
    """
    end = time.monotonic() + seconds

    async def one(number: int, visitor: Visitor) -> None:
        chance = Random(f"{seed} {number}")
        while True:
            pause = chance.expovariate(1 / every)
            if time.monotonic() + pause > end:
                return
            await asyncio.sleep(pause)
            await attempt(record, visitor, lambda: act(visitor, chance, own, stays))

    await asyncio.gather(*(one(number, visitor) for number, visitor in enumerate(visitors)))


async def attempt(
    record: Record, visitor: Visitor, action: Callable[[], Awaitable[tuple[str, float]]]
) -> None:
    """Do something and write it down; who lost the connection comes back, as a browser does."""
    try:
        kind, seconds = await action()
    except Lost as error:
        record.problems[f"{error}: {visitor.doing}"] += 1
        try:
            await visitor.reconnect()
        except (HandshakeFailed, Lost, OSError) as again:
            record.handshakes += isinstance(again, HandshakeFailed)
            record.problems[f"coming back: {again}"] += 1
    else:
        record.add(kind, seconds)
        note(record, visitor, kind)


def note(record: Record, visitor: Visitor, kind: str) -> None:
    """What the tab has seen since the last time."""
    for problem in visitor.tab.take_problems():
        record.problems[f"{kind}: {problem}"] += 1
    record.busy += visitor.tab.busy
    visitor.tab.busy = 0


async def walk(
    record: Record, visitors: Sequence[Visitor], where: Callable[[Visitor], Link]
) -> None:
    """Everybody to a page, one after the other."""
    for visitor in visitors:

        async def action(visitor: Visitor = visitor) -> tuple[str, float]:
            return WALK, await visitor.follow(where(visitor))

        await attempt(record, visitor, action)


async def write_at_once(
    record: Record, visitors: Sequence[Visitor], kind: str, sentence: Callable[[int], str]
) -> None:
    """All send a sentence in the same moment."""

    async def one(number: int, visitor: Visitor) -> None:
        async def action() -> tuple[str, float]:
            return kind, await visitor.write(sentence(number))

        await attempt(record, visitor, action)

    await asyncio.gather(*(one(number, visitor) for number, visitor in enumerate(visitors)))


async def click_at_once(record: Record, visitors: Sequence[Visitor], kind: str) -> None:
    """All change a control of a fragment in the same moment, on whatever page they are."""

    async def one(number: int, visitor: Visitor) -> None:
        change = new_value(visitor.tab, Random(number))
        if change is None:
            return

        async def action() -> tuple[str, float]:
            return kind, await visitor.use(change.widget, change.state, change.fragment)

        await attempt(record, visitor, action)

    await asyncio.gather(*(one(number, visitor) for number, visitor in enumerate(visitors)))


async def leave(visitors: Sequence[Visitor]) -> None:
    await asyncio.gather(*(visitor.close() for visitor in visitors))
