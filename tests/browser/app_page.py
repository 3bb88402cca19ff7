"""What the journeys through the whole app share: opening a page, writing, reading."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.tabs import clean_tab, forget, settle

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "resultTypes": ["violations"],  # a path to every element that is fine takes most of the time
    "preload": False,  # it would read all style sheets again, and look for sounds
}
LIST = "[data-testid=stSidebar]"  # of the chapters, the same on all pages: test_everywhere


Go = Callable[..., Page]


@contextmanager
def visits(
    address: str,
    browser: Browser,
    width: int = 1440,
    height: int = 1000,
    *,
    usual_model: bool = False,
    **usual: Any,
) -> Iterator[Go]:
    """Opens addresses of the app, each in a clean tab. A script's error, a dialog or a request that
    leaves the machine fails the test. Without a word on the model it is the Korean one, whatever
    language the page is in; `usual_model` leaves it to the app.
    """
    pages, bad = list[Page](), list[str]()

    def go(path: str = "", width: int = width, height: int = height, **options: Any) -> Page:
        size: ViewportSize = {"width": width, "height": height}
        pages.append(clean_tab(browser, bad, size=size, **{**usual, **options}))
        asked = path if usual_model else on_korean(path)
        arrive(pages[-1], path if path.startswith("http") else f"{address}/{asked}")
        return pages[-1]

    yield go
    forget(pages)
    assert bad == []


def on_korean(path: str) -> str:
    """An address that names its model, the one that reads Korean where it did not."""
    if "model=" in path:
        return path
    return f"{path}{'&' if '?' in path else '?'}model=ko-en"


def arrive(page: Page, url: str) -> None:
    """Open an address of the app and wait until it is all there."""
    page.goto(url)
    title = page.locator("[data-testid=stMainBlockContainer] h1").first
    title.wait_for(state="attached")
    settle(page)


def parameters(page: Page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def write(page: Page, sentence: str) -> None:
    field = page.locator("[data-testid=stTextInput] input").first
    field.fill(sentence)
    field.press("Enter")
    settle(page)


def translation(page: Page) -> str:
    return page.locator(".result .sentence").inner_text()


TYPE = Path(__file__).with_name("type.js").read_text(encoding="utf-8")


def type_of(page: Page, places: str = "html") -> dict[float, str]:
    """The sizes of type that are seen, in pixels of the window, each with an example."""
    return dict(page.evaluate(TYPE, places))


AXE = """async ([context, options]) => (await axe.run(context, options)).violations.flatMap(
  ({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`))"""


def violations(page: Page, without: str = LIST, within: Sequence[str] = ()) -> list[str]:
    """What axe finds, rule and element; not below the element `without`, nor outside of those named
    by `within` that are there.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    context = {"exclude": [[without]] if without else []}
    if within:
        context["include"] = [[each] for each in within if page.locator(each).count()]
        assert context["include"], "nothing is there to look at"
    return page.evaluate(AXE, [context, RULES])
