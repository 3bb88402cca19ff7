"""Redirects from the addresses that chapters had before: a link somebody kept still opens."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route

MOVED: Final = {"pieces": "tokens", "attention": "maps", "whatif": "ablation"}


def target(old: str, query: str) -> str:
    """The new address, relative to the old one; controls that bore the old name bear the new."""
    new = MOVED[old]
    names = [
        (f"{new}_{name.removeprefix(f'{old}_')}" if name.startswith(f"{old}_") else name, value)
        for name, value in parse_qsl(query, keep_blank_values=True)
    ]
    return f"{new}?{urlencode(names)}" if names else new


async def redirect(request: Request) -> RedirectResponse:
    """308: permanent, and what was asked for stays as it is."""
    old = request.url.path.rstrip("/").rpartition("/")[2]
    return RedirectResponse(target(old, request.url.query), status_code=308)


ROUTES: Final = [Route(f"/{old}", redirect) for old in MOVED]
