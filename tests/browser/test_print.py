"""Pages on paper: light whatever the screen is. That nothing is cut: test_everywhere."""

from __future__ import annotations

import io
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser

from tests.browser.app_page import Go, visits

pytestmark = pytest.mark.browser


@pytest.fixture
def go(address: str, browser: Browser) -> Iterator[Go]:
    with visits(address, browser) as open_page:
        yield open_page


def test_a_dark_screen_is_light_on_paper_and_a_pdf_tells_the_page_beforehand(go: Go) -> None:
    page = go("masks?lang=ko&model=ko-en", color_scheme="dark")
    page.evaluate(
        "addEventListener('beforeprint', () => { window.told = (window.told ?? 0) + 1; })"
    )
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print", color_scheme="dark")
    shot = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("L")
    lightness = np.asarray(shot)
    assert np.median(lightness) > 245
    assert (lightness < 90).mean() > 0.002, "words are dark"
    assert page.evaluate("window.told") == 1
    assert page.pdf(format="A4", print_background=True)[:5] == b"%PDF-"
    assert page.evaluate("window.told") == 2
