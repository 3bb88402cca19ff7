"""The server's own first visit: every page once, before a visitor is the first to wait for it.

What a page needs for the first time in a process (a further model, a drawing's library, a
recording) takes up to a second, and a class comes all at once. In the background, page after page,
as a browser would ask for it.
"""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Final

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.session_manager import SessionClient

from explainer.frame.course import chapters
from explainer.text import LANGUAGES

if TYPE_CHECKING:
    from streamlit.runtime import Runtime

VARIABLE: Final = "EXPLAINER_TOUR"


class Guest(SessionClient):
    """A visitor who sees nothing but that a run is over."""

    def __init__(self) -> None:
        self.is_over = asyncio.Event()

    def write_forward_msg(self, msg: ForwardMsg) -> None:
        """One message of a run."""
        if (
            msg.WhichOneof("type") == "script_finished"
            and msg.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN
        ):
            self.is_over.set()


async def visit_all(runtime: Runtime) -> None:
    """Open every page in every language; with `EXPLAINER_TOUR=0` none."""
    if os.environ.get(VARIABLE) == "0":
        return
    for lang in LANGUAGES:
        guest = Guest()
        session = runtime.connect_session(guest, {})
        try:
            for chapter in chapters():
                guest.is_over.clear()
                runtime.handle_backmsg(session, _opening(chapter.url, lang))
                await guest.is_over.wait()
        finally:
            runtime.close_session(session)


def _opening(page: str, lang: str) -> BackMsg:
    state = ClientState(page_name=page)
    state.context_info.locale = lang
    return BackMsg(rerun_script=state)
