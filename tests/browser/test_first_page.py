"""What the script of the first page does before Streamlit's own begin."""

from __future__ import annotations

import re

from playwright.sync_api import Browser

from tests.browser.app_page import visits
from tests.browser.tabs import settle


def test_no_typeface_is_fetched_that_the_theme_does_not_name(
    address: str, browser: Browser
) -> None:
    with visits(address, browser) as go:
        page = go("models")
        fetched: list[str] = []
        page.on("request", lambda asked: fetched.append(asked.url))
        for path in ("?lang=ko", "program?lang=en"):
            page.goto(f"{address}/{path}")
            settle(page)
            families = page.evaluate("[...document.fonts].map((face) => face.family)")
            assert any("KaTeX" in family for family in families), "what formulas need stays"
            assert [name.strip('"') for name in families].count("Material Symbols Rounded") == 1
        unwanted = re.compile("Source(Sans|Code|Serif)|MaterialSym")
        assert [url for url in fetched if unwanted.search(url)] == []
