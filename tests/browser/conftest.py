"""The drawing of the first page alone, in a real browser: what its tests share."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.flow_page import Open

APP = Path(__file__).parent / "flow_app.py"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def free_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return int(server.getsockname()[1])


expect.set_options(timeout=20_000)  # a busy machine is slow, not wrong


@contextmanager
def served(script: Path) -> Iterator[str]:
    """A small Streamlit script on a free port of this machine; its address."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script), f"--server.port={port}"]
    command += ["--server.address=127.0.0.1", "--server.headless=true"]
    command += ["--browser.gatherUsageStats=false", "--server.fileWatcherType=none"]
    log = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=log, stderr=log) as server:
        try:
            wait_until_ready(f"http://127.0.0.1:{port}/_stcore/health")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


@pytest.fixture(scope="module")
def flow_address() -> Iterator[str]:
    with served(APP) as address:
        yield address


def wait_until_ready(url: str) -> None:
    for _ in range(120):
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            time.sleep(0.5)
    raise RuntimeError(f"no answer from {url}")


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """One running app for all journeys of a process: its start takes seconds of a core."""
    from tests.browser.app_page import running_app

    with running_app() as found:
        yield found


# Not for the session: while it runs, no other test can start an event loop.
@pytest.fixture(scope="module")
def flow_browser(chromium_path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def visit(flow_address: str, flow_browser: Browser) -> Iterator[Open]:
    """Opens the page with the given address parts; errors of its script fail the test."""
    contexts, errors = [], []

    def go(query: str = "", width: int = 1440, height: int = 1000, **options: Any) -> Page:
        viewport: Any = {"width": width, "height": height}
        context = flow_browser.new_context(viewport=viewport, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("dialog", lambda dialog: errors.append(f"dialog {dialog.message}"))
        page.goto(f"{flow_address}/?{query}")
        page.locator(".flow .region").first.wait_for(timeout=60_000)
        page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
        page.wait_for_timeout(300)
        return page

    yield go
    for context in contexts:
        context.close()
    assert errors == []
