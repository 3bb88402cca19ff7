"""`settle` waits for what was asked for, and for nothing that will never come."""

from __future__ import annotations

from playwright.sync_api import Page
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState

from tests.browser.app_page import Go
from tests.browser.tabs import settle

SOCKETS = """{
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...how) {
      super(...how);
      window.socket = this;
    }
  };
}"""
ASK = "(bytes) => socket.send(new Uint8Array(bytes))"


def ask(page: Page, state: ClientState) -> None:
    page.evaluate(ASK, list(BackMsg(rerun_script=state).SerializeToString()))


def test_a_run_that_a_timer_asked_for_in_vain_is_not_waited_for(go: Go) -> None:
    """Its fragment went while the request was on its way: the server does nothing."""
    page = go("results?lang=en", script=SOCKETS)
    ended = page.evaluate("runs.ended")
    ask(page, ClientState(fragment_id="gone", is_auto_rerun=True))
    settle(page)
    assert page.evaluate("runs.ended") == ended

    ask(page, ClientState(query_string="lang=en"))  # one that a reader asked for
    settle(page)
    assert page.evaluate("runs.ended") == ended + 1
