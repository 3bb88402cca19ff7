"""Streamlit below its public interface: what the app takes is there."""

import inspect
import logging
from importlib import import_module

import pytest
import streamlit as st
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.testing.v1 import AppTest

from explainer import streamlit_internals


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


def test_only_streamlit_knows_what_was_set_and_by_which_names_it_is_reached() -> None:
    assert not {"is_manually_set", "is_option_set", "allowed_hosts"} & {*dir(st)}
    assert not streamlit_internals.is_option_set("server.baseUrlPath")
    assert streamlit_internals.is_allowed_host("localhost:1") and streamlit_internals.UPLOAD_COOKIE


@pytest.mark.parametrize("name", streamlit_internals.LOGGERS)
def test_a_logger_is_that_of_a_module_that_writes_tracebacks(name: str) -> None:
    source = inspect.getsource(import_module(name))
    assert name in logging.root.manager.loggerDict
    assert "exc_info=" in source or "_LOGGER.exception(" in source


def test_an_order_is_read_from_what_a_browser_sends() -> None:
    order = BackMsg(clear_cache=True).SerializeToString()
    assert streamlit_internals.message_kind(order) == "clear_cache"
