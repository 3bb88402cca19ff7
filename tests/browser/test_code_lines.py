"""Our own code on a page: coloured as the figures are, scrolled in its frame, to be copied."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from explainer.charts.palette import PALETTE, rgb
from explainer.frame.source_code import lines_of
from tests.browser.app_page import Go, violations
from tests.browser.tabs import NO_CLIPBOARD


def ink(frame: Locator, word: str) -> str:
    colour: str = (
        frame.locator("span:not(.line)")
        .get_by_text(word, exact=True)
        .first.evaluate("word => getComputedStyle(word).color")
    )
    return colour


# What a button says for two seconds it says on.
SAYS_ON = """const later = window.setTimeout;
window.setTimeout = (what, ms, ...how) => (ms === 2000 ? 0 : later(what, ms, ...how));"""


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_code_is_coloured_stays_in_its_frame_and_is_copied(
    go: Go, width: int, scheme: Literal["light", "dark"]
) -> None:
    script = f"{NO_CLIPBOARD}{SAYS_ON}"
    page = go("heads?model=ko-en&depth=code", width=width, color_scheme=scheme, script=script)
    frame = page.locator(".code_block pre").first
    for word, tone in (("q_BHQE", "q"), ("k_proj", "k"), ("v_BHSE", "v"), ("memory_BSD", "memory")):
        assert ink(frame, word) == f"rgb{rgb(PALETTE[scheme][f'{tone}_text'])}"
    whole = lines_of("explainer.model.attention", "MultiHeadAttention.forward")
    assert frame.inner_text().rstrip("\n") == whole
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    frame.focus()
    expect(frame).to_be_focused()
    assert frame.evaluate("frame => frame.scrollWidth > frame.clientWidth") == (width < 640)
    if width >= 640:
        assert copied(page) == whole
    else:
        page.keyboard.press("ArrowRight")
        page.wait_for_function(
            "() => [...document.querySelectorAll('[data-testid=stBidiComponentIsolated]')].some("
            "(place) => place.shadowRoot?.querySelector('.code_block pre')?.scrollLeft > 0)"
        )


def copied(page: Page) -> str:
    block = page.locator(".code_block").first
    block.get_by_role("button", name="Copy").first.click()
    expect(block.get_by_role("status").first).to_have_text("Copied")
    page.evaluate("""() => document.body.append(
      Object.assign(document.createElement("textarea"), { id: "paper" }))""")
    paper = page.locator("#paper")
    paper.press("Control+v")
    return paper.input_value().rstrip()
