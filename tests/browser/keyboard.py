"""A walk through a page with the Tab key alone: what it reaches, what it misses, what shows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

START = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
# Back at the start: the focus has left the page or is where the walk began.
ROUND = """() => { const r = window.__keyboard.reached;
  return r.length > 3 && r.lastIndexOf(r[0]) > 0 || document.activeElement === document.body; }"""
EACH = 12  # key presses between two looks
# Each place is looked at in the frame after it has got the focus. What only the focus brings out,
# like the tools of a block of code, has gone again when nothing has it and nothing moves any more.
RESULT = """async () => {
  await new Promise(requestAnimationFrame);
  document.activeElement?.blur();
  const moving = document.getAnimations().filter((one) =>
    one.effect.getComputedTiming().endTime < Infinity);
  await Promise.allSettled(moving.map((one) => one.finished));
  await new Promise(requestAnimationFrame);
  return window.__keyboard.result();
}"""


def walk(page: Page) -> dict[str, Any]:
    """`reached` (how many stops), `missed` and `faint` (names): what no Tab reaches, and what looks
    the same with the focus as without.
    """
    page.mouse.move(0, 0)  # what the pointer brings out where the page happens to stand is no part
    controls = page.evaluate(START)
    for _ in range(3 * controls // EACH + 4):
        for _ in range(EACH):
            page.keyboard.press("Tab")
        if page.evaluate(ROUND):
            break
    else:
        raise AssertionError("the focus does not come round: a trap?")
    found: dict[str, Any] = page.evaluate(RESULT)
    return found
