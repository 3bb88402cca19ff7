"""What the tests of the drawing ask of its page."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.mounted import Mounted

APP = Path(__file__).with_name("flow_app.py")


def report(drawing: Mounted) -> dict[str, Any]:
    """What the script says of its last run, once nothing more is told."""
    drawing.settle()
    return json.loads(drawing.app.text[-1].value)


def slider(page: Page) -> Locator:
    return page.locator(".flow [role=slider]")


def caption(page: Page) -> str:
    return page.locator(".flow .caption").inner_text()


def choose(page: Page, name: str) -> None:
    """Layer and head by their small map, which is folded away at first."""
    if page.locator(".flow .picker:not([open])").count():
        page.locator(".flow .picker summary").click()
    page.locator(f".flow .map[aria-label='{name}']").click()


def shown(page: Page) -> tuple[str | None, str | None]:
    checked = page.locator(".flow .map[aria-checked=true]")
    return slider(page).get_attribute("aria-valuenow"), checked.get_attribute("aria-label")
