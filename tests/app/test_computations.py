"""Whatever a page shows: nothing is computed for a visitor without a place at the gate."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from explainer.engine.memo import MEMO
from explainer.frame import choices
from explainer.frame.course import chapters
from explainer.runs import gate
from explainer.runs.gate import PERMITS
from explainer.text import Text
from tests.app.helpers import messages
from tests.apptest import Open
from tests.computations import Tally, watch

SENTENCES = ("강아지가 마당에서 논다.", "문을 닫아 주세요.")


def make_room() -> None:
    """All that counts by bytes goes: traces and searches."""
    for key in [key for key, entry in MEMO._entries.items() if entry.size]:
        del MEMO._entries[key]


@pytest.fixture
def tally(monkeypatch: pytest.MonkeyPatch) -> Tally:
    """Counts while the memo has room for one large value."""
    found = Tally()
    watch(found, monkeypatch.setattr)
    monkeypatch.setattr(MEMO, "room", 0)
    return found


@pytest.fixture
def views(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Which views the pages offer: key of the address, options."""
    found: dict[str, list[str]] = {}
    plain = choices.segments

    def noted(text: Any, key: str, label: str, names: Any, *more: Any, **named: Any) -> str:
        found.setdefault(key, list(names))
        return plain(text, key, label, names, *more, **named)

    for module in list(sys.modules.values()):
        if getattr(module, "segments", None) is plain:
            monkeypatch.setattr(module, "segments", noted)
    return found


@pytest.mark.parametrize(
    "page", [spec.url for spec in chapters()], ids=lambda url: url or "translate"
)
def test_no_page_computes_without_a_place(
    open_app: Open,
    tally: Tally,
    views: dict[str, list[str]],
    page: str,
) -> None:
    def opened(**address: str) -> None:
        app = open_app(page, lang="en", **address)
        assert not app.exception
        make_room()  # what the page has shown is no longer there
        app.run()
        assert not app.exception
        assert tally.outside == 0, (page, address)

    opened(s=SENTENCES[0])
    chosen = [{key: name} for key, names in views.items() for name in names[1:]]
    for address in (address for address in chosen if next(iter(address)).endswith("_view")):
        opened(s=SENTENCES[1], **address)
    assert tally.most <= PERMITS


def test_a_page_that_has_to_compute_again_says_when_it_cannot(
    open_app: Open, tally: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app("cell", lang="en")
    before = messages(app)
    with monkeypatch.context() as patch:
        patch.setattr(gate, "WAIT_SECONDS", 0.01)
        patch.setattr(gate.GATE, "permits", 0)
        make_room()
        app.run()
        assert not app.exception
        assert Text("en")("shell.busy") in messages(app)
    app.button(key="again_cell_panel").click().run()
    assert messages(app) == before
    assert tally.outside == 0
