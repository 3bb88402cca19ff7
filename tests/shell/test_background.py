"""What the server does by itself goes on beside it, and ends with it."""

from __future__ import annotations

import asyncio
import logging

import pytest

from explainer.runs import registry
from explainer.shell import server, warm


@pytest.mark.parametrize("failing", ["rest", "tidying"])
def test_what_fails_in_the_background_is_logged_and_stops_nothing(
    failing: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ended: list[str] = []

    async def work(name: str) -> None:
        try:
            if name == failing:
                raise RuntimeError("no model")
            await asyncio.Event().wait()
        finally:
            ended.append(name)

    monkeypatch.setattr(server, "_warm_rest", lambda: work("rest"))
    monkeypatch.setattr(server, "tidy_for_ever", lambda: work("tidying"))

    async def serve() -> list[str]:
        async with server.background():
            while len(asyncio.all_tasks()) > 2:
                await asyncio.sleep(0)  # until all is over but this and what never ends
            return ended.copy()

    with caplog.at_level(logging.ERROR):
        assert asyncio.run(serve()) == [failing]
    (record,) = caplog.records
    assert record.exc_info is not None and "no model" in str(record.exc_info[1])
    assert sorted(ended) == ["rest", "tidying"]


def test_nothing_goes_on_in_the_background_where_the_server_ends_by_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cancelled: list[str] = []

    async def wait(name: str) -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(name)
            raise

    monkeypatch.setattr(server, "_warm_rest", lambda: wait("rest"))
    monkeypatch.setattr(server, "tidy_for_ever", lambda: wait("tidying"))

    async def fail() -> None:
        async with server.background():
            await asyncio.sleep(0)
            raise OSError("no socket")

    async def serve() -> None:
        with pytest.raises(OSError, match="no socket"):
            await fail()
        await asyncio.sleep(0)
        assert sorted(cancelled) == ["rest", "tidying"]

    asyncio.run(serve())


def test_a_server_loads_in_the_background_what_nobody_chooses(
    shipped: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[registry.Entry] = []
    monkeypatch.setattr(registry, "problem", asked.append)
    warm.load_others()
    assert {model.name for model in asked} > {*registry.choosable()}
