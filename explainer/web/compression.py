"""Serve static files with a content hash in their name, gzipped once and cached for ever.

Streamlit sends its scripts uncompressed, relying on a proxy. Its files have a hash in their name,
ours (fonts, style sheets, drawings) one in the query, so browsers may cache them for ever. They are
the same for all readers and contain nothing personal, so their compressed length leaks nothing.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import streamlit as st
from starlette.datastructures import Headers
from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

STATIC: Final = Path(st.__file__).parent / "static" / "static"
HASHED: Final = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[\w-]{8}\.(?:js|css)")
DEEPEST: Final = 5  # parts of an address: drawings/HASH/chapters/lookup/balance.js
FONT: Final = ".woff2"  # packed already
KINDS: Final = {FONT: "font/woff2", ".js": "text/javascript", ".css": "text/css"}
LEVEL: Final = 9  # 30 ms for the largest that every page asks for, once
HEADERS: Final = {
    "cache-control": f"public, immutable, max-age={365 * 24 * 3600}",
    "vary": "Accept-Encoding",
    "x-content-type-options": "nosniff",  # a policy says something about pages only
}


@cache
def compressed_response(path: Path, *, packed: bool) -> Response:
    """Return the response for a file, compressed on its first request."""
    body, headers = path.read_bytes(), HEADERS
    if packed and path.suffix != FONT:
        body = gzip.compress(body, LEVEL, mtime=0)
        headers = {**HEADERS, "content-encoding": "gzip"}
    return Response(body, headers=headers, media_type=KINDS[path.suffix])


class Compression:
    """ASGI middleware that serves hashed scripts, style sheets and our `own` files compressed."""

    def __init__(self, app: ASGIApp, own: Mapping[str, Path], folder: Path = STATIC) -> None:
        self.app = app
        hashed = {
            f"static/{path.relative_to(folder).as_posix()}": path
            for path in (*folder.glob("js/*"), *folder.glob("css/*"))
            if HASHED.fullmatch(path.name)
        }
        self._paths = {**hashed, **own}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found: ASGIApp = self.app
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            parts = scope["path"].split("/")[-DEEPEST:]
            tails = ("/".join(parts[start:]) for start in range(len(parts)))
            path = next((self._paths[tail] for tail in tails if tail in self._paths), None)
            if path:
                packed = "gzip" in Headers(scope=scope).get("accept-encoding", "")
                found = compressed_response(path, packed=packed)
        await found(scope, receive, send)
