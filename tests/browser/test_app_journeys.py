"""The whole app with the shipped model, as a visitor goes through it."""

import io
import re
from urllib.parse import quote_plus

import numpy as np
from PIL import Image
from playwright.sync_api import expect

from explainer.frame.params import DEFAULTS
from tests.browser.app_page import Go, translation, write
from tests.browser.tabs import settle
from tests.shipped import translator

OTHER = "나는 내일 친구와 도서관에 갈 것이다."


# Timers of the lengths that our scripts take for rest never end.
RESTLESS = """const [timer, ours] = [window.setTimeout, [200, 250]];
window.setTimeout = (what, wait, ...how) =>
  timer(what, ours.includes(wait) ? 1e9 : wait, ...how);"""

SECONDS = """window.seconds = 0;
const every = window.setInterval;
window.setInterval = (what, wait, ...how) => every((...given) => {
  what(...given);
  if (wait === 1000) window.seconds += 1;
}, wait, ...how);"""
CHANGES = """() => {
  [window.changes, window.seconds] = [0, 0];
  new MutationObserver((list) => { window.changes += list.length; }).observe(
    document.querySelector("#connection"), { attributes: true, childList: true, subtree: true });
}"""


def test_html_and_markdown_are_translated_as_they_were_typed_and_a_refused_sentence_is_not(go):
    page = go()
    page.locator(".flow .region").first.wait_for()
    sentence = "<b>책</b> **책** $책$ <img src=x onerror=document.title=1>"
    write(page, sentence)
    expected = translator("ko-en").translate(sentence, DEFAULTS.options(), trace=False).text
    expect(page.locator(".result .sentence")).to_have_text(expected)
    assert page.locator("[data-testid=stMainBlockContainer] img[src=x]").count() == 0
    assert page.locator("b", has_text="책").count() == 0
    assert page.title() != "1"
    assert page.locator("[data-testid=stTextInput] input").first.input_value() == sentence

    write(page, "🙂🙃")
    expect(page.locator("[data-testid=stAlert]").first).to_be_visible()
    assert translation(page) == expected


def test_parts_the_reader_unfolded_stay_so_until_another_page_comes(go: Go) -> None:
    page = go("masks")
    parts = page.locator(".st-key-chapters")
    unfolded = parts.locator("details[open] summary span:not(.icon)")
    writing = parts.locator("summary", has_text="Writing")
    writing.press("Enter")
    expect(unfolded).to_have_text(["Attention", "Writing"])
    write(page, OTHER)  # the links take it along: the list is drawn anew
    expect(parts.locator("a", has_text="Beam")).to_have_attribute(
        "href", re.compile(re.escape(quote_plus(OTHER)))
    )
    expect(unfolded).to_have_text(["Attention", "Writing"])

    writing.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("h1", has_text="Greedy").wait_for()
    settle(page)
    expect(unfolded).to_have_text(["Writing"])
    expect(parts.locator("[aria-current=page]")).to_be_focused()


def test_a_figure_has_its_button_as_soon_as_it_stands_and_then_nothing_changes(go):
    """Not only when nothing on the page has changed for a while; the connection is looked at once a
    second.
    """
    page = go("heads", script=f"{RESTLESS}\n{SECONDS}")
    buttons = page.locator("[data-testid=stMain] .take-away")
    assert buttons.count() > 0
    page.locator("[data-testid=stMain] [role=radio][aria-checked=false]").first.click()
    settle(page)
    assert buttons.count() > 0
    page.evaluate(CHANGES)
    page.wait_for_function("() => window.seconds >= 2")
    assert page.evaluate("window.changes") == 0


def test_on_a_phone_choices_that_wrap_keep_their_room_and_a_page_begins_at_its_top(go: Go) -> None:
    """Segments in two lines: what stands below them does not lie over them. The page that is chosen
    is shown, not the list.
    """
    page = go("training", 390, 844)
    lost = page.evaluate(
        """() => [...document.querySelectorAll("[data-testid=stButtonGroup]")].map((group) =>
          group.getBoundingClientRect().bottom
          - group.parentElement.getBoundingClientRect().bottom)"""
    )
    assert len(lost) >= 2 and max(lost) < 8  # the gap between two controls is wider
    page.locator("[data-testid=stExpandSidebarButton]").click()
    page.locator(".st-key-chapters a", has_text="Lessons").first.click()
    expect(page.locator("[data-testid=stExpandSidebarButton]")).to_be_visible()
    page.locator(".st-key-lessons_start_heads button").click()
    page.wait_for_url("**lesson=*")
    settle(page)
    assert page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollTop") == 0


def test_a_dark_screen_is_light_on_paper_and_a_pdf_tells_the_page_beforehand(go: Go) -> None:
    """That nothing is cut: test_everywhere."""
    page = go("masks?lang=ko&model=ko-en", color_scheme="dark")
    page.evaluate(
        "addEventListener('beforeprint', () => { window.told = (window.told ?? 0) + 1; })"
    )
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print", color_scheme="dark")
    shot = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("L")
    lightness = np.asarray(shot)
    assert np.median(lightness) > 245
    assert (lightness < 90).mean() > 0.002, "words are dark"
    assert page.evaluate("window.told") == 1
    assert page.pdf(format="A4", print_background=True)[:5] == b"%PDF-"
    assert page.evaluate("window.told") == 2
