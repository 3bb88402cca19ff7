"""What the tests in a real browser share: one Chromium for each process, one server for all."""

import asyncio
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.app_page import Go, visits
from tests.browser.flow_page import APP as FLOW_APP
from tests.browser.mounted import Mount, Mounted, mounts
from tests.browser.shared import shared_server
from tests.browser.tabs import FLAGS, PATIENCE
from tests.built import common_folder

# All tabs of a browser in one process, which has the app's scripts compiled already, and V8 neither
# optimises what runs for a second nor takes further threads, collects garbage seldom and keeps all
# that is compiled: a third of a page's CPU.
SHORT_LIVED = [
    "--process-per-site",
    "--js-flags=--no-opt,--no-maglev,--single-threaded,--no-flush-bytecode"
    ",--min-semi-space-size=64,--max-semi-space-size=64",
]
Launch = Callable[..., Browser]
Driver = tuple[Playwright, AbstractEventLoop]
Turn = Callable[[], AbstractContextManager[None]]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app as the README starts it, with the shipped models."""
    with shared_server(common_folder(tmp_path_factory)) as found:
        yield found


@pytest.fixture(scope="session")
def driver() -> Iterator[Driver]:
    with sync_playwright() as playwright:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield playwright, loop
        asyncio._set_running_loop(loop)


@pytest.fixture(scope="session")
def turn(driver: Driver) -> Turn:
    """Playwright's turn. Its event loop counts as running until somebody says otherwise: the tests
    between those of the browser want to run others.
    """

    @contextmanager
    def taken() -> Iterator[None]:
        asyncio._set_running_loop(driver[1])
        yield
        asyncio._set_running_loop(None)

    return taken


@pytest.fixture(scope="session")
def launch(driver: Driver, turn: Turn, chromium_path: str) -> Iterator[Launch]:
    """Starts a Chromium whose pages hear a finger, too; all are closed at the end."""
    opened: list[Browser] = []

    def launched(**options: Any) -> Browser:
        chromium = driver[0].chromium
        args = [*FLAGS, *SHORT_LIVED, "--touch-events=enabled"]
        opened.append(chromium.launch(executable_path=chromium_path, args=args, **options))
        return opened[-1]

    yield launched
    with turn():
        for browser in opened:
            browser.close()


@pytest.fixture(scope="session")
def one_browser(launch: Launch, turn: Turn) -> Browser:
    with turn():
        return launch(timeout=PATIENCE)


@pytest.fixture
def browser(one_browser: Browser, turn: Turn) -> Iterator[Browser]:
    """The Chromium of this process."""
    with turn():
        yield one_browser


@pytest.fixture
def go(address: str, browser: Browser) -> Iterator[Go]:
    """Opens addresses of the app, where nothing moves by itself."""
    with visits(address, browser, reduced_motion="reduce") as found:
        yield found


@pytest.fixture
def mount(browser: Browser, shipped: None) -> Iterator[Mount]:
    """Drawings alone in a tab, with the models that come with the project."""
    with mounts(browser) as mounted:
        yield mounted


@pytest.fixture
def flow(mount: Mount) -> Mount:
    """The drawing of the first page with the given address parts."""
    return partial(_flow, mount)


def _flow(mount: Mount, query: str = "", **options: Any) -> Mounted:
    return mount(FLOW_APP, "translate_flow", query=query, **options)
