"""What the journeys through the whole app share: the server, opening a page, waiting for it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.conftest import free_port, wait_until_ready

ROOT = Path(__file__).resolve().parents[2]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}


@contextmanager
def running_app() -> Iterator[str]:
    """The app as the README starts it, with the shipped models; its address."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}"]
    log = subprocess.DEVNULL
    environment = {**os.environ, "EXPLAINER_PRETRAINED": ""}
    with subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log, env=environment) as server:
        try:
            address = f"http://localhost:{port}"
            wait_until_ready(f"{address}/readyz")
            yield address
        finally:
            server.terminate()


Go = Callable[..., Page]


@contextmanager
def visits(
    address: str, browser: Browser, width: int = 1440, height: int = 1000, **usual: Any
) -> Iterator[Go]:
    """Opens addresses of the app, each in a browser that knows nothing. A script's error, a dialog
    or a request that leaves the machine fails the test.
    """
    contexts, bad = [], []

    def go(
        path: str = "", width: int = width, height: int = height, script: str = "", **options: Any
    ) -> Page:
        size: ViewportSize = {"width": width, "height": height}
        context = browser.new_context(viewport=size, **{"locale": "en-US", **usual, **options})
        contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.on("pageerror", lambda error: bad.append(str(error)))
        page.on("dialog", lambda dialog: bad.append(f"dialog {dialog.message}"))
        page.on("request", lambda request: bad.extend(elsewhere(request.url)))
        page.goto(path if path.startswith("http") else f"{address}/{path}")
        title = page.locator("[data-testid=stMainBlockContainer] h1").first
        title.wait_for(state="attached", timeout=90_000)
        settle(page)
        return page

    yield go
    for context in contexts:
        context.close()
    assert bad == []


def settle(page: Page) -> None:
    """Until the script has run and a change of the address would have been sent."""
    page.wait_for_timeout(500)
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    page.wait_for_timeout(300)


def parameters(page: Page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def write(page: Page, sentence: str) -> None:
    field = page.locator("[data-testid=stTextInput] input").first
    field.fill(sentence)
    field.press("Enter")
    settle(page)


def translation(page: Page) -> str:
    return page.locator(".result .sentence").inner_text()


def elsewhere(url: str) -> list[str]:
    """The address, if it is not one of this machine."""
    parts = urlsplit(url)
    own = parts.scheme in ("data", "blob", "file") or parts.hostname == "localhost"
    return [] if own else [url]


def violations(page: Page) -> list[str]:
    """What axe finds, rule and element."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [
        f"{violation['id']}: {' '.join(map(str, node['target']))}"
        for violation in found
        for node in violation["nodes"]
    ]
