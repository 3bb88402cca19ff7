"""What a reader feels: from a click to the last change on the page, in headless Chromium."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from shutil import which
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Locator, Page, sync_playwright

import explainer.chapters  # noqa: F401  # registers the course
from explainer.frame.course import Chapter, chapters
from explainer.frame.page import page_of
from tests.benchmarks.timing import goal, table
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
HEAD: Final = (
    *("page", "clicks", "nodes", "load CPU", "p50 ms", "p75 ms", "p95 ms", "worst"),
    *("CPU ms", "script", "layout", "KiB", "most KiB"),
)
KEYS: Final = {"slider": ("ArrowRight",), "map": ("Home", "ArrowRight", "Enter")}
SPENT: Final = ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration")


@dataclass(frozen=True)
class Click:
    """`what` was clicked: the view, the kind of switch, its place among those. `ms` until nothing
    changed any more, bytes pushed, and the page's own CPU in ms: all of it, scripts, layout and
    style.
    """

    what: str
    ms: float
    bytes: int
    cpu: float
    script: float
    layout: float


@dataclass
class Found:
    """Of one page, all its views together; the CPU in ms of each load."""

    page: str
    nodes: int = 0
    loads: list[float] = field(default_factory=list)
    clicks: list[Click] = field(default_factory=list)

    def row(self) -> tuple[str, ...]:
        clicks = self.clicks or [Click("", 0.0, 0, 0.0, 0.0, 0.0)]
        times = [click.ms for click in clicks]
        means = (
            statistics.fmean(values)
            for values in (
                [click.cpu for click in clicks],
                [click.script for click in clicks],
                [click.layout for click in clicks],
                [click.bytes / 2**10 for click in clicks],
            )
        )
        return (
            self.page,
            str(len(self.clicks)),
            str(self.nodes),
            f"{statistics.fmean(self.loads or [0.0]):.0f}",
            *(f"{quantile(times, share):.0f}" for share in (50, 75, 95)),
            f"{max(times):.0f}",
            *(f"{mean:.1f}" for mean in means),
            f"{max(click.bytes for click in clicks) / 2**10:.0f}",
        )

    def add(self, other: Found) -> None:
        self.nodes = max(self.nodes, other.nodes)
        self.loads += other.loads
        self.clicks += other.clicks


def quantile(values: Sequence[float], percent: int) -> float:
    if len(values) < 2:
        return values[0]
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


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
        return Click(what, cost["ms"], cost["bytes"], task, script, layout + style)


def views(spec: Chapter) -> list[str]:
    """Addresses of the views of a page, below the app's."""
    draw = page_of(spec).draw
    names = list(draw) if isinstance(draw, dict) else []
    return [f"{spec.url}?{spec.id}_view={name}" for name in names] or [spec.url]


def some_of(count: int) -> list[int]:
    """Which of `count` alike are clicked, from below upwards."""
    few = min(count, MOST)
    return [round(at * (count - 1) / max(few - 1, 1)) for at in reversed(range(few))]


def measure_view(tab: Watched, url: str, found: Found) -> None:
    """Load a view, then click its switches once, at most MOST of a kind."""
    found.loads.append(tab.load(url))
    found.nodes = max(found.nodes, tab.page.evaluate("click.nodes()"))
    for kind, whole, part in SWITCHES:
        for number in some_of(tab.page.locator(MAIN).locator(whole).count()):
            place = tab.page.locator(MAIN).locator(whole).nth(number)
            place = place.locator(part).first if part else place
            if place.count() and place.is_visible():
                found.clicks.append(
                    tab.click(kind, place, f"{url.rpartition('/')[2]} {kind} {number}")
                )


def measured(specs: Sequence[Chapter], program: str) -> Iterator[Found]:
    """Page by page."""
    with running() as (server,), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        tab = Watched(browser)
        for spec in specs:
            found = Found(spec.id)
            for view in views(spec):
                measure_view(tab, f"http://localhost:{server.port}/{view}", found)
            yield found
        browser.close()


def run(pages: Sequence[str]) -> None:
    """`pages` are ids of chapters; all where there is none. Stopped by Ctrl-C, it still prints the
    table so far. Raises SystemExit.
    """
    program = which("chromium")
    if program is None:
        raise SystemExit("error: the benchmark of clicks needs Chromium")
    wanted = [spec for spec in chapters() if not pages or spec.id in pages]
    print("\nClicks: the switches of each view once, headless Chromium, 1440 x 1000\n")
    print(*HEAD, sep="  ")
    total = Found("all")
    rows = []
    with suppress(KeyboardInterrupt):
        for found in measured(wanted, program):
            rows.append(found.row())
            print(*rows[-1], sep="  ", flush=True)
            total.add(found)
    print(f"\n{len(rows)} of {len(wanted)} pages\n")
    print(table(HEAD, [*rows, total.row()]))
    times = [click.ms for click in total.clicks]
    if times:
        for percent, limit in ((75, P75_LIMIT), (95, P95_LIMIT)):
            print(f"p{percent}: {goal(quantile(times, percent), limit)}")
