"""A walk through a page with the Tab key alone: what it reaches, what it misses, what shows it."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.tabs import settle

START = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
# Back at the start: the focus is where the walk began. On no element it may be at any time, when
# what had it is taken away; the next Tab goes on from there.
ROUND = """() => { const { reached: r, left } = window.__keyboard;
  return r.length > 3 && (left || r.lastIndexOf(r[0]) > 0); }"""
EACH = 12  # steps between two looks
LEAVE = "() => document.activeElement?.blur()"


def walk(page: Page, without: str = "") -> dict[str, Any]:
    """`reached` (how many stops), `missed` and `faint` (names): what no Tab reaches, and what looks
    the same with the focus as without. `without` is a part that is left out, first in the order.
    """
    # What the pointer brings out is no part: it goes to the corner where nothing ever is.
    page.mouse.move(page.evaluate("innerWidth") - 1, page.evaluate("innerHeight") - 1)
    controls = page.evaluate(START, without)
    for _ in range(3 * controls // EACH + 4):
        for _ in range(EACH):
            page.keyboard.down("Tab")  # held down: to let it go each time takes as long again
        page.keyboard.up("Tab")
        if page.evaluate(ROUND):
            break
    else:
        raise AssertionError("the focus does not come round: a trap?")
    # What only the focus brings out, like the tools of a block of code, has gone again when nothing
    # has it and the page is at rest.
    page.evaluate(LEAVE)
    settle(page)
    return page.evaluate("window.__keyboard.result()")
