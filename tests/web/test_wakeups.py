"""Messages of a run reach the event loop in batches, in their order, from any thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from types import SimpleNamespace
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

    class AppSession:
        _call_soon_on_event_loop: Callable[..., None]

    class Runtime:
        _enqueued_some_message = None

    monkeypatch.setattr(wakeups, "AppSession", AppSession)
    monkeypatch.setattr(wakeups, "Runtime", Runtime)
    came = list[str]()

    async def run() -> None:
        wakeups.install()
        over = asyncio.Event()
        AppSession()._call_soon_on_event_loop(lambda: came.append("here"))
        AppSession()._call_soon_on_event_loop(over.set)
        await over.wait()

    asyncio.run(run())
    AppSession()._call_soon_on_event_loop(lambda: came.append("too late"))
    assert came == ["here"]
    assert Runtime._enqueued_some_message is wakeups._note_message


@pytest.mark.parametrize("on_loop", [True, False])
def test_the_loop_is_woken_from_outside_alone(
    monkeypatch: pytest.MonkeyPatch, on_loop: bool
) -> None:
    woken = list[int]()

    async def run() -> None:
        loop = asyncio.get_running_loop()
        wake = loop.call_soon_threadsafe

        def counted(callback: Callable[..., Any], *args: Any) -> Any:
            woken.append(1)
            return wake(callback, *args)

        objects = SimpleNamespace(eventloop=loop, need_send_data=asyncio.Event())
        runtime: Any = SimpleNamespace(_get_async_objs=lambda: objects)
        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        if on_loop:
            wakeups._note_message(runtime)
            assert objects.need_send_data.is_set()
        else:
            thread = threading.Thread(target=wakeups._note_message, args=(runtime,))
            thread.start()
            thread.join()
            await objects.need_send_data.wait()

    asyncio.run(run())
    assert len(woken) == (0 if on_loop else 1)
