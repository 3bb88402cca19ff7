"""Tabs of a browser that can say when they have come to rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

PATIENCE = 180_000  # ms; on a busy machine all is slow, so that it only ends what hangs
ASKED, TOLD = BackMsg.DESCRIPTOR.fields_by_name, ForwardMsg.DESCRIPTOR.fields_by_name
FIELDS = [
    ASKED["rerun_script"].number,
    TOLD["new_session"].number,
    TOLD["script_finished"].number,
    ForwardMsg.FINISHED_EARLY_FOR_RERUN,
]
SCRIPT = Path(__file__).with_name("rest.js").read_text("utf-8").replace("FIELDS", str(FIELDS))

expect.set_options(timeout=PATIENCE)


def new_context(browser: Browser, **options: Any) -> BrowserContext:
    """A browser that knows nothing."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(SCRIPT)
    return context


def new_tab(context: BrowserContext, bad: list[str]) -> Page:
    """`bad` gets errors of scripts, dialogs, and requests that leave the machine."""
    page = context.new_page()
    page.on("pageerror", lambda error: bad.append(str(error)))
    page.on("dialog", lambda dialog: bad.append(f"dialog {dialog.message}"))
    page.on("request", lambda request: bad.extend(elsewhere(request.url)))
    return page


def elsewhere(url: str) -> list[str]:
    """The address, if it is not one of this machine."""
    parts = urlsplit(url)
    own = parts.scheme in ("data", "blob", "file") or parts.hostname == "localhost"
    return [] if own else [url]


def settle(page: Page) -> None:
    """Until everything that was asked for has come and is drawn, and nothing more will be asked
    for: no run of the script, no timer, no request, no element on its way.
    """
    busy = page.evaluate(
        """async (patience) => {
          const end = performance.now() + patience;
          let busy = await rest();
          while (busy && performance.now() < end) busy = await rest();
          return busy;
        }""",
        PATIENCE,
    )
    assert not busy, f"never at rest: {busy}"
