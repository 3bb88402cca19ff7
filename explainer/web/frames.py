"""Allow named sites to embed the app in a frame, with the cookie this needs.

Nobody may unless `EXPLAINER_FRAMES` names the site. In the frame of another site a browser keeps no
cookie that says `SameSite=Lax`, as Streamlit's does: the page works, but a file that is sent is
refused for want of it. So the cookie is offered a second time as those frames take it; a browser
that came without https drops that one by itself and keeps the first.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Final

from explainer.streamlit_internals import UPLOAD_COOKIE

if TYPE_CHECKING:
    from collections.abc import Sequence

VARIABLE: Final = "EXPLAINER_FRAMES"
LABEL: Final = r"[a-z0-9]([a-z0-9-]*[a-z0-9])?"
# As a policy may repeat it: nothing that could end a directive. `*.` stands for one name or more
# before two that are given: all of `*.org` is as good as everybody.
ORIGIN: Final = re.compile(
    rf"https?://(?:\*\.{LABEL}\.)?{LABEL}(?:\.{LABEL})*(?::(?P<port>[0-9]{{1,5}}))?", re.IGNORECASE
)
COOKIE: Final = f"{UPLOAD_COOKIE}=".encode()
LAX: Final = b"; SameSite=Lax"
IN_FRAMES: Final = b"; SameSite=None; Secure; Partitioned"


def framing_sites() -> tuple[str, ...]:
    """Return the origins in `EXPLAINER_FRAMES`; none by default. Raises ValueError if invalid."""
    sites = tuple(os.environ.get(VARIABLE, "").split())
    for site in sites:
        origin = ORIGIN.fullmatch(site)
        if origin is None or not 0 < int(origin["port"] or 443) < 65536:
            raise ValueError(
                f"{VARIABLE} has {site!r}, which is no origin: http:// or https://, a name, a port "
                "where it needs one, and no path; several with spaces between"
            )
    return sites


def with_cookies(headers: Sequence[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Add a copy of the cookie that browsers accept in frames of other sites (SameSite=None)."""
    framed = [
        (name, value.replace(LAX, b"") + IN_FRAMES)
        for name, value in headers
        if name.lower() == b"set-cookie" and value.startswith(COOKIE) and LAX in value
    ]
    return [*headers, *(framed if framing_sites() else ())]
