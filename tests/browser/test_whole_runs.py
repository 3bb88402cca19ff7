"""What a run sends reaches Streamlit's own script at once, what takes long in parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from explainer.shell import first_page
from tests.browser.tabs import new_context

pytestmark = pytest.mark.browser
EPOCH = "2100-01-01"  # time stands still and is moved by hand
HOLD = 100  # ms
STUB = """window.WebSocket = class extends EventTarget {};"""
SOCKET = """const [socket, heard] = [new WebSocket(), []];
socket.addEventListener("message", ({ data }) => heard.push(data.byteLength));"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page with our script and a socket without a server; `heard` are the lengths of messages."""
    context = new_context(browser)
    page = context.new_page()
    page.clock.install()
    page.clock.pause_at(EPOCH)
    for script in (STUB, first_page.SCRIPT.decode(), SOCKET):
        page.add_script_tag(content=script)
    yield page
    context.close()


def message(size: int = 0, **field: Any) -> ForwardMsg:
    """A message whose hash makes it longer: by its length it is told from others."""
    return ForwardMsg(hash="x" * size, **field)


def send(page: Page, *messages: ForwardMsg) -> list[int]:
    """The lengths of all that the app has got by now."""
    data = [list(each.SerializeToString()) for each in messages]
    heard: list[int] = page.evaluate(
        """(all) => {
          for (const bytes of all) {
            const data = new Uint8Array(bytes).buffer;
            socket.dispatchEvent(new MessageEvent("message", { data }));
          }
          return heard;
        }""",
        data,
    )
    return heard


def lengths(*messages: ForwardMsg) -> list[int]:
    return [each.ByteSize() for each in messages]


BEGUN = message(300, new_session={"name": "lessons"})
ELEMENT = message(20, delta={"new_element": {"text": {"body": "Words, " * 40}}})
OTHER = message(30, delta={"new_element": {"text": {"body": "others"}}})
EARLY = message(40, script_finished=ForwardMsg.FINISHED_EARLY_FOR_RERUN)
OVER = message(50, script_finished=ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)


def test_all_messages_of_a_run_come_with_its_end_in_their_order(page: Page) -> None:
    assert send(page, BEGUN, ELEMENT, OTHER) == []
    assert send(page, OVER) == lengths(BEGUN, ELEMENT, OTHER, OVER)
    assert send(page, OTHER) == lengths(BEGUN, ELEMENT, OTHER, OVER, OTHER), "no run: not held"


def test_a_run_after_which_another_begins_is_not_the_end(page: Page) -> None:
    assert send(page, BEGUN, ELEMENT, EARLY, BEGUN, OTHER) == []
    assert send(page, OVER) == lengths(BEGUN, ELEMENT, EARLY, BEGUN, OTHER, OVER)


def test_what_takes_longer_comes_in_parts(page: Page) -> None:
    send(page, BEGUN, ELEMENT)
    page.clock.run_for(HOLD - 1)
    assert send(page) == []
    page.clock.run_for(1)
    assert send(page) == lengths(BEGUN, ELEMENT)
    assert send(page, OTHER) == lengths(BEGUN, ELEMENT)
    page.clock.run_for(HOLD)
    assert send(page) == lengths(BEGUN, ELEMENT, OTHER)
    assert send(page, ELEMENT, OVER) == lengths(BEGUN, ELEMENT, OTHER, ELEMENT, OVER)
    page.clock.run_for(2 * HOLD)
    assert send(page, BEGUN) == lengths(BEGUN, ELEMENT, OTHER, ELEMENT, OVER), "nothing came twice"
