"""Quotas on uploads and a filter of WebSocket messages, in front of Streamlit.

Streamlit checks the token, the session and the size of each upload, but lets one visitor store any
number of files until the visit ends. Its metrics are public, and it obeys messages that only a
developer's page sends: to install files, or to report the commit.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from starlette.responses import PlainTextResponse
from streamlit import get_option

from explainer.streamlit_internals import message_kind, uploads

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOG = logging.getLogger(__name__)

METRICS: Final = re.compile(r"/_stcore/metrics/*$")
UPLOAD: Final = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+/*$")
FILES: Final = 4  # of one visitor that are kept, the newest, and that may be on their way at once
# What a page sends by itself, and what it may have done later: a file made, rows of a long table.
ORDERS: Final = ("rerun_script", "stop_script", "file_urls_request", "app_heartbeat")
OPERATIONS: Final = ("deferred_file", "dataframe_chunk")
ALL_BYTES: Final = 128 * 2**20  # of all visitors together


class Limits:
    """ASGI middleware that applies both and hides Streamlit's metrics."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._coming: Counter[str] = Counter()  # uploads under way, by visitor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"] if scope["type"] == "http" else ""
        upload = UPLOAD.search(path)
        if scope["type"] == "websocket":
            await self._session(scope, receive, send)
        elif METRICS.search(path):
            await PlainTextResponse("Not Found", 404)(scope, receive, send)
        elif upload and scope["method"] == "PUT":
            await self._upload(upload[1], scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _upload(self, visitor: str, scope: Scope, receive: Receive, send: Send) -> None:
        if self._coming[visitor] >= FILES:
            await PlainTextResponse("Too Many Requests", 429)(scope, receive, send)
        elif stored_bytes() + self._coming.total() * max_upload_bytes() > ALL_BYTES:
            await PlainTextResponse("Insufficient Storage", 507)(scope, receive, send)
        else:
            self._coming[visitor] += 1
            try:
                await self.app(scope, receive, send)
            finally:
                self._coming[visitor] -= 1
                self._coming += Counter()  # drops those at zero
                delete_old_uploads(visitor)

    async def _session(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass only the messages of a page.

        Text ends the session (RFC 6455, 7.4.1: unacceptable data), since Streamlit would log a
        traceback for each. Messages of a running page after the end are dropped.
        """
        is_closed = False

        async def orders() -> Message:
            nonlocal is_closed
            while True:
                message = await receive()
                if message.get("text") is not None and not is_closed:
                    is_closed = True
                    LOG.warning("a session sent a text instead of a message and was ended")
                    await send({"type": "websocket.close", "code": 1003})
                elif not _is_refused(message.get("bytes") or b""):
                    return message

        async def answers(message: Message) -> None:
            if not is_closed:
                await send(message)

        await self.app(scope, orders, answers)


def _is_refused(frame: bytes) -> bool:
    """Return whether to drop a message; invalid ones pass to Streamlit, which ends the session."""
    if not frame or len(frame) > max_upload_bytes():
        return False
    try:
        return message_kind(frame) not in (None, *ORDERS, *OPERATIONS)
    except Exception:  # protobuf's own; which one it is depends on its implementation
        return False


def max_upload_bytes() -> int:
    """Return the maximum size of one upload in bytes."""
    return int(get_option("server.maxUploadSize")) * 2**20


def stored_bytes() -> int:
    """Return the total bytes of the uploads that Streamlit stores."""
    visitors = tuple(uploads().file_storage.values())
    return sum(len(file.data) for files in visitors for file in tuple(files.values()))


def delete_old_uploads(visitor: str) -> None:
    """Delete all but a visitor's last FILES uploads: a page shows one or two."""
    manager = uploads()
    for file_id in tuple(manager.file_storage.get(visitor, {}))[:-FILES]:
        manager.remove_file(visitor, file_id)
