"""Pages of the site in a browser, opened as files: drawn, without an error or a request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request

from explainer import __main__ as program
from explainer.site import build
from explainer.text import LANGUAGES
from tests.browser.app_page import AXE, RULES
from tests.in_process import call

HERE = ("file:", "data:", "blob:")
DRAWN = """() => {
  const seen = [...document.querySelectorAll(".host")].filter((one) => one.checkVisibility());
  const drawn = seen.filter((one) => one.shadowRoot?.querySelector(".drawing")?.children.length);
  return drawn.length > 1;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    build.build(build.order(out, LANGUAGES, [], ["masks"], sentences=1), workers=1)
    return out


@contextmanager
def opened(browser: Browser, path: Path, **options: Any) -> Iterator[Page]:
    """A page of a file, in which nothing goes wrong or elsewhere."""
    page, bad = browser.new_page(**options), list[str]()

    def asked(request: Request) -> None:
        if not request.url.startswith(HERE):
            bad.append(request.url)

    page.on("request", asked)
    page.on("pageerror", lambda error: bad.append(str(error)))
    page.on("console", lambda said: bad.append(said.text) if said.type == "error" else None)
    page.goto(path.as_uri())
    page.wait_for_function(DRAWN)
    yield page
    page.close()
    assert bad == []


def violations(page: Page) -> list[str]:
    """What axe finds. It would read style sheets again, which a browser does not let it here."""
    page.evaluate(Axe().axe_script)
    found: list[str] = page.evaluate(AXE, ["html", {**RULES, "preload": False}])
    return found


@pytest.mark.parametrize(("lang", "scheme"), [("ko", "dark"), ("en", "light")])
def test_a_file_shows_every_beat(site: Path, browser: Browser, lang: str, scheme: Any) -> None:
    with opened(browser, site / lang / "masks.html", color_scheme=scheme) as page:
        figure = page.locator(".frame h2:visible").first
        first = figure.inner_text()
        page.click('[data-deep="code"]')
        assert page.locator('[data-from="code"]:visible').count() > 0
        assert violations(page) == []
        page.click('[data-state="3"]')
        page.wait_for_selector('[data-state="3"][aria-current]')
        page.wait_for_function(DRAWN)
        assert figure.inner_text() != first
        assert violations(page) == []


def test_a_choice_that_asks_for_other_numbers_is_taken_back(site: Path, browser: Browser) -> None:
    with opened(browser, site / "en" / "masks.html") as page:
        page.click('[data-state="3"]')
        sentences = page.locator('[data-style="masks/shapes"] [role="radio"]')
        sentences.nth(1).click()
        page.wait_for_selector("#said:not(:empty)")
        assert sentences.nth(0).get_attribute("aria-checked") == "true"


def test_a_chapter_is_one_file(browser: Browser, tmp_path: Path) -> None:
    out = tmp_path / "scaling.html"
    done = call(program.main, "page", "scaling", str(out))
    assert (done.returncode, done.stderr) == (0, b"")
    with opened(browser, out) as page:
        assert page.locator(".menu, a[href='']").count() == 0
