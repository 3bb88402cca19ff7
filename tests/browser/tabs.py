"""Tabs of a browser that can say when they have come to rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Response, ViewportSize, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

PATIENCE = 180_000  # ms; on a busy machine all is slow, so that it only ends what hangs
TOLD = ForwardMsg.DESCRIPTOR.fields_by_name
FIELDS = [
    BackMsg.DESCRIPTOR.fields_by_name["rerun_script"].number,
    ClientState.DESCRIPTOR.fields_by_name["is_auto_rerun"].number,
    TOLD["new_session"].number,
    TOLD["script_finished"].number,
    ForwardMsg.FINISHED_EARLY_FOR_RERUN,
]
OPENING = "explainer.opening"  # in a browser's store: that it has seen it
SCRIPT = Path(__file__).with_name("rest.js").read_text("utf-8").replace("FIELDS", str(FIELDS))

expect.set_options(timeout=PATIENCE)


NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {});"  # as on http://
NOWHERE = "nothing-here"  # an address without a page
NOTHING = "/_stcore/health"  # a page of the server without a script
_parked: set[BrowserContext] = set()
# Browsers whose cache already holds the app's scripts, by process and what cannot change later.
_warm: dict[tuple[Browser, str], BrowserContext] = {}


def new_context(browser: Browser, *, first_visit: bool = False, **options: Any) -> BrowserContext:
    """A browser that knows nothing but that it has seen the opening of the first page: six seconds
    of every test. With `first_visit` it has not.
    """
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(SCRIPT)
    if not first_visit:
        context.add_init_script(f"try {{ localStorage.setItem('{OPENING}', '1'); }} catch {{}}")
    return context


def new_tab(context: BrowserContext, bad: list[str]) -> Page:
    """`bad` gets errors of scripts, dialogs, and requests that leave the machine."""
    page = context.new_page()
    page.on("pageerror", lambda error: bad.append(str(error)))
    page.on("dialog", lambda dialog: bad.append(f"dialog {dialog.message}"))
    page.on("request", lambda request: bad.extend(elsewhere(request.url)))
    page.on("response", lambda answer: bad.extend(refused(answer)))
    return page


def clean_tab(
    browser: Browser,
    bad: list[str],
    *,
    size: ViewportSize,
    script: str = "",
    color_scheme: Literal["dark", "light"] = "light",
    reduced_motion: Literal["no-preference", "reduce"] = "no-preference",
    **options: Any,
) -> Page:
    """A tab of a browser that remembers no visit, but has the app's scripts in its cache: fetching
    and compiling them is half of what a new browser does.
    """
    kind = browser, repr(sorted(options.items()))
    if kind not in _warm:
        _warm[kind] = new_context(browser, **options)
    page = new_tab(_warm[kind], bad)
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
    if script:
        page.add_init_script(script)
    return page


def forget(pages: list[Page]) -> None:
    """Close tabs and let their browsers forget what the pages stored and were told. The first tab
    of a browser stays open with next to nothing in it: the process of a site ends with its last
    tab, and with it what is compiled.
    """
    for page in pages:
        page.context.set_offline(False)
        where = urlsplit(page.url)
        if where.hostname:
            page.evaluate("localStorage.clear()")
        page.context.clear_cookies()
        if where.hostname and page.context not in _parked:
            _parked.add(page.context)
            page.context.new_page().goto(f"{where.scheme}://{where.netloc}{NOTHING}")
        page.close()


def refused(answer: Response) -> list[str]:
    """The address of what the server did not give. Below an address without a page Streamlit has to
    look for the app first.
    """
    looked_for = f"/{NOWHERE}/_stcore/" in answer.url
    return [] if answer.status < 400 or looked_for else [answer.url]


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
