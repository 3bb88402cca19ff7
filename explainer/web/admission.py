"""Admission control: check the Host header and limit the number of open sessions.

Streamlit checks the host name of WebSockets only, and accepts sessions until the process has no
file descriptor left, when neither new nor open sessions can be served.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, QueryParams
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from explainer.documents import document
from explainer.streamlit_internals import is_allowed_host
from explainer.text import LANGUAGES, Text, language_of
from explainer.web.connections import lacks_descriptors
from explainer.web.settings import allow_hint, host_name, refused_origin, trust_hint

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

LOG = logging.getLogger(__name__)

VARIABLE: Final = "EXPLAINER_SESSIONS"
SESSIONS: Final = 200  # open at once
# Descriptors that stay free for those who are in: their requests, the files they cause to be read.
# A session takes four, and keeps three of them for a while after its visitor has left.
SPARE: Final = 128
# Asked by machines, at an address that is nobody's name.
PROBE: Final = re.compile(r"^/readyz$|/_stcore/health/*$")
# Of those a policy may repeat: nothing that could end a directive. It knows no address in brackets.
NAME: Final = re.compile(r"[A-Za-z0-9.-]+(?::[0-9]+)?")
RETRY: Final = 30  # seconds
# Names that the log repeats with what lets them in: the first ones are most often those that the
# operator has given out, and whoever makes up names shall not fill the log.
MOST_NAMES: Final = 4


class Admission:
    """ASGI middleware: 403 for an unknown host name, 503 for a page or session when full."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._most = most_sessions()
        self._open = 0
        self._was_full = False
        self._told: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer: ASGIApp | None = None
        if scope["type"] == "websocket":
            answer = self._session
        elif scope["type"] == "http" and not PROBE.search(scope["path"]):
            answer = self._refusal(scope)
        await (answer or self.app)(scope, receive, send)

    async def _session(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._is_full():
            await PlainTextResponse("Service Unavailable", 503)(scope, receive, send)
            return
        self._tell_session(scope)
        self._open += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._open -= 1

    def _refusal(self, scope: Scope) -> Response | None:
        host = Headers(scope=scope).get("host")
        if not is_allowed_host(host):
            self._tell_name(host or "")
            return _page(scope, 403)
        return _page(scope, 503) if wants_page(scope) and self._is_full() else None

    def _is_full(self) -> bool:
        """Return whether all sessions are taken; log that once per process."""
        is_full = self._open >= self._most or lacks_descriptors(SPARE)
        if is_full and not self._was_full:
            self._was_full = True
            said = (
                "no place for another session: %d are open, at most %d by %s; see also `ulimit -n`"
            )
            LOG.warning(said, self._open, self._most, VARIABLE)
        return is_full

    def _tell_session(self, scope: Scope) -> None:
        """Log which origin Streamlit refuses a session, and which option would allow it."""
        host, origin = (Headers(scope=scope).get(name, "") for name in ("host", "origin"))
        if not is_allowed_host(host):
            self._tell_name(host)
        elif origin and refused_origin(origin, host):
            self._tell_name(origin, trust_hint)

    def _tell_name(self, address: str, how: Callable[[str], str] = allow_hint) -> None:
        """Log a refused host name once per setting, for the first few valid names."""
        name = host_name(address)
        setting = how(name)
        if not name or "*" in name or setting in self._told or len(self._told) == MOST_NAMES:
            return
        self._told.add(setting)
        LOG.warning("a request to %s was refused; to answer it: %s", name, setting)


def most_sessions() -> int:
    """Return `EXPLAINER_SESSIONS`, or 200. Raises ValueError unless it is a positive integer."""
    wanted = os.environ.get(VARIABLE, "") or str(SESSIONS)
    if not wanted.isdecimal() or int(wanted) < 1:
        raise ValueError(f"{VARIABLE} is {wanted!r}, not a whole number above 0")
    return int(wanted)


def own_host(scope: Scope) -> str:
    """Return the request's host with its port if this server answers to it, else ""."""
    host = Headers(scope=scope).get("host", "")
    return host if NAME.fullmatch(host) and is_allowed_host(host) else ""


def wants_page(scope: Scope) -> bool:
    """Return whether a browser opens the app: a GET for text/html."""
    return scope["method"] == "GET" and "text/html" in Headers(scope=scope).get("accept", "")


def page_language(scope: Scope) -> str:
    """Return the language of `?lang=` in the URL, else the one the browser prefers."""
    asked = QueryParams(scope.get("query_string", b"")).get("lang", "")
    preferred = Headers(scope=scope).get("accept-language", "")
    return asked if asked in LANGUAGES else language_of(preferred)


def _page(scope: Scope, status: int) -> Response:
    """Return the error page in both languages, the user's first; a full server's page retries."""
    lang = page_language(scope)
    seconds, key = (RETRY, "shell.full") if status == 503 else (0, "shell.stranger")
    order = sorted(LANGUAGES, key=lambda code: code != lang)
    page = document(
        "refusal.html",
        lang=lang,
        title=Text(lang)("shell.tab_refused"),
        seconds=seconds,
        sentences={code: Text(code)(key) for code in order},
    )
    headers = {"Cache-Control": "no-store", **({"Retry-After": str(seconds)} if seconds else {})}
    return HTMLResponse(page, status, headers)
