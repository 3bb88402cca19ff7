"""Messages of a run reach the event loop in batches, in their order, from any thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from explainer.web import wakeups

MESSAGES = 200


def test_all_come_in_their_order_and_few_wake_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """From a thread that never waits: only what a pause ends between two of them wakes it anew."""
    came, woken = list[int](), list[int]()

    async def run() -> None:
        loop = asyncio.get_running_loop()
        wake = loop.call_soon_threadsafe
        over = asyncio.Event()
        batch = wakeups.Batch(loop)

        def counted(callback: Callable[..., Any], *args: Any) -> Any:
            woken.append(1)
            return wake(callback, *args)

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)

        def send() -> None:
            for number in range(MESSAGES):
                batch.add(lambda number=number: came.append(number))  # type: ignore[misc]
            batch.add(over.set)

        # The loop stands still until all are there, as on a machine that is busy with the run.
        thread = threading.Thread(target=send)
        thread.start()
        thread.join()
        await over.wait()

    asyncio.run(run())
    assert came == list(range(MESSAGES))
    assert len(woken) == 1


def test_what_fails_takes_nothing_else_along() -> None:
    came, problems = list[str](), list[str]()

    async def run() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: problems.append(str(context["exception"])))
        batch, over = wakeups.Batch(loop), asyncio.Event()

        def fail() -> None:
            raise ValueError("this one")

        for callback in (lambda: came.append("before"), fail, lambda: came.append("after")):
            batch.add(callback)
        batch.add(over.set)
        await over.wait()
        batch.add(over.clear)  # and the next batch comes as well
        while over.is_set():
            await asyncio.sleep(0)

    asyncio.run(run())
    assert (came, problems) == (["before", "after"], ["this one"])


def test_every_session_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a run that outlasts the server's loop is no error."""
    session = type("Session", (), {})()
    came = list[str]()

    async def run() -> None:
        session._event_loop = asyncio.get_running_loop()
        over = asyncio.Event()
        wakeups._call_soon(session, lambda: came.append("here"))
        wakeups._call_soon(session, over.set)
        await over.wait()

    asyncio.run(run())
    wakeups._call_soon(session, lambda: came.append("too late"))
    assert came == ["here"]

    class AppSession:
        _call_soon_on_event_loop = None

    monkeypatch.setattr(wakeups, "AppSession", AppSession)
    wakeups.install()
    assert AppSession._call_soon_on_event_loop is wakeups._call_soon
