"""What a reader feels: from a click to the last change on the page, in headless Chromium."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import Any, Final

import pandas as pd
from playwright.sync_api import Browser, CDPSession, Locator, Page, sync_playwright

import explainer.chapters  # noqa: F401  # registers the course
from explainer.frame.course import Chapter, chapters
from explainer.frame.page import page_of
from tests.benchmarks.timing import goal
from tests.browser.app_page import arrive
from tests.browser.tabs import FLAGS, new_context, settle
from tests.load.servers import running

P75_LIMIT, P95_LIMIT = 250.0, 450.0  # ms
SCRIPT: Final = Path(__file__).with_suffix(".js").read_text("utf-8")
MAIN: Final = "[data-testid=stMainBlockContainer]"
PRESSED: Final = "button:not([aria-pressed=true], :disabled)"
# What can be switched on a page: its kind, the whole of it, and what of it is clicked. From below
# upwards, choices last: the first of all choices is the view.
SWITCHES: Final = (
    ("toggle", "[data-testid=stCheckbox]", "label"),
    (
        "slider",
        "[data-testid=stSlider], [data-testid=stSelectSlider]",
        "[role=slider], input[type=range]",
    ),
    ("map", ".grid[role=grid]", ""),
    ("chips", "[role=group]:has(.chip)", PRESSED),
    ("heads", ".grid[role=group]", PRESSED),
    ("word", ".pagelinks .words", "a:not([aria-current])"),
    ("die", ".loaded_die svg[role=group]", ".token:not([aria-pressed=true])"),
    ("fold", "[data-testid=stExpander]", "summary"),
    ("choice", "[role=radiogroup]", "[role=radio][aria-checked=false]"),
)
MOST: Final = 4  # switches of one kind on a view; of more of them these, from the first to the last
KEYS: Final = {"slider": ("ArrowRight",), "map": ("Home", "ArrowRight", "Enter")}
SPENT: Final = ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration")


# Its page, `what` was clicked (the view, the kind of switch, its place among those), ms until none
# changes any more, KiB pushed, and the page's own CPU in ms: all of it, scripts, layout with style.
Click = dict[str, Any]


def summary(clicks: pd.DataFrame, loads: pd.DataFrame) -> pd.DataFrame:
    """A row for each page, the last for all; `loads` are the nodes and CPU of each load."""

    def row(name: str) -> dict[str, object]:
        mine, opened = (
            all_of if name == "all" else all_of[all_of["page"] == name]
            for all_of in (clicks, loads)
        )
        return {
            "page": name,
            "clicks": len(mine),
            "nodes": opened["nodes"].max(),
            "load CPU": opened["CPU"].mean(),
            **{f"p{percent} ms": mine["ms"].quantile(percent / 100) for percent in (50, 75, 95)},
            "worst": mine["ms"].max(),
            **{name: mine[name].mean() for name in ("CPU ms", "script", "layout", "KiB")},
            "most KiB": mine["KiB"].max(),
        }

    return pd.DataFrame([row(name) for name in (*loads["page"].unique(), "all")]).round(1)


class Watched:
    """A tab that knows what it spent. CPU is the time of the page's main thread, not the clock's:
    what else the machine does is no part of it.
    """

    def __init__(self, browser: Browser) -> None:
        context = new_context(
            browser,
            viewport={"width": 1440, "height": 1000},
            locale="ko-KR",
            reduced_motion="reduce",
        )
        context.add_init_script(SCRIPT)
        self.page: Page = context.new_page()
        self._wire: CDPSession = context.new_cdp_session(self.page)
        self._wire.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent(self) -> dict[str, float]:
        """Milliseconds so far, by the names in SPENT."""
        metrics = self._wire.send("Performance.getMetrics")["metrics"]
        return {each["name"]: 1e3 * each["value"] for each in metrics if each["name"] in SPENT}

    def load(self, url: str) -> float:
        """CPU in ms of opening an address."""
        self.page.goto("about:blank")
        before = self.spent()["TaskDuration"]
        arrive(self.page, url)
        return self.spent()["TaskDuration"] - before

    def click(self, kind: str, place: Locator, what: str) -> Click:
        """One switch; what comes before the key or button that switches does not count."""
        keys = KEYS.get(kind, ())
        if keys:
            place.focus()
        for key in keys[:-1]:
            self.page.keyboard.press(key)
        if not keys:
            place.scroll_into_view_if_needed()
        settle(self.page)
        before = self.spent()
        self.page.evaluate("click.ready()")
        if keys:
            self.page.keyboard.press(keys[-1])
        else:
            place.click()
        cost: dict[str, Any] = self.page.evaluate("click.cost()")
        after = self.spent()
        task, script, layout, style = (after[name] - before[name] for name in SPENT)
        spent = {"CPU ms": task, "script": script, "layout": layout + style}
        return {"what": what, "ms": cost["ms"], "KiB": cost["bytes"] / 2**10, **spent}


def views(spec: Chapter) -> list[str]:
    """Addresses of the views of a page, below the app's."""
    draw = page_of(spec).draw
    names = list(draw) if isinstance(draw, dict) else []
    return [f"{spec.url}?{spec.id}_view={name}" for name in names] or [spec.url]


def some_of(count: int) -> list[int]:
    """Which of `count` alike are clicked, from below upwards."""
    few = min(count, MOST)
    return [round(at * (count - 1) / max(few - 1, 1)) for at in reversed(range(few))]


def measure_view(tab: Watched, url: str) -> Iterator[Click]:
    """Click the switches of a view that is there, each once, at most MOST of a kind."""
    for kind, whole, part in SWITCHES:
        for number in some_of(tab.page.locator(MAIN).locator(whole).count()):
            place = tab.page.locator(MAIN).locator(whole).nth(number)
            place = place.locator(part).first if part else place
            if place.count() and place.is_visible():
                yield tab.click(kind, place, f"{url.rpartition('/')[2]} {kind} {number}")


def run(pages: Sequence[str]) -> None:
    """`pages` are ids of chapters; all where there is none. Stopped by Ctrl-C, it still prints the
    table so far. Raises SystemExit.
    """
    program = which("chromium")
    if program is None:
        raise SystemExit("error: the benchmark of clicks needs Chromium")
    print("\nClicks: the switches of each view once, headless Chromium, 1440 x 1000\n")
    clicks, loads = list[Click](), list[dict[str, Any]]()
    with suppress(KeyboardInterrupt), running() as (server,), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        tab = Watched(browser)
        for spec in (spec for spec in chapters() if not pages or spec.id in pages):
            for view in views(spec):
                cpu = tab.load(f"{server.url}/{view}")
                loads.append(
                    {"page": spec.id, "CPU": cpu, "nodes": tab.page.evaluate("click.nodes()")}
                )
                for click in measure_view(tab, view):
                    clicks.append({"page": spec.id, **click})
            print(spec.id, flush=True)
        browser.close()
    if clicks:
        found = pd.DataFrame(clicks)
        print(f"\n{summary(found, pd.DataFrame(loads)).to_string(index=False)}\n")
        for percent, limit in ((75, P75_LIMIT), (95, P95_LIMIT)):
            print(f"p{percent}: {goal(found['ms'].quantile(percent / 100), limit)}")
