"""Translations that several visitors ask for at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

import pytest

from explainer.decoding import DecodeOptions
from explainer.engine.memo import MEMO
from explainer.runs import gate, resources
from explainer.runs.gate import GATE, PERMITS
from explainer.runs.resources import Request
from tests.apptest import use_models
from tests.conftest import SENTENCES
from tests.runs.waiting import until

LONG = 300.0  # seconds: a wait that no correct program lets run out
CLASS = 5


@pytest.fixture
def tiny(tiny_model_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    use_models(tiny_model_folder.parent, monkeypatch)
    monkeypatch.setattr(gate, "visitor", lambda: threading.current_thread().name)
    monkeypatch.setattr(gate, "WAIT_SECONDS", LONG)
    yield
    MEMO.clear()


@pytest.mark.parametrize("method", ["beam", "greedy"])
@pytest.mark.usefixtures("tiny")
def test_who_waits_for_a_place_holds_no_lock(method: Literal["beam", "greedy"]) -> None:
    """A class that sends one new sentence to a full house stands in the line of the gate, each for
    the time that is given to everybody, and gets one translation.
    """
    request = Request("tiny", SENTENCES[0], DecodeOptions(method=method, max_length=12))
    leave = threading.Event()

    def stay() -> None:
        with gate.permit():
            assert leave.wait(LONG)

    with ThreadPoolExecutor(PERMITS + CLASS) as pool:
        inside = [pool.submit(stay) for _ in range(PERMITS)]
        until(lambda: GATE.counts() == (PERMITS, 0))
        asked = [pool.submit(resources.translate, request) for _ in range(CLASS)]
        try:
            until(lambda: GATE.counts() == (PERMITS, CLASS), patience=20)
        finally:
            leave.set()
        for future in inside:
            future.result(LONG)
        assert len({id(future.result(LONG)) for future in asked}) == 1
