"""What a reader has moved since is not taken back when an answer to an earlier move comes late."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.app_page import Go, arrive, visits
from tests.browser.tabs import settle

pytestmark = pytest.mark.browser


class SlowWire:
    """The connection of a page; what the server answers can be held back."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.asked = 0  # runs of the script
        self.answers: list[list[bytes]] = [[]]  # what is held, a run each
        self.holds = False
        page.route_web_socket(re.compile("/_stcore/stream"), self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def ask(message: str | bytes) -> None:
            assert isinstance(message, bytes)
            self.asked += BackMsg.FromString(message).WhichOneof("type") == "rerun_script"
            server.send(message)

        def answer(message: str | bytes) -> None:
            assert isinstance(message, bytes)
            if not self.holds:
                route.send(message)
                return
            self.answers[-1].append(message)
            if ForwardMsg.FromString(message).WhichOneof("type") == "script_finished":
                self.answers.append([])

        route.on_message(ask)
        server.on_message(answer)
        self._send = route.send

    def wait(self, asked: int, answered: int) -> None:
        while self.asked < asked or len(self.answers) <= answered:
            self.page.evaluate("() => new Promise((done) => setTimeout(done, 20))")

    def let_through(self, answers: list[list[bytes]]) -> None:
        for answer in answers:
            for message in answer:
                self._send(message)


@pytest.fixture
def go(address: str, browser: Browser) -> Iterator[Go]:
    with visits(address, browser, reduced_motion="reduce") as found:
        yield found


@pytest.mark.parametrize(
    ("path", "slider", "value"),
    [
        ("perplexity?model=ko-en&lang=en", ".loaded [role=slider]", "aria-valuenow"),
        ("scaling?model=ko-en&lang=en", ".recut input", "aria-valuetext"),
        ("complexity?lang=en", ".race input", "aria-valuetext"),
    ],
)
def test_a_late_answer_takes_nothing_back(go: Go, path: str, slider: str, value: str) -> None:
    page = go()
    wire = SlowWire(page)
    arrive(page, page.url.split("?")[0] + path)
    hand = page.locator(slider).first
    hand.focus()
    wire.holds, before = True, wire.asked
    seen = [hand.get_attribute(value)]
    for press in (1, 2):
        page.keyboard.press("ArrowRight")
        wire.wait(before + press, press)
        seen.append(hand.get_attribute(value))
    assert len({*seen}) == 3
    *early, last, rest = wire.answers
    hand.evaluate("hand => { hand.dataset.drawn = 'before'; }")
    wire.let_through(early)
    expect(hand).not_to_have_attribute("data-drawn", "before")  # the answer draws it anew
    assert hand.get_attribute(value) == seen[-1]
    wire.holds = False
    wire.let_through([last, rest])
    settle(page)
    expect(hand).to_have_attribute(value, str(seen[-1]))
    page.keyboard.press("ArrowRight")
    settle(page)
    assert hand.get_attribute(value) not in seen


def test_a_late_answer_takes_no_step_of_training_back(go: Go) -> None:
    """What is drawn stays, node by node: towers that fall are not cut short."""
    page = go()
    wire = SlowWire(page)
    arrive(page, page.url.split("?")[0] + "training?model=ko-en&lang=en")
    step, dots = page.locator(".pull .step"), page.locator(".pull .dot:not(.ahead)")
    step.evaluate("button => { button.dataset.drawn = 'before'; }")
    wire.holds, before = True, wire.asked
    for press in (1, 2):
        step.click()
        expect(dots).to_have_count(press + 1)
        wire.wait(before + press, press)
    first, *rest = wire.answers
    counts = page.get_by_text("Six pairs; the decoder reads")
    untrained = counts.inner_text()
    wire.let_through([first])
    expect(counts).not_to_have_text(untrained)  # the answer is there
    expect(dots).to_have_count(3)
    wire.holds = False
    wire.let_through(rest)
    settle(page)
    expect(dots).to_have_count(3)
    expect(step).to_have_attribute("data-drawn", "before")


@pytest.fixture
def slow(go: Go) -> Callable[[str], tuple[Page, SlowWire]]:
    """Opens a page whose answers can be held back."""

    def opened(path: str) -> tuple[Page, SlowWire]:
        page = go()
        wire = SlowWire(page)
        arrive(page, page.url.split("?")[0] + path)
        return page, wire

    return opened


Slow = Callable[[str], tuple[Page, SlowWire]]


def release(page: Page, wire: SlowWire, answers: int) -> None:
    """Lets so many answers through that were waited for, and all that come."""
    wire.wait(0, answers)
    held, wire.answers, wire.holds = wire.answers, [[]], False
    wire.let_through(held)
    settle(page)


@pytest.mark.parametrize(
    ("path", "first", "keys"),
    [
        ("embeddings?model=ko-en&lang=en", ".chips .chip[tabindex='0']", ("Home", "ArrowRight")),
        ("maps?model=ko-en&lang=en", ".headgrid button[tabindex='0']", ("ArrowDown", "Home")),
    ],
)
def test_the_keyboard_walks_on_while_an_answer_is_on_its_way(
    slow: Slow, path: str, first: str, keys: tuple[str, str]
) -> None:
    page, wire = slow(path)
    page.locator(first).first.focus()
    wire.holds = True
    for key in (*keys, "Enter", "ArrowRight"):
        page.keyboard.press(key)
    here = page.locator(f"{first.split(' ', maxsplit=1)[0]} button:focus")
    name = str(here.text_content())
    release(page, wire, 1)
    expect(here).to_have_text(name)
    expect(here).to_have_attribute("tabindex", "0")


def test_a_chart_gets_the_focus_back_however_late_the_answer_is(slow: Slow) -> None:
    page, wire = slow("?lang=en")
    chart = page.locator("[data-testid=stVegaLiteChart][data-keys]").first
    chart.focus()
    wire.holds = True
    for key in ("Home", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.evaluate("() => { const { now } = Date; Date.now = () => now() + 60_000; }")
    release(page, wire, 1)
    expect(page).to_have_url(re.compile("step=2"))
    expect(chart).to_be_focused()


def test_of_two_marks_made_at_once_none_is_lost(go: Go) -> None:
    """Parts of a lesson's figure, the second pressed before the answer to the first has come."""
    page = go()
    wire = SlowWire(page)
    arrive(page, page.url.split("?")[0] + "lessons?model=ko-en&lang=en")
    for key in ("lessons_start_heads", "lesson_next", "lesson_next"):
        page.locator(f".st-key-{key} button").first.click()
        settle(page)
    keys = page.locator(".st-key-lesson_veiled .headfan .key")
    wire.holds, before = True, wire.asked
    for press, at in enumerate((1, 3), start=1):
        keys.nth(at).click()
        wire.wait(before + press, press)
    wire.holds = False
    wire.let_through(wire.answers)
    for at in range(keys.count()):
        expect(keys.nth(at)).to_have_attribute("aria-pressed", str(at in (1, 3)).lower())
