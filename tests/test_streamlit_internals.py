"""Streamlit below its public interface: what the app takes is there, and Streamlit does not do it
by itself yet.

Where a test of the second kind fails, look for the public way; the function goes from the module.
"""

import gc
import inspect
import logging
import weakref
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from starlette.responses import Response
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.session_manager import SessionInfo
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.testing.v1 import AppTest
from streamlit.web.server.starlette import starlette_routes, starlette_websocket

from explainer import streamlit_internals
from explainer.web.limits import FILES


def test_a_run_knows_its_visitor_and_what_asked_for_it() -> None:
    def script() -> None:
        import streamlit as st

        from explainer import streamlit_internals as internals

        st.text(internals.session_id())
        st.text(internals.is_history_navigation())
        st.text(internals.page_asked_for())
        with internals.null_container():
            st.text("unseen")

    at = AppTest.from_function(script).run()
    assert not at.exception
    session, history, page = (each.value for each in at.text)
    assert session != "None" and (history, page) == ("False", "")
    assert streamlit_internals.session_id() is None


def test_the_context_of_a_run_does_not_tell_these_things() -> None:
    told = " ".join(dir(st.context)).lower()
    words = ("session", "history", "navigation", "page", "path", "connected", "active")
    assert not any(word in told for word in words)


def test_no_place_of_streamlits_is_one_that_is_not_sent() -> None:
    for place in (st.container, st.empty, st.expander):
        parameters = inspect.signature(place).parameters
        assert not {"visible", "hidden", "render", "send"} & set(parameters)


def test_only_streamlit_knows_what_was_set_and_by_which_names_it_is_reached() -> None:
    assert not {"is_manually_set", "is_option_set", "allowed_hosts"} & {*dir(st)}
    assert not streamlit_internals.is_option_set("server.baseUrlPath")
    assert streamlit_internals.is_allowed_host("localhost:1") and streamlit_internals.UPLOAD_COOKIE


def test_streamlit_looks_at_the_name_of_a_websocket_alone() -> None:
    folder = Path(starlette_websocket.__file__).parent
    asking = {path.name for path in folder.glob("*.py") if "is_host_allowed(" in path.read_text()}
    agents = "starlette_agent_routes.py"  # a programming interface, which is turned off
    assert asking == {Path(starlette_websocket.__file__).name, agents}


def test_a_session_that_is_refused_is_not_told_which_setting_lets_it_in() -> None:
    said = inspect.getsource(starlette_websocket.create_websocket_handler)
    assert "Rejecting WebSocket connection" in said
    assert "server.allowedHosts" not in said and "browser.serverAddress" not in said


def test_the_cookie_of_an_upload_cannot_be_one_of_a_frame() -> None:
    answer = Response()
    starlette_routes._set_unquoted_cookie(answer, "a", "b", same_site="None", secure=True)
    assert "SameSite=None" in answer.headers["set-cookie"]
    assert "Partitioned" not in answer.headers["set-cookie"]


@pytest.mark.parametrize("name", streamlit_internals.LOGGERS)
def test_a_logger_is_that_of_a_module_that_writes_tracebacks(name: str) -> None:
    source = inspect.getsource(import_module(name))
    assert name in logging.root.manager.loggerDict
    assert "exc_info=" in source or "_LOGGER.exception(" in source


def test_an_order_is_read_from_what_a_browser_sends() -> None:
    order = BackMsg(clear_cache=True).SerializeToString()
    assert streamlit_internals.message_kind(order) == "clear_cache"


def test_streamlit_tells_everybody_which_files_lie_beside_the_app() -> None:
    told = inspect.getsource(AppSession._handle_git_information_request)
    assert "untracked_files" in told and "get_option" not in told


def test_one_visitor_may_leave_any_number_of_files() -> None:
    manager = MemoryUploadedFileManager("/_stcore/upload_file")
    for name in map(str, range(9 * FILES)):
        manager.add_file("a", UploadedFileRec(name, name, "text/plain", b"x"))
    assert len(manager.file_storage["a"]) == 9 * FILES


def test_a_lost_session_stays_until_somebody_comes_or_leaves(monkeypatch):
    class Lost:
        id = "lost"

    now, lost = [0.0], Lost()
    storage: Any = MemorySessionStorage(ttl_seconds=1)
    monkeypatch.setattr(storage._cache, "_timer", lambda: now[0])
    session = weakref.ref(lost)
    storage.save(SessionInfo(client=None, session=lost))  # type: ignore[arg-type]
    del lost
    now[0] = 100.0
    gc.collect()
    assert session() is not None
    assert storage._cache.expire()
    gc.collect()
    assert session() is None
