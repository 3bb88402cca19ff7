"""Pages on paper: light whatever the screen is, and nothing cut at the edge of A4."""

from __future__ import annotations

import io
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser

from tests.browser.app_page import Go, visits
from tests.browser.tabs import settle

pytestmark = pytest.mark.browser
DRAWN = "[data-testid=stBidiComponentIsolated], [data-testid=stVegaLiteChart]"
# A browser tells the page, lays it out anew for a sheet of A4 and prints, all at once: no script
# that watches widths has had its turn. So the width is set and measured in one go here, too.
WIDER = """(drawn) => {
  dispatchEvent(new Event("beforeprint"));
  const main = document.querySelector("[data-testid=stMain]");
  Object.assign(main.style, { flex: "none", width: "718px" });
  const end = main.getBoundingClientRect().left + 718;
  return [...document.querySelectorAll(drawn)]
    .flatMap((host) => [...(host.shadowRoot || host).querySelectorAll("svg, canvas, table")])
    .filter((part) => part.checkVisibility())
    .map((part) => [part.getBoundingClientRect().right - end, part.outerHTML.slice(0, 80)])
    .filter(([beyond]) => beyond > 1);
}"""


@pytest.fixture
def go(address: str, browser: Browser) -> Iterator[Go]:
    with visits(address, browser) as open_page:
        yield open_page


@pytest.mark.parametrize("lang", ["ko", "en"])
@pytest.mark.parametrize("path", ["layers", "masks", "positions", "growth", "classroom"])
def test_nothing_is_wider_than_the_paper(go: Go, path: str, lang: str) -> None:
    page = go(f"{path}?lang={lang}&model=ko-en")
    page.emulate_media(media="print")
    settle(page)
    assert page.evaluate(WIDER, DRAWN) == []


@pytest.mark.parametrize("path", ["", "masks"])
def test_a_dark_screen_is_light_on_paper(go: Go, path: str) -> None:
    page = go(f"{path}?lang=ko&model=ko-en", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print", color_scheme="dark")
    shot = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("L")
    lightness = np.asarray(shot)
    assert np.median(lightness) > 245
    assert (lightness < 90).mean() > 0.002, "words are dark"
    assert page.pdf(format="A4", print_background=True)[:5] == b"%PDF-"


def test_a_pdf_tells_the_page_beforehand(go: Go) -> None:
    page = go("layers?lang=en&model=ko-en")
    page.evaluate("addEventListener('beforeprint', () => { window.told = true; })")
    page.pdf(format="A4")
    assert page.evaluate("window.told") is True
