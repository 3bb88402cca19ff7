"""What a browser with an older page sends first to a server that does not know its session."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import create_autospec
from urllib.parse import urlencode

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.session_state import Serialized

from explainer.web import reconnect
from tests.app.serving import Server, Visitor, elements

ADDRESS = {"model": "ko-toy", "lang": "en", "s": "강아지가 잔다."}
TYPED = "고양이가 논다."


@pytest.fixture
def back(running: Server) -> Iterator[Visitor]:
    """A browser that had a page, and has now a connection and nobody who knows it."""
    query = urlencode(ADDRESS)
    with Visitor(running, query) as before:
        before.open()
    with Visitor(running, query) as after:
        after.widgets, after.page_hash = before.widgets, before.page_hash
        yield after


def fields(messages: list[ForwardMsg]) -> list[str]:
    """What the server writes into the field for the sentence."""
    found = [e.text_input for e in elements(messages) if e.WhichOneof("type") == "text_input"]
    return [field.value for field in found if field.id.endswith("-s") and field.set_value]


def test_a_typed_sentence_counts_more_than_the_older_address(back: Visitor) -> None:
    back.ask(s=TYPED)
    came = back.finished()
    assert urlencode({"s": TYPED}) in back.query
    assert ADDRESS["s"] not in fields(came)


def test_a_click_in_a_fragment_nobody_knows_is_a_run_of_the_page(back: Visitor) -> None:
    state = ClientState(query_string=back.query, page_script_hash=back.page_hash)
    state.fragment_id = "of-the-session-before"
    state.widget_states.widgets.append(WidgetState(id=back.widgets["s"], string_value=TYPED))
    back.send(BackMsg(rerun_script=state))
    came = back.finished()
    assert elements(came)
    assert urlencode({"s": TYPED}) in back.query


def states(sentence: str) -> WidgetStates:
    return WidgetStates(widgets=[WidgetState(id="$$ID-0-s", string_value=sentence)])


def test_a_run_that_is_late_brings_nothing_older(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two runs at once the older one may come to its values after the newer one."""
    for owner, name in ((AppSession, "request_rerun"), (SessionState, "on_script_will_rerun")):
        monkeypatch.setattr(owner, name, getattr(owner, name))  # so that it is put back
    reconnect.install()
    state = SessionState()
    session = create_autospec(AppSession, _session_state=state)
    reconnect.note_request(session, ClientState(widget_states=states(ADDRESS["s"])))
    state[reconnect.KNOWN] = True  # the unseen run is over, the other about to begin
    reconnect.note_request(session, ClientState(widget_states=states(TYPED)))
    for late in (TYPED, ADDRESS["s"]):
        state.on_script_will_rerun(states(late))
        found = state._new_widget_state.states["$$ID-0-s"]
        assert isinstance(found, Serialized) and found.value.string_value == TYPED


def test_the_page_asks_for_a_run_when_it_is_connected_again(back: Visitor) -> None:
    """Streamlit's browser does so where something runs by itself."""
    came = back.open()
    timers = [m.auto_rerun for m in came if m.WhichOneof("type") == "auto_rerun"]
    assert any(timer.interval > 24 * 3600 for timer in timers)
    # A browser's timer counts milliseconds in 32 bits; beyond, it fires at once and for ever.
    assert all(timer.interval * 1000 < 2**31 for timer in timers)
