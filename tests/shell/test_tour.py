"""The server opens every page by itself, and leaves nothing behind but what it has loaded."""

from __future__ import annotations

import asyncio
import json
import logging
import urllib.request
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.requests import Request
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import Runtime

from explainer.frame.course import chapters
from explainer.shell import server as shell
from explainer.shell import tour
from explainer.text import LANGUAGES
from tests.app.serving import server
from tests.runs.waiting import until

EARLY = ForwardMsg.FINISHED_EARLY_FOR_RERUN
WHOLE = ForwardMsg.FINISHED_SUCCESSFULLY


class FakeRuntime:
    """Answers each request with a run that begins anew once, a loop's turn later."""

    def __init__(self) -> None:
        self.guests: dict[str, tour.Guest] = {}
        self.asked: list[tuple[str, str, str]] = []  # session, language, page
        self.closed: list[str] = []
        self.running = False

    def connect_session(self, guest: tour.Guest, user: dict[str, str]) -> str:
        session = f"session {len(self.guests)}"
        self.guests[session] = guest
        return session

    def handle_backmsg(self, session: str, message: BackMsg) -> None:
        assert not self.running, "one page after the other"
        self.running = True
        state = message.rerun_script
        self.asked.append((session, state.context_info.locale, state.page_name))
        asyncio.get_running_loop().call_soon(self._answer, self.guests[session])

    def _answer(self, guest: tour.Guest) -> None:
        guest.write_forward_msg(ForwardMsg(script_finished=EARLY))
        assert not guest.is_over.is_set()
        self.running = False
        guest.write_forward_msg(ForwardMsg(script_finished=WHOLE))

    def close_session(self, session: str) -> None:
        self.closed.append(session)


def visit(runtime: FakeRuntime) -> None:
    asyncio.run(tour.visit_all(cast(Any, runtime)))


def test_every_page_is_opened_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(tour.VARIABLE, raising=False)
    runtime = FakeRuntime()
    visit(runtime)
    pages = [chapter.url for chapter in chapters()]
    assert [(lang, page) for _, lang, page in runtime.asked] == [
        (lang, page) for lang in LANGUAGES for page in pages
    ]
    assert runtime.closed == list(runtime.guests)


def test_none_is_where_it_is_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(tour.VARIABLE, "0")
    runtime = FakeRuntime()
    visit(runtime)
    assert not runtime.guests


async def readiness() -> Any:
    scope: dict[str, Any] = {"type": "http", "method": "GET", "path": "/readyz", "headers": []}
    return json.loads(bytes((await shell.readyz(Request(scope))).body))


@pytest.mark.parametrize("failing", ["visit_all", "tidy_for_ever"])
def test_what_fails_in_the_background_is_logged_and_stops_nothing(
    failing: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(shell, "_toured", False)
    monkeypatch.setattr(shell, "settle_heap", lambda: None)
    monkeypatch.setattr(Runtime, "instance", lambda: None)
    ended: list[str] = []

    async def work(name: str) -> None:
        if name == failing:
            raise RuntimeError("no page")
        if name == "tidy_for_ever":
            try:
                await asyncio.Event().wait()
            finally:
                ended.append(name)

    monkeypatch.setattr(tour, "visit_all", lambda runtime: work("visit_all"))
    monkeypatch.setattr(shell, "tidy_for_ever", lambda: work("tidy_for_ever"))

    async def serve() -> bool:
        async with shell.background():
            while len(asyncio.all_tasks()) > (2 if failing == "visit_all" else 1):
                await asyncio.sleep(0)  # until all is over but this and what never ends
            return bool((await readiness())["toured"])

    with caplog.at_level(logging.ERROR):
        assert asyncio.run(serve()) is (failing != "visit_all")
    (record,) = caplog.records
    assert record.exc_info is not None and "no page" in str(record.exc_info[1])
    assert ended == (["tidy_for_ever"] if failing == "visit_all" else [])


def test_nothing_goes_on_in_the_background_where_the_server_ends_by_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Runtime, "instance", lambda: None)
    cancelled: list[str] = []

    async def wait(name: str) -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(name)
            raise

    monkeypatch.setattr(tour, "visit_all", lambda runtime: wait("tour"))
    monkeypatch.setattr(shell, "tidy_for_ever", lambda: wait("tidying"))

    async def fail() -> None:
        async with shell.background():
            await asyncio.sleep(0)
            raise OSError("no socket")

    async def serve() -> None:
        with pytest.raises(OSError, match="no socket"):
            await fail()
        await asyncio.sleep(0)
        assert sorted(cancelled) == ["tidying", "tour"]

    asyncio.run(serve())


def test_a_server_has_toured_without_a_complaint(
    tmp_path: Path, models_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(tour.VARIABLE, "1")
    with server(models_folder, tmp_path / "log") as running:

        def told() -> dict[str, Any]:
            with urllib.request.urlopen(f"{running.url}/readyz") as answer:
                return cast(dict[str, Any], json.loads(answer.read()))

        until(lambda: bool(told()["toured"]), patience=600.0, every=0.05)
        assert "Traceback" not in running.said()
