"""Session recovery: a browser reconnects to a server that has forgotten its session.

The server was restarted, or the browser gone for too long: its page is older than the session.
Streamlit then waits for a click, drops it where it belongs to a fragment that the new session has
never drawn, and takes the address for newer than what was typed. Here the browser asks for a run as
soon as it is connected, and the new session first runs unseen with the address alone, as the old
one began. Then it knows every control, and what the browser sent is for it a click like any other.

A newer request does not wait for the run before it: Streamlit stops that one, which may be between
its unseen half and the other, and then would put its older values over the newer ones. So until a
run was shown to its end, each run takes what the browser sent last, whoever asked for it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any, Final
from weakref import WeakKeyDictionary

import streamlit as st
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import RerunData, RerunException, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
from streamlit.runtime.state import SessionState

KNOWN: Final = "controls_known"  # session: a whole run has come to its end
# As good as never: a browser's timer holds at most 24 days.
SELDOM: Final = timedelta(days=20)

_lock = threading.Lock()
# What the browsers sent last to sessions that have shown them no run yet.
_newest: WeakKeyDictionary[AppSession, WidgetStates] = WeakKeyDictionary()


@st.fragment(run_every=SELDOM)
def ask_when_reconnected() -> None:
    """Draws nothing. A browser with a fragment that runs by itself asks for a run of the whole page
    whenever it was reconnected; any other one expects its old session.
    """


def install() -> None:
    """From now on for every session of this process."""
    request, begin = AppSession.request_rerun, SessionState.on_script_will_rerun

    def request_rerun(self: AppSession, client_state: ClientState | None) -> None:
        if client_state is not None:
            client_state = note_request(self, client_state)
        request(self, client_state)

    def on_script_will_rerun(
        self: SessionState, fresh_widget_states: WidgetStates | None, **more: Any
    ) -> None:
        if newest_states(self) is not None:  # an unseen run knows no control yet
            fresh_widget_states = newest_states(self) if KNOWN in self else WidgetStates()
        begin(self, fresh_widget_states, **more)

    AppSession.request_rerun = request_rerun  # type: ignore[method-assign]
    SessionState.on_script_will_rerun = on_script_will_rerun  # type: ignore[method-assign]


def note_request(session: AppSession, asked: ClientState) -> ClientState:
    """The request to pass on for this one: of a session that knows no control it is for a run of
    the whole page. What the browser knows is noted until a run has been shown.
    """
    known = KNOWN in session._session_state
    with _lock:
        if asked.widget_states.widgets and (session in _newest or not known):
            _newest[session] = asked.widget_states
    if known:
        return asked
    whole = ClientState()
    whole.CopyFrom(asked)
    whole.ClearField("fragment_id")
    return whole


def newest_states(state: SessionState, forget: bool = False) -> WidgetStates | None:
    """What the browser of this session sent last, while no run has been shown to it."""
    with _lock:
        for session in list(_newest):
            if session._session_state is state:
                return _newest.pop(session) if forget else _newest[session]
    return None


@contextmanager
def meeting() -> Iterator[None]:
    """Round each whole run of the script: the first one of a session whose browser knows more than
    the address is not shown, and is followed by one with what the browser sent.
    """
    context = get_script_run_ctx()
    state = context.session_state._state if context else SessionState()
    if context is None or KNOWN in st.session_state or newest_states(state) is None:
        yield
        st.session_state[KNOWN] = True
        newest_states(state, forget=True)
        return
    address = context.query_string  # the run may add to it
    with (
        _without_output(context),
        suppress(Exception, RerunException),
    ):  # the next run meets it again
        yield
    st.session_state[KNOWN] = True
    raise RerunException(
        RerunData(
            query_string=address,
            widget_states=newest_states(state),
            page_script_hash=context.page_script_hash,
            cached_message_hashes=context.cached_message_hashes,
            context_info=context.context_info,
            is_history_navigation=context.is_history_navigation,
        )
    )


@contextmanager
def _without_output(context: ScriptRunContext) -> Iterator[None]:
    """Nothing that is drawn reaches the browser."""
    send = context._enqueue
    context._enqueue = _drop
    try:
        yield
    finally:
        context._enqueue = send


def _drop(message: ForwardMsg) -> None:
    """Takes a message to the browser and lets it go."""
