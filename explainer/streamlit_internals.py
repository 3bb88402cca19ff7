"""What the app needs of Streamlit below its public interface: all of it is here, and read only but
for `ask_nobody_elsewhere`.

A release may change each of these without a word; `tests/test_streamlit_internals.py` then says
which one, and which has become needless because there is a public way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from streamlit import config, net_util, runtime
from streamlit.delta_generator import DeltaGenerator
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.web.server.server_util import is_url_from_allowed_origins
from streamlit.web.server.starlette.starlette_server_config import XSRF_COOKIE_NAME
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

if TYPE_CHECKING:
    from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

# What the browser has to send back with an upload: in a frame of another site it is offered anew.
UPLOAD_COOKIE: Final = XSRF_COOKIE_NAME
# Those whose records anybody outside can cause: a traceback for each broken message.
LOGGERS: Final = (
    "streamlit.web.server.starlette.starlette_websocket",
    "streamlit.components.v2.bidi_component.serialization",
    "streamlit.error_util",
)


def session_id() -> str | None:
    """The tab whose run this thread is, for one computation each at a time; None outside a run."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else None


def is_connected(session: str) -> bool:
    """Whether that tab is still there: a training ends with its visitor. True without a server."""
    return not runtime.exists() or runtime.get_instance().is_active_session(session)


def is_fragment_run() -> bool:
    """Whether only a fragment runs: its callbacks cannot ask for a run of the whole page."""
    context = get_script_run_ctx()
    return bool(context and context.fragment_ids_this_run)


def is_history_navigation() -> bool:
    """Whether the browser's back or forward button caused this run: then the address leads."""
    return bool(getattr(get_script_run_ctx(), "is_history_navigation", False))


def page_asked_for() -> str | None:
    """The path of the address: `st.navigation` opens the first page at an unknown one, unsaid."""
    context = get_script_run_ctx()
    return context.pages_manager.intended_page_name if context else None


def nowhere() -> DeltaGenerator:
    """A place that belongs to no page: `with nowhere():` runs its body and sends nothing. A figure
    whose numbers a learner is to predict is drawn by the page's own code, and only what was made
    without numbers is sent.
    """
    return DeltaGenerator(root_container=None)


def answers_to(host: str | None) -> bool:
    """Whether `server.allowedHosts` has this name: Streamlit looks at the WebSocket's alone."""
    return is_host_allowed(host)


def trusts(origin: str) -> bool:
    """Whether a page of this origin may open a session: no refusal says what would let it."""
    return is_url_from_allowed_origins(origin)


def is_given(option: str) -> bool:
    """Whether the operator set this option; `st.get_option` cannot tell it from the default."""
    return config.is_manually_set(option)


def own_address() -> str | None:
    """By which the network knows this machine, as Streamlit prints it at its start."""
    return net_util.get_internal_ip()


def ask_nobody_elsewhere() -> None:
    """Streamlit asks a server elsewhere for the address of this machine whenever a foreign page
    wants a session, a second long and in the event loop. From now on nobody is asked.
    """
    net_util.get_external_ip = lambda: None


def order_of(frame: bytes) -> tuple[str | None, str | None]:
    """What a browser's message orders and, of an operation, which one. Raises what protobuf does
    for what it cannot read.
    """
    message = BackMsg.FromString(frame)
    operation = message.backend_operation_request.WhichOneof("payload")
    return message.WhichOneof("type"), operation


def uploads() -> MemoryUploadedFileManager:
    """Where sent files are kept, any number of a visitor until the visit ends."""
    manager: MemoryUploadedFileManager = runtime.get_instance().uploaded_file_mgr  # type: ignore[assignment]
    return manager


def forget_lost() -> bool:
    """Let sessions go whose visitor has not come back in time (server.disconnectedSessionTTL), and
    say whether there were any: Streamlit looks for them when the next visitor comes or leaves, and
    until then each holds three files open.
    """
    if not runtime.exists():
        return False
    manager: Any = runtime.get_instance()._session_mgr
    with manager._storage_lock:
        return bool(manager._session_storage._cache.expire())
