"""The server opens every page by itself, and leaves nothing behind but what it has loaded."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from pathlib import Path
from typing import Any, cast

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from explainer.frame.course import chapters
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
