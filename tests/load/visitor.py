"""A student at a distance: opens the app as a browser does and then sends clicks."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Final, Self
from urllib.parse import urlsplit

from streamlit.proto.Common_pb2 import FileURLs
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Subprotocol

from tests.app.serving import Answer, ask
from tests.load.protocol import SUBPROTOCOL, Link, State, Tab

PATIENCE: Final = 60.0  # seconds after which an action counts as lost
XSRF: Final = "_streamlit_xsrf"
PAGE: Final = {"Accept": "text/html", "Accept-Encoding": "gzip"}  # how a page is asked for


class HandshakeFailed(ConnectionError):
    """The WebSocket was refused or did not open in time."""


class Lost(ConnectionError):
    """The connection was closed, or no answer came in PATIENCE seconds."""


def form(name: str, content: bytes) -> tuple[bytes, str]:
    """A file as a form sends it: body and content type."""
    edge = "edge-of-a-part"
    head = (
        f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        "Content-Type: text/plain\r\n\r\n"
    )
    body = head.encode() + content + f"\r\n--{edge}--\r\n".encode()
    return body, f"multipart/form-data; boundary={edge}"


@dataclass
class Visitor:
    """One tab with its cookies and its socket; `address` is the app's, without a last slash."""

    address: str
    tab: Tab = field(default_factory=Tab)
    cookies: dict[str, str] = field(default_factory=dict)
    doing: str = "the first visit"  # what it did last, for messages
    _socket: ClientConnection | None = None
    _reader: asyncio.Task[None] | None = None
    _over: asyncio.Future[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self, page: str = "", query: str = "") -> float:
        """Load the page, open the socket, wait for the first run; seconds all that took.

        Raises HandshakeFailed, Lost, and OSError where there is no server at all.
        """
        started = time.perf_counter()
        self.tab = Tab(page=page, query=query)
        await self.fetch(page, headers=PAGE)
        await self.reconnect()
        return time.perf_counter() - started

    async def reconnect(self) -> None:
        """What a browser does first, and again after the connection was lost: the view comes back.

        The address, the open page and the session are told to whoever answers.
        """
        await self.close()
        for path in ("_stcore/health", "_stcore/host-config"):
            await self.fetch(path)
        await self._connect()
        self.tab.tell_again()
        await self._run("")

    async def act(self, fragment: str = "") -> float:
        """Send what was changed in the tab; seconds until the script has finished. Raises Lost."""
        started = time.perf_counter()
        await self._run(fragment)
        return time.perf_counter() - started

    async def write(self, sentence: str) -> float:
        """A new sentence."""
        self.doing = f"the sentence {sentence!r}"
        self.tab.write("s", sentence)
        return await self.act()

    async def follow(self, link: Link) -> float:
        """Another page."""
        self.doing = f"on the way to {link.page_hash}?{link.query}"
        self.tab.follow(link)
        return await self.act()

    async def use(self, widget: str, state: State, fragment: str) -> float:
        """A control."""
        self.doing = f"the control {widget.split('-', 2)[-1]} = {state}"
        self.tab.use(widget, state)
        return await self.act(fragment)

    async def close(self) -> None:
        """As when the tab is closed."""
        if self._reader is not None:
            self._reader.cancel()
        if self._socket is not None:
            await self._socket.close()
        self._socket = self._reader = self._over = None

    async def fetch(
        self,
        path: str,
        method: str = "GET",
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """An HTTP request below the app with this visitor's cookies; new ones are kept."""
        sent = {**(headers or {}), "Cookie": self._cookie_line()}
        answer = await asyncio.to_thread(ask, f"{self.address}/{path}", method, body, **sent)
        self._keep_cookies(answer.all("set-cookie"))
        return answer

    async def place(self, name: str) -> FileURLs:
        """Ask the server where a file may go. Raises Lost."""
        if self._socket is None:
            raise Lost("not connected")
        self.tab.places.clear()
        await self._socket.send(self.tab.ask_for_place(name))
        until = time.monotonic() + PATIENCE
        while not self.tab.places:
            if time.monotonic() > until:
                raise Lost(f"no answer in {PATIENCE:.0f} s")
            await asyncio.sleep(0.01)
        return self.tab.places[0]

    async def upload(self, urls: FileURLs, name: str, content: bytes) -> Answer:
        """Send a file as the browser does, to the place the server named for it."""
        body, kind = form(name, content)
        headers = {"Content-Type": kind, "X-Xsrftoken": self.cookies.get(XSRF, "")}
        return await self.fetch(urls.upload_url.lstrip("/"), "PUT", body, headers)

    def _cookie_line(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _keep_cookies(self, lines: list[str]) -> None:
        for line in lines:
            # Streamlit's token holds "|", which SimpleCookie reads but would not write.
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value

    async def _connect(self) -> None:
        parts = urlsplit(self.address)
        offered = [SUBPROTOCOL, self.cookies.get(XSRF, "none")]
        offered += [self.tab.session] if self.tab.session else []
        try:
            self._socket = await connect(
                f"ws://{parts.netloc}{parts.path}/_stcore/stream",
                subprotocols=[Subprotocol(name) for name in offered],
                origin=f"{parts.scheme}://{parts.netloc}",  # type: ignore[arg-type]
                additional_headers={"Cookie": self._cookie_line()} if self.cookies else None,
                max_size=None,
                compression=None,
                open_timeout=PATIENCE,
                proxy=None,
            )
        except (WebSocketException, OSError, EOFError) as error:
            raise HandshakeFailed(f"{type(error).__name__}: {error}") from error
        response = self._socket.response
        if response is not None:
            self._keep_cookies(response.headers.get_all("Set-Cookie"))
        self._reader = asyncio.create_task(self._read(self._socket))

    async def _run(self, fragment: str) -> None:
        if self._socket is None or (self._over is not None and not self._over.done()):
            raise Lost("not connected, or still busy with the action before")
        self._over = asyncio.get_running_loop().create_future()
        try:
            await self._socket.send(self.tab.rerun(fragment))
            await asyncio.wait_for(asyncio.shield(self._over), PATIENCE)
        except ConnectionClosed as error:
            raise Lost(f"the connection was closed: {error}") from error
        except TimeoutError as error:
            raise Lost(f"no answer in {PATIENCE:.0f} s") from error

    async def _read(self, socket: ClientConnection) -> None:
        error: Exception = Lost("the connection was closed")
        try:
            async for data in socket:
                if self.tab.read(data if isinstance(data, bytes) else data.encode()):
                    self._end(None)
        except ConnectionClosed:
            pass
        except Exception as fault:  # a fault of ours must not look like a slow server
            error = fault
        self._end(error)

    def _end(self, error: Exception | None) -> None:
        """The action that is waited for is over."""
        if self._over is None or self._over.done():
            return
        if error is None:
            self._over.set_result(None)
        else:
            self._over.set_exception(error)
