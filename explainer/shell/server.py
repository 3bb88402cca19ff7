"""The server: warm-up, readiness, security headers, language of the first page."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from inspect import isawaitable
from pathlib import Path
from typing import Final, cast
from urllib.parse import quote

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request
from starlette.responses import (
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from explainer import drawings
from explainer.frame import downloads
from explainer.runs import polls
from explainer.shell import first_page
from explainer.streamlit_internals import disable_external_lookup
from explainer.streams import print_error
from explainer.text import Text
from explainer.web import frames, log, settings, theme
from explainer.web.admission import Admission, most_sessions, own_host, page_language, wants_page
from explainer.web.compression import Compression
from explainer.web.connections import with_deadlines
from explainer.web.limits import Limits
from explainer.web.memory import freeze_heap, share_heap, tidy_for_ever

# Read when torch is imported, which comes later. One thread a translation: more would fight each
# other for the cores. oneDNN keeps the code of 1,024 shapes of products, one for each number of
# rows: 50 MB after a page of sentences, while making one takes a fraction of a millisecond.
os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "16")
for _name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

INDEX: Final = Path(st.__file__).parent / "static" / "index.html"
# What asks for less than the text of a page: packed, or "not modified", or a part.
NOT_WHOLE: Final = ("accept-encoding", "if-none-match", "if-modified-since", "range")
OF_ANOTHER: Final = ("content-length", "etag", "last-modified")  # of the page as it was
INLINE_SCRIPT: Final = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)

_ready: list[str] = []  # names of the models that work, once the warm-up is done


def check_environment() -> None:
    """Exit with the command line's message if an environment variable asks for what is missing."""
    try:
        most_sessions()
        frames.framing_sites()
        settings.check_allowed_names()
        if os.environ.get("EXPLAINER_DEVICE"):  # else torch, seconds to import, comes later
            from explainer.model import choose_device

            choose_device()
    except ValueError as error:
        print_error(f"error: {error}")
        raise SystemExit(2) from None
    disable_external_lookup()


@asynccontextmanager
async def lifespan(app: st.App) -> AsyncIterator[None]:
    """Load and run everything once before the first visitor comes."""
    from explainer.shell.warm import warm_up

    share_heap()
    log.install()
    _ready[:] = await asyncio.to_thread(warm_up)
    freeze_heap()
    async with background():
        yield


@asynccontextmanager
async def background() -> AsyncIterator[None]:
    """What the server does by itself, until it ends, however it ends."""
    task = asyncio.create_task(tidy_for_ever())
    try:
        yield
    finally:
        task.cancel()


async def readyz(request: Request) -> JSONResponse:
    """200 with the loaded models once a visitor can be served, else 503."""
    return JSONResponse({"models": _ready}, status_code=200 if _ready else 503)


async def file(request: Request) -> Response:
    """What a button offers, made now; 404 where its page is gone, 503 where too many ask."""
    from explainer.runs.gate import Busy

    found = downloads.offered(request.path_params["secret"])
    if found is None:
        return PlainTextResponse("Not Found", 404)
    try:
        made = await asyncio.to_thread(found.make)
        content = await made if isawaitable(made) else made
    except Busy:
        return PlainTextResponse(Text(page_language(request.scope))("share.take_busy"), 503)
    named = {"content-disposition": f"attachment; filename*=UTF-8''{quote(found.name)}"}
    return Response(content, 200, {**named, "cache-control": "no-store"}, found.mime)


async def class_link(request: Request) -> Response:
    """The page that a teacher shows the class, behind a short address; 404 when it is over."""
    link = polls.POLLS.link_of(request.path_params["code"])
    return RedirectResponse(link) if link else PlainTextResponse("Not Found", 404)


ANSWERS: Final = {f"{downloads.PATH}/{{secret}}": file, f"{polls.PATH}/{{code}}": class_link}
ROUTES: Final = [
    Route("/readyz", readyz),
    *(Route(f"{base}/{one}", ANSWERS[one]) for base in ("", "/{base:path}") for one in ANSWERS),
]


def middleware() -> list[Middleware]:
    """Return the ASGI middleware, outermost first."""
    return [
        Middleware(with_deadlines),
        Middleware(BaseHTTPMiddleware, dispatch=with_headers),
        Middleware(Admission),
        Middleware(Compression, own={**theme.FILES, **drawings.FILES}),
        Middleware(BaseHTTPMiddleware, dispatch=with_first_page),
        Middleware(Limits),
    ]


@cache
def script_hashes() -> tuple[str, ...]:
    """Return CSP hashes of the inline scripts in Streamlit's page and in ours."""
    return tuple(
        f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"
        for script in (*INLINE_SCRIPT.findall(INDEX.read_bytes()), first_page.SCRIPT)
    )


def security_headers(host: str) -> tuple[tuple[bytes, bytes], ...]:
    """Return CSP and other headers: no external requests, no eval, framing by allowed sites only.

    blob: lets components-v2 modules load; inline styles are how Streamlit styles everything. The
    WebSocket may be opened to `host`, where the page came from, which older browsers do not include
    in 'self'; with "" only to 'self'.
    """
    sockets = f" ws://{host} wss://{host}" if host else ""
    framing = " ".join(frames.framing_sites()) or "'none'"
    policy = (
        "default-src 'self'",
        f"script-src 'self' blob: {' '.join(script_hashes())}",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        f"connect-src 'self'{sockets}",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        f"frame-ancestors {framing}",
    )
    return (
        (b"content-security-policy", "; ".join(policy).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    )


async def with_headers(request: Request, answer_of: RequestResponseEndpoint) -> Response:
    """Security headers on every answer, also those of the other middleware."""
    answer = await answer_of(request)
    headers = frames.with_cookies(answer.raw_headers)
    answer.raw_headers = [*headers, *security_headers(own_host(request.scope))]
    return answer


async def with_first_page(request: Request, answer_of: RequestResponseEndpoint) -> Response:
    """Streamlit's page made ours before a browser sees it; not a file that a link saves."""
    if not wants_page(request.scope):
        return await answer_of(request)
    asked = MutableHeaders(scope=request.scope)
    for name in NOT_WHOLE:
        del asked[name]
    plain = cast("StreamingResponse", await answer_of(request))
    if "content-disposition" in plain.headers:
        return plain
    parts = cast("AsyncIterator[bytes]", plain.body_iterator)  # as the app below sends them
    body = b"".join([part async for part in parts])
    page = first_page.finish_page(body, page_language(request.scope), request.scope["path"])
    for name in OF_ANOTHER:
        del plain.headers[name]
    plain.headers["vary"] = "Accept-Language"
    return Response(page, plain.status_code, plain.headers)


def on_script_error(error: Exception) -> bool:
    """Show an error message in the user's language; Streamlit has already logged the traceback."""
    from explainer.frame.controls import reader_language

    st.error(Text(reader_language())("shell.failed"))
    return True
