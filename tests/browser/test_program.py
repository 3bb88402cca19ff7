"""The page of the whole program and the code on pages, in a real browser; and on a phone."""

import re
from typing import Literal

from playwright.sync_api import Page, expect

from explainer.charts.palette import PALETTE, rgb
from explainer.frame.source_code import lines_of
from tests.browser.app_page import Go, parameters, violations
from tests.browser.keyboard import walk
from tests.browser.tabs import NO_CLIPBOARD, settle


def line(page: Page, code: str) -> int:
    number: str = page.locator(".listing .can", has_text=code).locator(".number").inner_text()
    return int(number)


def test_a_line_s_threads_lead_to_what_it_reads_and_to_its_readers(go: Go) -> None:
    page = go("program?model=ko-en&program_view=lines&program_part=attention")
    heads = page.locator(".listing .can", has_text="heads = weights @ v")
    heads.click()
    expect(heads).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".listing .thread.full")).to_have_count(3)
    expect(page.locator(".listing .thread.in")).to_have_count(2)
    expect(page.locator(".listing .uses").first).to_have_text(re.compile("weights.*v", re.DOTALL))
    page.locator(".listing .by button", has_text="concat").click()
    concat = page.locator(".listing .can", has_text="concat = heads")
    expect(concat).to_have_attribute("aria-pressed", "true")
    settle(page)
    assert parameters(page)["program_attention_line"] == str(line(page, "concat = heads"))


def test_tab_reaches_all_of_the_faults_and_a_guess_shows_what_follows(go: Go) -> None:
    """The view the page opens with is walked through with those of all pages."""
    page = go("program?model=ko-en&program_view=faults&program_fault=width")
    found = walk(page)
    assert (found["missed"], found["faint"]) == ([], [])
    expect(page.locator(".faulty .program.wrong")).to_have_count(0)
    page.locator(".faulty .step").filter(has_text="weights").press("Enter")
    expect(page.locator(".faulty .program.wrong .written")).to_be_visible()
    settle(page)
    expect(page.get_by_text("Every score is √dₖ times too small", exact=False)).to_be_visible()

    minus, wrong = page.locator(".faulty .minus").first, page.locator(".faulty .program.wrong")
    for count in (0, 1):  # a press puts the line back, another one strikes it
        minus.click()
        expect(wrong).to_have_count(count)
        settle(page)

    # A phone shows all of it and breaks no name.
    page.set_viewport_size({"width": 390, "height": 844})
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    assert page.evaluate(BROKEN) == []
    assert not page.evaluate(BEYOND)


# Names of the code that stand on two lines.
BROKEN = """() => [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")]
  .flatMap((place) => [...(place.shadowRoot?.querySelectorAll(".code") || [])])
  .flatMap((code) => {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    const broken = [];
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      for (const { 0: name, index } of text.data.matchAll(/"\\S*"|\\w+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + name.length);
        if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1)
          broken.push(name);
      }
    }
    return broken;
  })"""
# Words of the drawings that leave the window.
BEYOND = """() => [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")]
  .flatMap((place) => [...(place.shadowRoot?.querySelectorAll("svg text") || [])])
  .filter((text) => text.getClientRects().length && (
    text.getBoundingClientRect().right > innerWidth || text.getBoundingClientRect().left < 0))
  .length"""


WINDOWS: dict[Literal["light", "dark"], int] = {"light": 1440, "dark": 390}
SHOWN = "explainer.model.attention", "MultiHeadAttention.forward"
TONES = {"q_BHQE": "q", "k_proj": "k", "v_BHSE": "v", "memory_BSD": "memory"}
# What a button says for two seconds it says on.
SAYS_ON = """const later = window.setTimeout;
window.setTimeout = (what, ms, ...how) => (ms === 2000 ? 0 : later(what, ms, ...how));"""


def test_code_is_coloured_stays_in_its_frame_and_is_copied(go: Go) -> None:
    """Also when the window becomes small and dark: a drawing gets new colours with a run."""
    page = go("cell?model=ko-en&depth=code&cell_stage=1", script=f"{NO_CLIPBOARD}{SAYS_ON}")
    frame, whole = page.locator(".code_block pre").first, lines_of(*SHOWN)
    for scheme, width in WINDOWS.items():
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 1000})
        for word, tone in TONES.items():
            colour = f"rgb{rgb(PALETTE[scheme][f'{tone}_text'])}"
            token = frame.locator("span:not(.line)").get_by_text(word, exact=True).first
            expect(token).to_have_css("color", colour)
        settle(page)
        assert frame.inner_text().rstrip("\n") == whole
        assert violations(page, within=["[class*=st-key-code_]"]) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        frame.focus()
        expect(frame).to_be_focused()
        assert frame.evaluate("frame => frame.scrollWidth > frame.clientWidth") == (width < 640)
        if scheme == "light":
            assert copied(page) == whole
    frame.focus()
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
    found = paper.input_value().rstrip()
    paper.evaluate("(paper) => paper.remove()")
    return found
