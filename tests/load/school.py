"""Two processes behind nginx as the tests see them: who enters, and where somebody's session is."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final
from uuid import uuid4

from tests.app.serving import Answer, Server, ask
from tests.load.servers import Nginx
from tests.load.visitor import PAGE, XSRF, Visitor, form

SEAT: Final = re.compile(r"(one|two)-[0-9a-f]{32}")


@dataclass(frozen=True)
class School:
    """nginx, and the two processes by the names the configuration has for them."""

    front: Nginx
    apps: dict[str, Server]
    environment: dict[str, str]

    @asynccontextmanager
    async def visitors(self, *seats: str) -> AsyncIterator[list[Visitor]]:
        """For each seat somebody whose cookie names that process, for "" somebody new."""
        async with AsyncExitStack() as stack:
            found = []
            for name in seats:
                cookies = {"seat": f"{name}-{uuid4().hex}"} if name else {}
                visitor = Visitor(self.front.address, cookies=cookies)
                found.append(await stack.enter_async_context(visitor))
                await visitor.open("maps")
            yield found

    async def home(self, visitor: Visitor) -> set[str]:
        """Which processes know the session: only there it may store a file."""
        place, token = await visitor.place("a.txt"), visitor.cookies[XSRF]
        body, kind = form("a.txt", b"x")
        headers = {"Content-Type": kind, "X-Xsrftoken": token, "Cookie": f"{XSRF}={token}"}
        found = set()
        for name, app in self.apps.items():
            url = f"{app.url}{place.upload_url}"
            answer = await asyncio.to_thread(ask, url, "PUT", body, **headers)
            found |= {name} if answer.status == 204 else set()
        return found

    def get(self, path: str = "", cookie: str = "") -> Answer:
        """As a browser asks for a page."""
        return ask(f"{self.front.address}/{path}", **PAGE, Cookie=cookie)


def seat(visitor: Visitor) -> str:
    """The process the cookie names."""
    found = SEAT.fullmatch(visitor.cookies["seat"])
    assert found is not None, visitor.cookies
    return found[1]
