"""Real browsers beside the virtual class: how long a click is felt, until the page stands still."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Final

from playwright.async_api import Error, Page, async_playwright

from tests.browser.tabs import FLAGS
from tests.load.record import Record
from tests.load.sentences import POOL

FELT: Final = "felt in a browser"
FIRST: Final = "first page in a browser"
QUIET: Final = 300  # ms without a change: the page stands still
LIMIT: Final = 30_000  # ms
OPTION: Final = "[data-testid=stMain] [role=radio]:not([aria-checked=true])"
FIELD: Final = "[data-testid=stTextInput] input"
# Notes when anything on the page changed last. The script state leaves "notRunning" in the moment
# a click is sent, so that waiting for the server does not look like standing still.
WATCH: Final = """
() => {
  const felt = (window.felt = { start: performance.now(), last: performance.now() });
  new MutationObserver(() => (felt.last = performance.now())).observe(document.body, {
    subtree: true, childList: true, characterData: true, attributes: true,
  });
}
"""
START: Final = "() => { window.felt.start = window.felt.last = performance.now(); }"
SETTLED: Final = """
([quiet, limit]) => new Promise((resolve, reject) => {
  const { felt } = window;
  const look = () => {
    const now = performance.now();
    const app = document.querySelector("[data-testid=stApp]");
    const running = app?.dataset.testScriptState !== "notRunning";
    if (now - felt.start > limit) reject(new Error("the page does not come to rest"));
    else if (running || now - felt.last < quiet) setTimeout(look, 20);
    else resolve(felt.last - felt.start);
  };
  setTimeout(look, 20);
})
"""


async def browse(
    record: Record, chromium: str, address: str, count: int, seconds: float, every: float
) -> None:
    """`count` browsers choose options and write sentences until the time is over."""
    if not count:
        return
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        pages = [await browser.new_page(locale="ko-KR") for _ in range(count)]
        await asyncio.gather(
            *(
                _one(record, page, address, number, seconds, every)
                for number, page in enumerate(pages)
            )
        )
        await browser.close()


async def _one(
    record: Record, page: Page, address: str, number: int, seconds: float, every: float
) -> None:
    chance, end = Random(f"browser {number}"), time.monotonic() + seconds
    try:
        started = time.perf_counter()
        await page.goto(f"{address}/maps?lang=ko")
        await page.locator(OPTION).first.wait_for(timeout=LIMIT)
        record.add(FIRST, time.perf_counter() - started)
        await page.evaluate(WATCH)
        while time.monotonic() < end:
            await asyncio.sleep(chance.expovariate(1 / every))
            record.add(FELT, await _act(page, chance))
    except Error as error:
        record.problems[f"{FELT}: {str(error).splitlines()[0]}"] += 1


async def _act(page: Page, chance: Random) -> float:
    """Mostly another option, sometimes a new sentence; seconds until the page stood still."""
    if chance.random() < 0.2:
        await page.locator(FIELD).first.fill(chance.choice(POOL))
        await page.evaluate(START)
        await page.locator(FIELD).first.press("Enter")
    else:
        options = await page.locator(OPTION).all()
        option = chance.choice(options)
        await option.scroll_into_view_if_needed()
        await page.evaluate(START)
        await option.click()
    return float(await page.evaluate(SETTLED, [QUIET, LIMIT])) / 1e3
