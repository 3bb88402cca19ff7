"""Streamlit below its public interface: what the app takes is there, and no public way has come.

Where one of the second kind fails, its function goes from the module.
"""

from __future__ import annotations

import logging
from importlib import import_module

import pytest
import streamlit as st
from streamlit import net_util
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.testing.v1 import AppTest

from explainer import streamlit_internals


def test_a_run_knows_its_visitor_and_what_asked_for_it() -> None:
    def script() -> None:
        import streamlit as st

        from explainer import streamlit_internals as internals

        st.text(internals.session_id())
        st.text((internals.is_fragment_run(), internals.is_history_navigation()))
        st.text(internals.page_asked_for())
        with internals.nowhere():
            st.text("unseen")

    at = AppTest.from_function(script).run()
    assert not at.exception
    session, kinds, page = (each.value for each in at.text)
    assert session != "None" and (kinds, page) == ("(False, False)", "")
    assert streamlit_internals.session_id() is None


def test_the_context_of_a_run_does_not_tell_these_things() -> None:
    told = " ".join(dir(st.context)).lower()
    assert not any(
        word in told for word in ("session", "fragment", "history", "navigation", "page")
    )


def test_only_streamlit_knows_what_was_set_and_by_which_names_it_is_reached() -> None:
    assert not {"is_manually_set", "is_option_set", "allowed_hosts"} & {*dir(st)}
    assert not streamlit_internals.is_given("server.baseUrlPath")
    assert streamlit_internals.answers_to("localhost:1") and streamlit_internals.UPLOAD_COOKIE


@pytest.mark.parametrize("name", streamlit_internals.LOGGERS)
def test_a_logger_is_that_of_a_module(name: str) -> None:
    import_module(name)
    assert name in logging.root.manager.loggerDict


def test_an_order_is_read_from_what_a_browser_sends() -> None:
    order = BackMsg(clear_cache=True).SerializeToString()
    assert streamlit_internals.order_of(order) == ("clear_cache", None)


def test_the_address_of_this_machine_is_asked_for_elsewhere() -> None:
    """The only method the app replaces; without this one there would be nothing to replace."""
    assert "checkip" in net_util._AWS_CHECK_IP
