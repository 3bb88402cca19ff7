"""The page of the whole program in a real browser: threads, cells; and on a phone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.app_page import Go, parameters, violations
from tests.browser.keyboard import walk
from tests.browser.mounted import Mount
from tests.browser.tabs import settle


def line(page: Page, code: str) -> int:
    number: str = page.locator(".listing .can", has_text=code).locator(".number").inner_text()
    return int(number)


def test_a_line_s_threads_lead_to_what_it_reads_and_to_its_readers(go: Go) -> None:
    page = go("program?model=ko-en&program_part=attention")
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


def test_a_cell_lights_the_row_and_the_column_it_is_made_of(mount: Mount) -> None:
    page = mount("program?model=ko-en&program_part=attention", "program_listing").page
    page.locator(".listing .can", has_text="heads = weights @ v").click()
    cells = page.get_by_role("application", name="heads")
    cells.focus()
    cells.press("ArrowDown")
    lit = page.locator(".listing .uses .lit")
    expect(lit).to_have_count(2)
    told = page.locator(".listing .told")
    before = told.inner_text()
    assert re.search(r"weights\[.+\], v\[:, \d+\]", before)
    bands = [lit.nth(at).evaluate("band => band.style.cssText") for at in range(2)]
    assert "width: 100%" in bands[0] and "height: 100%" in bands[1]
    cells.press("ArrowUp")
    expect(told).not_to_have_text(before)
    for code, wholes in (("scores = q @ k", ["100%", "100%"]), ("masked = scores", ["10%"])):
        page.locator(".listing .can", has_text=code).click()
        expect(lit).to_have_count(len(wholes))
        assert [lit.nth(at).evaluate("band => band.style.width") for at in range(len(wholes))] == (
            wholes
        )
    page.locator(".listing .can", has_text="concat = heads").click()
    expect(page.locator(".listing .told b")).to_have_text(re.compile(r"\d"))
    expect(lit).to_have_count(0)


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
