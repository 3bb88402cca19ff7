"""The clock of a drawing: what it tells the server, and that a late answer takes nothing back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from explainer.components.shared import PLAY
from tests.browser.tabs import new_context

EPOCH = "2100-01-01"  # time stands still and is moved by hand
REST = 500  # ms: long enough for what waits to be sent
CHOOSE = """([...values]) => {
  for (const value of values) clock.later(() => sent.push(value), value);
}"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page with a clock that shows 1 of the topic "tree"."""
    context = new_context(browser)
    page = context.new_page()
    page.clock.install()
    page.clock.pause_at(EPOCH)
    page.add_script_tag(content=PLAY.read_text(encoding="utf-8"))
    page.add_script_tag(content="const [clock, sent] = [timers(document.body), []];")
    page.add_script_tag(content="clock.chosen('tree', 1);")
    yield page
    context.close()


def shown(page: Page, answer: int, topic: str = "tree") -> int:
    """What a new drawing shows when this answer comes."""
    value: int = page.evaluate("([topic, given]) => clock.chosen(topic, given)", [topic, answer])
    return value


def test_the_first_change_is_told_at_once_and_of_quick_ones_the_last(page: Page) -> None:
    page.evaluate(CHOOSE, [2, 3, 4])
    assert page.evaluate("sent") == [2]
    page.clock.run_for(REST)
    assert page.evaluate("sent") == [2, 4]


def test_an_answer_to_an_earlier_choice_takes_nothing_back(page: Page) -> None:
    """Neither while a later one waits to be sent nor after it was."""
    page.evaluate(CHOOSE, [2, 3])
    assert shown(page, 2) == 3
    page.evaluate(CHOOSE, [4])
    page.clock.run_for(REST)
    assert page.evaluate("sent") == [2, 4]
    page.evaluate(CHOOSE, [5])
    page.clock.run_for(REST)
    assert shown(page, 4) == 5
    assert shown(page, 5) == 5
    assert shown(page, 4) == 4, "all is answered: the page itself has moved it"


def test_what_nobody_chose_and_another_topic_are_shown(page: Page) -> None:
    page.evaluate(CHOOSE, [2, 3])
    page.clock.run_for(REST)
    assert shown(page, 7) == 7
    page.evaluate(CHOOSE, [8, 9])
    page.clock.run_for(REST)
    assert shown(page, 8, "another") == 8


def test_what_plays_goes_on_when_an_answer_comes(page: Page) -> None:
    """In a drawing that says what it shows now; any other drawing, and another topic, end it."""
    play = "clock.toggle({ begin() {}, next: () => true, rested() {}, ms: 50 })"
    for topic, now, found in (("tree", 5, 5), ("tree", None, 2), ("another", 5, 2)):
        page.evaluate(play)
        given = "([topic, now]) => clock.chosen(topic, 2, now ?? undefined)"
        assert page.evaluate(given, [topic, now]) == found
        assert page.evaluate("clock.busy()") is (found == 5)
        page.evaluate("clock.stop()")
