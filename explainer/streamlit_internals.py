"""Everything that the app uses of Streamlit's private interface, read-only but for one function.

Each docstring says what the function does, what was measured without and with it, and which
Streamlit issue asks for a public way ("none known": searched for). Any release may change these;
`tests/test_streamlit_internals.py` then names the one that broke or became unnecessary.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from streamlit import config, net_util, runtime
from streamlit.components.v2.component_manager import BidiComponentManager
from streamlit.delta_generator import DeltaGenerator
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state.common import user_key_from_element_id
from streamlit.runtime.state.session_state import Serialized
from streamlit.web.server.server_util import is_url_from_allowed_origins
from streamlit.web.server.starlette.starlette_server_config import XSRF_COOKIE_NAME
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

if TYPE_CHECKING:
    from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
    from streamlit.testing.v1 import AppTest

# What the browser has to send back with an upload: in a frame of another site it is offered anew as
# `Partitioned`. Without: an upload there is refused with 403, tests/browser/test_framed.py. Issues
# 9397, 5793; server.xsrfCookieSameSite (15634) came of them and cannot say `Partitioned`.
UPLOAD_COOKIE: Final = XSRF_COOKIE_NAME
# Those whose records anybody outside can cause, each with a traceback. A hundred forged states of a
# drawing: 1,500 lines in the log without `web.log`, 1 with it. Issues: 16386; none known for logs.
LOGGERS: Final = (
    "streamlit.web.server.starlette.starlette_websocket",
    "streamlit.components.v2.bidi_component.serialization",
    "streamlit.error_util",
)


def session_id() -> str | None:
    """Return the session (tab) of this script run's thread; None outside a run.

    Without: a tab that keeps clicking takes every place at the model; with it one, and only its
    newest request waits (tests/runs/test_gate.py). Issue: 10993, of components.
    """
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else None


def is_connected(session: str) -> bool:
    """Return whether that session is still connected. True without a server.

    Without: a toy training runs to its end after its visitor has left; with it, it makes room for
    the next one (tests/runs/test_toy_worker.py). Issue: none known.
    """
    return not runtime.exists() or runtime.get_instance().is_active_session(session)


def is_history_navigation() -> bool:
    """Return whether the browser's back or forward button caused this run: then the URL wins.

    Without: "back" shows the earlier address and the later page (tests/browser/test_history.py).
    Issues: 13853, 13963; 16998 does it for widgets that are bound to the address, which ours are
    not.
    """
    return bool(getattr(get_script_run_ctx(), "is_history_navigation", False))


def page_asked_for() -> str | None:
    """Return the URL's path: `st.navigation` opens the first page for an unknown one.

    Without: a wrong link shows the first page and no word (tests/browser/test_history.py).
    `st.context.url` has the path of the page that is open. Issue: 8713 is near.
    """
    context = get_script_run_ctx()
    return context.pages_manager.intended_page_name if context else None


def sent_text(key: str) -> str | None:
    """Return what the browser sent for the text field `key`, which this session has not drawn yet.

    A browser that reconnects sends a new session the contents of its fields. Without: a sentence
    typed while the server restarts is replaced by the example, 1 of 3 in `tests.load restart` with
    12 visitors; with it none. Issue: none known.
    """
    context = get_script_run_ctx()
    sent = context.session_state._state._new_widget_state.states if context else {}
    for widget, state in sent.items():
        if isinstance(state, Serialized) and user_key_from_element_id(widget) == key:
            return state.value.string_value or None
    return None


def null_container() -> DeltaGenerator:
    """Return a container outside every page: what is drawn in it is not sent.

    A figure that asks is drawn by the page's own code, and only that figure, with a blank, is sent.

    Without: the answer is in the message (tests/chapters/lessons/asked.py). Issue: none known.
    """
    return DeltaGenerator(root_container=None)


def is_allowed_host(host: str | None) -> bool:
    """Return whether `server.allowedHosts` has this name: Streamlit checks WebSockets only.

    Without: a page of a foreign name (DNS rebinding) is answered with 200, with it with 403
    (tests/app/test_admission.py). Issue: 16147 made the option; none known for HTTP.
    """
    return is_host_allowed(host)


def is_trusted_origin(origin: str) -> bool:
    """Return whether a page of this origin may open a session.

    Without: behind a proxy that changes names the page stays empty, and the log does not say what
    to set (tests/app/test_settings.py). Issue: 16448.
    """
    return is_url_from_allowed_origins(origin)


def is_option_set(option: str) -> bool:
    """Return whether the operator set this option, which `st.get_option` cannot tell.

    Without: the default name, "localhost", would be checked as if it were meant. Issue: none known.
    """
    return config.is_manually_set(option)


def disable_external_lookup() -> None:
    """Stop Streamlit from asking an external server for this machine's address.

    It does so in the event loop whenever a foreign page wants a session. Without: each such request
    holds up all visitors for 1.0 s where there is no way out, measured offline, and one that is
    answered leaves the machine; with it 0. Issue: 7721.
    """
    net_util.get_external_ip = lambda: None


def message_kind(frame: bytes) -> str | None:
    """Return a browser message's operation or kind. Raises protobuf's errors for invalid data.

    Without: a client that speaks the protocol is sent names of uncommitted files beside the app
    (tests/app/test_limits.py). Issue: 16386 is near.
    """
    message = BackMsg.FromString(frame)
    return message.backend_operation_request.WhichOneof("payload") or message.WhichOneof("type")


def uploads() -> MemoryUploadedFileManager:
    """Return Streamlit's upload store, which keeps any number of files until a visit ends.

    Without: sixty files of 1.9 MB stay, 114 MB; with `web.limits` less than 30 MB
    (tests/app/test_limits.py). Issues: 6748, 3553.
    """
    manager: MemoryUploadedFileManager = runtime.get_instance().uploaded_file_mgr  # type: ignore[assignment]
    return manager


@cache
def _components() -> BidiComponentManager:
    found = BidiComponentManager()
    found.discover_and_register_components(start_file_watching=False)
    return found


def app_without_browser(script: str) -> AppTest:
    """Return a script to run as for a visitor, with the process's drawings, as in a server.

    Without: all installed packages are searched at every visit, 0.63 of 0.71 s, and each session
    value set before the run is a warning; with it a visit takes 0.08 s and warns of nothing
    (tests/site/test_site.py). Issue: none known.
    """
    from streamlit.testing.v1 import AppTest

    logging.getLogger(get_script_run_ctx.__module__).setLevel(logging.ERROR)
    app = AppTest.from_string(script)
    share_components(app)
    return app


def share_components(app: AppTest) -> None:
    """Give a run without a browser the process's registered drawings; see above."""
    app._bidi_component_manager = _components()


def forget_lost() -> bool:
    """Delete sessions not resumed in time (server.disconnectedSessionTTL); return whether any were.

    Without: they stay, three open files each, until the next visitor comes or leaves; with it two
    seconds (tests/app/test_memory.py). Issues: 12506, 6166.
    """
    if not runtime.exists():
        return False
    manager: Any = runtime.get_instance()._session_mgr
    with manager._storage_lock:
        return bool(manager._session_storage._cache.expire())
