"""A class: everybody opens the app, clicks now and then, and sometimes all at once."""

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
            await attempt(record, visitor, *act(visitor, chance, own, stays))

    await asyncio.gather(*(one(number, visitor) for number, visitor in enumerate(visitors)))


async def attempt(record: Record, visitor: Visitor, kind: str, doing: Awaitable[float]) -> None:
    """Do something and write it down; who lost the connection comes back, as a browser does."""
    try:
        record.add(kind, await doing)
    except Lost as error:
        record.problems[f"{error}: {visitor.doing}"] += 1
        await come_back(record, visitor)
    else:
        note(record, visitor, kind)


async def come_back(record: Record, visitor: Visitor) -> None:
    """Connect again; a browser tries until there is a server, and nobody can act meanwhile."""
    for pause in (0.5, 1, 2, 4, 8, 16):
        try:
            await visitor.reconnect()
        except (HandshakeFailed, Lost, OSError) as error:
            record.handshakes += isinstance(error, HandshakeFailed)
            record.problems[f"coming back: {error}"] += 1
            await asyncio.sleep(pause)
        else:
            return


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
        await attempt(record, visitor, WALK, visitor.follow(where(visitor)))


async def write_at_once(
    record: Record, visitors: Sequence[Visitor], kind: str, sentence: Callable[[int], str]
) -> None:
    """All send a sentence in the same moment."""
    doing = [(visitor, visitor.write(sentence(at))) for at, visitor in enumerate(visitors)]
    await asyncio.gather(*(attempt(record, visitor, kind, each) for visitor, each in doing))


async def click_at_once(record: Record, visitors: Sequence[Visitor], kind: str) -> None:
    """All change a control of a fragment in the same moment, on whatever page they are."""
    changes = [(visitor, new_value(visitor.tab, Random(at))) for at, visitor in enumerate(visitors)]
    doing = [
        (visitor, visitor.use(change.widget, change.state, change.fragment))
        for visitor, change in changes
        if change is not None
    ]
    await asyncio.gather(*(attempt(record, visitor, kind, each) for visitor, each in doing))


async def leave(visitors: Sequence[Visitor]) -> None:
    await asyncio.gather(*(visitor.close() for visitor in visitors))
