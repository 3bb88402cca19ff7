"""A page to take along: made by another process, one at a time, for all who wait for the same."""

import asyncio
import subprocess
import threading
from pathlib import Path

import pytest

from explainer.runs import page_file
from explainer.runs.gate import GATE, PERMITS, Busy
from tests.layers.test_imports import LAYERS


class Command:
    """Stands for the process: it waits until it may end, and writes what it was asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, status: int = 0) -> None:
        self.asked: list[str] = []
        self.places: list[int] = []
        self.may_end = threading.Event()
        self._status = status
        monkeypatch.setattr(subprocess, "run", self._run)

    def _run(self, command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        address, out = command[4:6]
        self.asked.append(address)
        self.may_end.wait()
        self.places.append(GATE.counts()[0])
        Path(out).write_text(address)
        return subprocess.CompletedProcess(command, self._status)


def test_a_class_is_served_in_turn_and_leaves_a_place_at_the_model(monkeypatch):
    command = Command(monkeypatch)

    async def pressed() -> list[bytes | BaseException]:
        same = [page_file.page_file(("masks?s=same", "")) for _ in range(30)]
        others = [page_file.page_file((f"masks?s={i}", "")) for i in range(page_file.MOST)]
        waiting = asyncio.gather(*same, *others, return_exceptions=True)
        await asyncio.sleep(0)  # all have asked
        command.may_end.set()
        return await waiting

    *given, last = asyncio.run(pressed())
    assert given[:30] == [b"masks?s=same"] * 30
    assert given[30:] == [f"masks?s={i}".encode() for i in range(page_file.MOST - 1)]
    assert isinstance(last, Busy)
    assert command.asked == ["masks?s=same", *(f"masks?s={i}" for i in range(page_file.MOST - 1))]
    assert command.places == [1] * page_file.MOST and PERMITS > 1


def test_of_a_page_that_fails_no_sentence_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    command = Command(monkeypatch, status=2)
    command.may_end.set()
    with pytest.raises(RuntimeError, match="no file of the page 'masks'$"):
        asyncio.run(page_file.page_file(("masks?s=private", "")))


def test_what_it_needs_is_what_the_site_needs_beside_the_app() -> None:
    app = frozenset[str]().union(*(one.others for name, one in LAYERS.items() if name != "site"))
    assert {*page_file.NEEDED} == LAYERS["site"].others - app
