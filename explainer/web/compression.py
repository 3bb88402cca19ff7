"""Files that never change, sent packed: Streamlit sends its scripts plain and trusts in a proxy.

Streamlit's own files are those whose name holds a hash of their content, ours (fonts and style
sheets) are asked for with such a hash. They are the same for every reader and hold nothing of
anyone, so that what is packed once serves everybody and its length gives nothing away. Pages,
answers, uploads, downloads and the WebSocket pass untouched.
"""

from __future__ import annotations

import asyncio
import gzip
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

STATIC: Final = Path(st.__file__).parent / "static" / "static"
HASHED: Final = re.compile(r"/static/((?:js|css)/[\w-]+(?:\.[\w-]+)*\.[\w-]{8}\.(?:js|css))$")
OWN: Final = re.compile(r"/(fonts/[\w-]+\.(?:woff2|css))$")
PACKED_ALREADY: Final = frozenset({".woff2"})
KINDS: Final = {".woff2": "font/woff2", ".js": "text/javascript", ".css": "text/css"}
LIMIT: Final = 16 * 2**20  # bytes of files kept; packed, all of them together have about 8 MiB
LEVEL: Final = 9  # done once a file; the largest of 4.7 MB takes half a second
YEAR: Final = 365 * 24 * 3600
Edit = Callable[[bytes], bytes]
Version = tuple[int, int]  # time of change in ns, bytes


@dataclass(frozen=True)
class Kept:
    """The content of a file as it is sent."""

    version: Version
    packed: bool
    body: bytes

    @property
    def etag(self) -> bytes:
        made = "-".join(f"{part:x}" for part in self.version)
        return f'"{made}{"-gzip" if self.packed else ""}"'.encode()


class Cache:
    """Files to be sent, the least recently used dropped first. Safe between threads."""

    def __init__(self, edits: Mapping[str, Edit] | None = None, limit: int = LIMIT) -> None:
        self._edits = edits or {}
        self._limit = limit
        self._kept: OrderedDict[tuple[Path, bool], Kept] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()
        self._packing = threading.Lock()

    def get(self, path: Path, *, packed: bool) -> Kept:
        """The file as it is now. Raises OSError when it is not there.

        One file is packed at a time: a class that opens the app at once waits for the first of
        them instead of packing each file a hundred times.
        """
        state = path.stat()
        version = state.st_mtime_ns, state.st_size
        found = self._find(path, version, packed)
        if found is None:
            with self._packing:
                found = self._find(path, version, packed)
                if found is None:
                    found = Kept(version, packed, self._read(path, packed))
                    self._keep(path, found)
        return found

    def _read(self, path: Path, packed: bool) -> bytes:
        body = path.read_bytes()
        if edit := self.edit_of(path):
            body = edit(body)
        return gzip.compress(body, LEVEL, mtime=0) if packed else body

    def edit_of(self, path: Path) -> Edit | None:
        return next((edit for name, edit in self._edits.items() if path.match(name)), None)

    @property
    def size(self) -> int:
        """Bytes that are kept."""
        return self._size

    def _find(self, path: Path, version: Version, packed: bool) -> Kept | None:
        with self._lock:
            found = self._kept.get((path, packed))
            if found is None or found.version != version:
                return None
            self._kept.move_to_end((path, packed))
            return found

    def _keep(self, path: Path, file: Kept) -> None:
        with self._lock:
            old = self._kept.pop((path, file.packed), None)
            self._size += len(file.body) - (len(old.body) if old else 0)
            self._kept[path, file.packed] = file
            while self._size > self._limit:
                self._size -= len(self._kept.popitem(last=False)[1].body)


class Compression:
    """ASGI middleware: answers for Streamlit's hashed scripts where the reader takes gzip, and in
    any case for style sheets, for files that one of `edits` changes (by a pattern of their name),
    and for `own` files, named as they are asked for ("fonts/NAME").
    """

    def __init__(
        self,
        app: ASGIApp,
        own: Mapping[str, Path] | None = None,
        edits: Mapping[str, Edit] | None = None,
        folder: Path = STATIC,
    ) -> None:
        self.app = app
        self._own = own or {}
        self._folder = folder
        self._cache = Cache(edits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        path = self._own_file(scope["path"]) or self._streamlit_file(scope["path"])
        takes = accepts_gzip(headers.get(b"accept-encoding", b"")) and b"range" not in headers
        if path is None:
            await self.app(scope, receive, send)
        elif not takes and path.suffix == ".js" and not self._cache.edit_of(path):
            await self.app(scope, receive, _varying(send))
        else:
            packed = takes and path.suffix not in PACKED_ALREADY
            file = await asyncio.to_thread(self._cache.get, path, packed=packed)
            await _answer(scope["method"], send, path, file, headers.get(b"if-none-match", b""))

    def _own_file(self, asked: str) -> Path | None:
        """Below any sub-path."""
        found = OWN.search(asked)
        return self._own.get(found[1]) if found else None

    def _streamlit_file(self, asked: str) -> Path | None:
        found = HASHED.search(asked)
        path = self._folder / found[1] if found else None
        return path if path is not None and path.is_file() else None


def accepts_gzip(accepted: bytes) -> bool:
    """Whether an Accept-Encoding header takes gzip (RFC 9110, section 12.5.3)."""
    quality = {"gzip": 0.0, "*": 0.0}
    named = False
    for part in accepted.decode("latin-1").lower().split(","):
        coding, *options = (word.strip() for word in part.split(";"))
        if coding in ("gzip", "x-gzip", "*"):
            coding = "*" if coding == "*" else "gzip"
            named = named or coding == "gzip"
            quality[coding] = _quality(options)
    return quality["gzip" if named else "*"] > 0


def _quality(options: list[str]) -> float:
    for option in options:
        if option.startswith("q="):
            try:
                return float(option[2:])
            except ValueError:
                return 0.0
    return 1.0


async def _answer(method: str, send: Send, path: Path, file: Kept, known: bytes) -> None:
    """200 with the file, or 304 where the reader has it already (RFC 9110, section 13.1.2)."""
    headers = [
        (b"cache-control", f"public, immutable, max-age={YEAR}".encode()),
        (b"etag", file.etag),
        (b"vary", b"Accept-Encoding"),
        (b"x-content-type-options", b"nosniff"),  # a policy says something about pages only
    ]
    tags = [tag.strip().removeprefix(b"W/") for tag in known.split(b",")]
    unchanged = b"*" in tags or file.etag in tags
    if not unchanged:
        headers += [
            (b"content-type", KINDS[path.suffix].encode()),
            (b"content-length", str(len(file.body)).encode()),
        ]
        if file.packed:
            headers.append((b"content-encoding", b"gzip"))
    body = b"" if unchanged or method == "HEAD" else file.body
    status = 304 if unchanged else 200
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _varying(send: Send) -> Send:
    """The plain answer says too that there is a packed one: caches between must keep both."""

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            start: dict[str, Any] = dict(message)
            start["headers"] = [*start["headers"], (b"vary", b"Accept-Encoding")]
            message = start
        await send(message)

    return wrapped
