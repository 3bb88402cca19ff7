"""Session recovery: a browser reconnects to a server that has forgotten its session.

The server was restarted, or the browser gone for too long: its page is older than the session.
Streamlit then waits for a click, drops it where it belongs to a fragment that the new session has
never drawn, and takes the address for newer than what was typed. Here the browser asks for a run as
soon as it is connected, and the new session first runs unseen with the address alone, as the old
one began. Then it knows every control, and what the browser sent is for it a click like any other.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Final
from weakref import WeakKeyDictionary

import streamlit as st
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import RerunData, RerunException, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

KNOWN: Final = "controls_known"  # session: a whole run has come to its end
# As good as never: a browser's timer holds at most 24 days.
SELDOM: Final = timedelta(days=20)

_lock = threading.Lock()
# What the browsers sent to sessions that do not know their controls yet.
_waiting: WeakKeyDictionary[AppSession, WidgetStates] = WeakKeyDictionary()


@st.fragment(run_every=SELDOM)
def ask_when_reconnected() -> None:
    """Draws nothing. A browser with a fragment that runs by itself asks for a run of the whole page
    whenever it was reconnected; any other one expects its old session.
    """


def install() -> None:
    """From now on for every session of this process."""
    plain = AppSession.request_rerun

    def request_rerun(self: AppSession, client_state: ClientState | None) -> None:
        if client_state is not None and KNOWN not in self._session_state:
            client_state = _as_opened(self, client_state)
        plain(self, client_state)

    AppSession.request_rerun = request_rerun  # type: ignore[method-assign]


def _as_opened(session: AppSession, asked: ClientState) -> ClientState:
    """The request of a browser that opens this address; what it knows more is put aside."""
    opening = ClientState()
    opening.CopyFrom(asked)
    opening.ClearField("widget_states")
    opening.ClearField("fragment_id")
    if asked.widget_states.widgets:
        with _lock:
            _waiting[session] = asked.widget_states
    return opening


def _take_waiting(context: ScriptRunContext | None) -> WidgetStates | None:
    """What was put aside for the session of this run."""
    with _lock:
        found = [each for each in _waiting if context and each.id == context.session_id]
        return _waiting.pop(found[0]) if found else None


@contextmanager
def meeting() -> Iterator[None]:
    """Round each whole run of the script: the first one of a session whose browser knows more than
    the address is not shown, and is followed by one with what the browser sent.
    """
    context = get_script_run_ctx()
    states = _take_waiting(context)
    if context is None or states is None:
        yield
    else:
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
                widget_states=states,
                page_script_hash=context.page_script_hash,
                cached_message_hashes=context.cached_message_hashes,
                context_info=context.context_info,
                is_history_navigation=context.is_history_navigation,
            )
        )
    st.session_state[KNOWN] = True


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
