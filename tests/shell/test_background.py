"""What the server does by itself goes on beside it, and ends with it."""

import asyncio
import logging

import pytest

from explainer.shell import server
from explainer.web import memory


def test_what_fails_in_the_background_is_logged_and_stops_nothing(monkeypatch, caplog):
    def fail() -> bool:
        raise RuntimeError("no heap")

    monkeypatch.setattr(memory, "forget_lost", fail)

    async def serve() -> str:
        async with server.background():
            while len(asyncio.all_tasks()) > 1:
                await asyncio.sleep(0)  # until it is over
            return "serves"

    with caplog.at_level(logging.ERROR):
        assert asyncio.run(serve()) == "serves"
    (record,) = caplog.records
    assert record.exc_info is not None and "no heap" in str(record.exc_info[1])


def test_nothing_goes_on_in_the_background_where_the_server_ends_by_an_error(monkeypatch):
    cancelled: list[str] = []

    async def wait(name: str) -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(name)
            raise

    monkeypatch.setattr(server, "tidy_for_ever", lambda: wait("tidying"))

    async def fail() -> None:
        async with server.background():
            await asyncio.sleep(0)
            raise OSError("no socket")

    async def serve() -> None:
        with pytest.raises(OSError, match="no socket"):
            await fail()
        await asyncio.sleep(0)
        assert cancelled == ["tidying"]

    asyncio.run(serve())
