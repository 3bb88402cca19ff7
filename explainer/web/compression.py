"""Static files with a content hash, compressed once with gzip.

Streamlit sends its scripts plain and trusts in a proxy. Streamlit's own files are those whose name
holds a hash of their content, ours (fonts and style sheets) are asked for with such a hash: a
browser keeps them for ever. What we changed in a file of Streamlit its name does not tell, so that
a browser asks for it again and hears in a few bytes that it is the same. All are the same for every
reader and hold nothing of anyone, so that what is packed once serves everybody and its length gives
nothing away. Pages, answers, uploads, downloads and the WebSocket
pass untouched.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import streamlit as st
from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

STATIC: Final = Path(st.__file__).parent / "static" / "static"
HASHED: Final = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[\w-]{8}\.(?:js|css)")
DEEPEST: Final = 5  # parts of an address: drawings/HASH/chapters/lookup/balance.js
PACKED_ALREADY: Final = frozenset({".woff2"})
KINDS: Final = {".woff2": "font/woff2", ".js": "text/javascript", ".css": "text/css"}
LEVEL: Final = 9  # 30 ms for the largest that every page asks for, once
FOR_EVER: Final = {"cache-control": f"public, immutable, max-age={365 * 24 * 3600}"}
HEADERS: Final = {
    "vary": "Accept-Encoding",
    "x-content-type-options": "nosniff",  # a policy says something about pages only
}
GZIP: Final = re.compile(rb"gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?", re.IGNORECASE)
Edit = Callable[[bytes], bytes]


@dataclass(frozen=True)
class StaticFile:
    """The content of a file, packed but where its kind is packed already."""

    kind: str
    body: bytes
    is_packed: bool
    tag: str = ""  # of what was edited: its name stays the same when its content does not

    def answer(self, *, takes_gzip: bool, known: str = "") -> Response:
        """Unpacked for the few programs that do not take gzip: every browser does. `known` are the
        tags of what a browser has."""
        headers = {**HEADERS, **self._kept()}
        if self.tag and self.tag in known:
            return Response(status_code=304, headers=headers)
        if self.is_packed and takes_gzip:
            headers["content-encoding"] = "gzip"
            return Response(self.body, headers=headers, media_type=self.kind)
        body = gzip.decompress(self.body) if self.is_packed else self.body
        return Response(body, headers=headers, media_type=self.kind)

    def _kept(self) -> Mapping[str, str]:
        return {"cache-control": "no-cache", "etag": self.tag} if self.tag else FOR_EVER


def read_static(path: Path, edits: Mapping[str, Edit]) -> StaticFile:
    """`edits` change a file before it is packed, by a pattern of its name."""
    found = body = path.read_bytes()
    for pattern, edit in edits.items():
        if path.match(pattern):
            body = edit(body)
    # Weak: packed and plain are one file.
    tag = "" if body == found else f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'
    is_packed = path.suffix not in PACKED_ALREADY
    packed = gzip.compress(body, LEVEL, mtime=0) if is_packed else body
    return StaticFile(KINDS[path.suffix], packed, is_packed, tag)


class Compression:
    """ASGI middleware: answers for Streamlit's hashed scripts and style sheets, changed by `edits`,
    and for `own` files, named as they are asked for ("fonts/NAME"); below any sub-path.

    Each is read and packed once, when it is first asked for: of Streamlit's 320 a reader needs few,
    and all of them took a quarter of the time to start.
    """

    def __init__(
        self,
        app: ASGIApp,
        own: Mapping[str, Path] | None = None,
        edits: Mapping[str, Edit] | None = None,
        folder: Path = STATIC,
    ) -> None:
        self.app = app
        hashed = {
            f"static/{kind}/{path.name}": path
            for kind in ("js", "css")
            for path in (folder / kind).iterdir()
            if HASHED.fullmatch(path.name)
        }
        self._paths = {**hashed, **(own or {})}
        self._read = cache(partial(read_static, edits=edits or {}))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = None
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            parts = scope["path"].split("/")
            tails = ("/".join(parts[-count:]) for count in range(2, DEEPEST + 1))
            path = next((self._paths[tail] for tail in tails if tail in self._paths), None)
        if path is None:
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        takes_gzip = accepts_gzip(headers.get(b"accept-encoding", b""))
        known = headers.get(b"if-none-match", b"").decode("latin-1")
        answer = self._read(path).answer(takes_gzip=takes_gzip, known=known)
        await answer(scope, receive, send)


def accepts_gzip(accepted: bytes) -> bool:
    """Whether an Accept-Encoding header names gzip and does not refuse it (RFC 9110, 12.5.3)."""
    return any(GZIP.fullmatch(part.strip()) for part in accepted.split(b","))
