"""Tabs of a browser that can say when they have come to rest."""

from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Locator,
    Page,
    ViewportSize,
    expect,
)
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

# How Chromium is started, also for slides and pictures.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The network cable is out: no name is found but this machine's own.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
]
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
# Browsers whose cache already holds the app's scripts, by process and whether they have touch.
_warm: dict[tuple[Browser, bool], BrowserContext] = {}
_idle: dict[BrowserContext, list[Page]] = {}  # their tabs that nobody uses
_tools: dict[Page, CDPSession] = {}
_bad: dict[Page, list[str]] = {}  # what goes wrong in a tab is told to who uses it
_spent: set[Page] = set()  # tabs with something that cannot be taken back: nobody else gets them


def new_context(browser: Browser, **options: Any) -> BrowserContext:
    """A browser that knows nothing but that it has seen the opening of the first page: six seconds
    of every test.
    """
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(SCRIPT)
    context.add_init_script(f"try {{ localStorage.setItem('{OPENING}', '1'); }} catch {{}}")
    return context


def new_tab(context: BrowserContext, bad: list[str]) -> Page:
    """`bad` gets errors of scripts, dialogs, requests that leave the machine and what the server
    did not give.
    """
    page = context.new_page()
    _bad[page] = bad
    page.on("pageerror", lambda error: _bad[page].append(str(error)))
    page.on("dialog", lambda dialog: _bad[page].append(f"dialog {dialog.message}"))
    # Nothing is found but on this machine (FLAGS), so that what leaves it fails. To be told of
    # every request and its answer is a tenth of a page's CPU.
    page.on("requestfailed", lambda request: _bad[page].extend(elsewhere(request.url)))
    page.on("console", lambda said: _bad[page].extend(refused(said)))
    return page


def clean_tab(
    browser: Browser,
    bad: list[str],
    *,
    size: ViewportSize,
    script: str = "",
    locale: str = "en-US",
    color_scheme: Literal["dark", "light"] = "light",
    reduced_motion: Literal["no-preference", "reduce"] = "no-preference",
    has_touch: bool = False,
) -> Page:
    """A tab of a browser that remembers no visit, but has the app's scripts in its cache: fetching
    and compiling them is half of what a new browser does. To open a tab is a third of the rest: one
    that was given back comes first.
    """
    kind = browser, has_touch
    if kind not in _warm:
        _warm[kind] = new_context(browser, has_touch=has_touch)
    idle = _idle.setdefault(_warm[kind], [])
    if idle:
        page = idle.pop()
        _bad[page] = bad
        page.bring_to_front()
    else:
        page = new_tab(_warm[kind], bad)
    spoken = {"userAgent": "", "acceptLanguage": locale}
    tools(page).send("Emulation.setUserAgentOverride", spoken)
    page.set_viewport_size(size)
    page.emulate_media(media="null", color_scheme=color_scheme, reduced_motion=reduced_motion)
    if script:
        spend(page)
        page.add_init_script(script)
    return page


def tools(page: Page) -> CDPSession:
    """What they set lasts as long as they do."""
    if page not in _tools:
        _tools[page] = page.context.new_cdp_session(page)
    return _tools[page]


def touch(page: Page, kind: str, *points: tuple[float, float]) -> None:
    """A finger comes, moves or leaves: `touchStart`, `touchMove`, `touchEnd`."""
    where = [{"x": x, "y": y} for x, y in points]
    tools(page).send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})


def tap(part: Locator) -> None:
    """With a finger, in the middle."""
    part.scroll_into_view_if_needed()
    box = part.bounding_box()
    assert box is not None
    touch(part.page, "touchStart", (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    touch(part.page, "touchEnd")


def spend(page: Page) -> Page:
    """The tab is closed when it is given back."""
    _spent.add(page)
    return page


def forget(pages: list[Page]) -> None:
    """Give tabs back: their browsers forget what the pages stored and were told. One tab at least
    stays with next to nothing in it: the process of a site ends with its last tab, and with it what
    is compiled.
    """
    for page in pages:
        page.context.set_offline(False)
        where = urlsplit(page.url)
        if where.hostname:
            page.evaluate("localStorage.clear(), sessionStorage.clear()")
        page.context.clear_cookies()
        idle = _idle.setdefault(page.context, [])
        if not where.hostname:
            spend(page)
        nothing = f"{where.scheme}://{where.netloc}{NOTHING}"
        if page not in _spent:
            idle.append(emptied(page, nothing))
            continue
        if where.hostname and not idle:
            idle.append(new_tab(page.context, []))
            idle[-1].goto(nothing)
        page.close()
        _spent.remove(page)
        del _bad[page]
        _tools.pop(page, None)


def emptied(page: Page, nothing: str) -> Page:
    """As a new tab: no way back, no pointer, no button held down."""
    page.goto(nothing)
    page.mouse.up()
    page.mouse.move(-1, -1)
    tools(page).send("Page.resetNavigationHistory")
    return page


def refused(said: ConsoleMessage) -> list[str]:
    """The address of what the server did not give. Below an address without a page Streamlit has to
    look for the app first.
    """
    address = said.location["url"]
    looked_for = f"/{NOWHERE}/_stcore/" in address
    failed = said.text.startswith("Failed to load resource: the server responded with")
    return [address] if failed and not looked_for else []


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
