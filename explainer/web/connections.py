"""Time-outs and a limit for HTTP connections.

uvicorn waits forever for the rest of a request, and accepts connections until the process cannot
open another file.
"""

from __future__ import annotations

import asyncio
import errno
import os
from typing import TYPE_CHECKING, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

HEAD: Final = 15.0  # seconds from a connection, or a later request's first byte, to its whole head
WHOLE: Final = 120.0  # from there to the end of its body: 2 MB over a poor radio link
SPARE: Final = 64  # descriptors that no connection may take, not even to be told so


def lacks_descriptors(spare: int) -> bool:
    """Return whether this process may open fewer than `spare` more files. False on Windows."""
    try:
        import resource

        return len(os.listdir("/dev/fd")) + spare > resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    except ImportError:
        return False
    except OSError as error:  # none is left to look with
        return error.errno == errno.EMFILE


class TimeoutProtocol(H11Protocol):
    """uvicorn's HTTP protocol, closing connections of slow requests and those beyond the limit."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect(HEAD)
        if lacks_descriptors(SPARE):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._deadline is None:
            self._expect(HEAD)
        before = self.cycle
        super().data_received(data)
        # What was answered already is not the request that is expected.
        now = self.cycle
        is_whole = now is not None and not now.more_body and not now.response_complete
        if is_whole or self.transport.get_protocol() is not self:  # which is that of a session
            self._expect(None)
        elif now is not before:
            self._expect(WHOLE)

    def _expect(self, seconds: float | None) -> None:
        """Close the connection unless the rest arrives within so many seconds."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(seconds, self.transport.close) if seconds else None


def with_deadlines(app: ASGIApp) -> ASGIApp:
    """Make uvicorn use `TimeoutProtocol`, as ASGI middleware that changes no request.

    Streamlit makes the settings of uvicorn and leaves no way to name a protocol. uvicorn reads the
    class for each new connection, and the settings belong to whoever announces the start.
    """

    async def starting(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            config = getattr(getattr(receive, "__self__", None), "config", None)
            if isinstance(config, uvicorn.Config):
                config.http_protocol_class = TimeoutProtocol
        await app(scope, receive, send)

    return starting
